"""The replay in a browser: by keys, the slider and automatic play, in one page that is never reloaded."""

import pytest

from games.engine.chance import Chance
from games.models import Table
from games.tables.play import seat_resign
from tests.browser.acts import apart
from tests.browser.test_axe import faults
from tests.play import play_on, running_table

pytestmark = pytest.mark.browser
LASTING = (
    "document.getAnimations().filter((one) => one.effect.getTiming().duration > 20).length"  # milliseconds
)


def played(*people, title="captivate", plies=8):
    table, chooser = running_table(*people, title=title), Chance(b"walk", 1)
    for _ply in range(plies):
        play_on(table, people, chooser)
    return Table.objects.get(pk=table.pk)


def at(page, ply):
    page.locator(f"#table[data-ply='{ply}']").wait_for(state="attached")


def test_keys_slider_and_play_walk_through_a_table(page_for, alice, bob):
    table = apart(lambda: played(alice, bob))
    page = page_for(bob, viewport={"width": 360, "height": 740}, bypass_csp=True)
    page.goto(f"/tables/{table.pk}/replay/")
    page.evaluate("window.isSame = true")
    for key, ply in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", 7), ("Home", -1)):
        page.keyboard.press(key)
        at(page, ply)
    page.locator("#replay-at").fill("5")
    at(page, 5)
    assert page.locator("[aria-current=step]").count() == 1
    page.locator("#log a", has=page.locator("time")).last.click()
    at(page, -1)
    page.locator("#replay-speed").select_option("1200")
    page.locator("#replay-run").focus()
    page.keyboard.press("Enter")
    at(page, 0)
    assert page.locator("#replay-run").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.getAnimations().length") > 0  # the last move is animated
    at(page, 1)
    page.locator("#replay-run").press("Enter")
    assert page.locator("#replay-run").get_attribute("aria-pressed") == "false"
    assert page.locator("#announcement").text_content().strip()
    assert page.evaluate("window.isSame") and page.url.endswith("at=1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not faults(page)


def test_news_play_automatically_and_without_motion_if_preferred(page_for, alice, bob):
    table = apart(lambda: played(alice, bob))
    page = page_for(alice, reduced_motion="reduce")
    page.goto(f"/tables/{table.pk}/replay/?at=5&play=1")
    assert page.locator("#replay-run").get_attribute("aria-pressed") == "true"
    page.locator("#replay-forward").click()
    at(page, 6)
    assert page.locator("#replay-run").get_attribute("aria-pressed") == "false"
    assert page.evaluate(LASTING) == 0


def test_a_finished_game_shows_all_hands_without_scripts(page_for, alice, bob):
    table = apart(lambda: played(alice, bob))
    apart(lambda: seat_resign(bob, table.pk, expected_ply=table.ply))
    page = page_for(None, viewport={"width": 1280, "height": 860}, bypass_csp=True, color_scheme="dark")
    page.goto(f"/tables/{table.pk}/replay/?at=4&view_as=all")
    assert page.locator("#field > section").count() == 2
    assert not faults(page)
    plain = page_for(None, java_script_enabled=False)
    plain.goto(f"/tables/{table.pk}/replay/?at=4")
    plain.locator("#replay-forward").click()
    assert plain.url.endswith("at=5") and plain.locator("#table").get_attribute("data-ply") == "5"


def test_the_replay_of_a_running_game_updates_itself(page_for, alice, bob):
    table = apart(lambda: played(alice, bob, plies=4))
    page = page_for(alice)
    page.goto(f"/tables/{table.pk}/replay/?at=2")
    page.evaluate("window.isSame = true")
    apart(lambda: play_on(table, [alice, bob], Chance(b"news", 0)))
    page.locator("#table[data-last='4']").wait_for(state="attached")
    assert page.locator("#table").get_attribute("data-ply") == "2"
    assert page.locator("#replay-at").get_attribute("max") == "4"
    assert page.evaluate("window.isSame") and page.locator("#announcement").text_content() == ""
