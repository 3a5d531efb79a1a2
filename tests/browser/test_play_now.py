"""A newcomer with a phone and no account: two clicks to the first move, and some plies against a bot."""

import re

import pytest
from playwright.sync_api import expect

from games.models import MoveRecord, Table
from games.web.tasks import sweep
from tests.browser.acts import apart, follow, press, settled

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
BOT = "Finn ★ (bot)"


def lay_and_end(page):
    """Lay the first possible card in the first possible cell, and end the turn."""
    follow(page, page.locator("[id^='card-']").first)
    press(page, page.locator("[id^='cell-']").first)
    follow(page, page.locator("#end"))
    press(page, page.locator("#confirm"))


def test_from_the_first_page_to_a_game_with_a_bot(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/")
    tile = page.get_by_role("button", name="Captivate")
    expect(tile).to_be_in_viewport()
    tile.click()  # the second click chooses a card
    expect(page.get_by_role("heading", name=re.compile("^(Your turn|Lay a card)"))).to_be_in_viewport()
    expect(page.locator("[id^='card-']").first).to_be_in_viewport()
    table = Table.objects.get()
    assert table.creator.is_guest and page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for _turn in range(2):
        lay_and_end(page)
        apart(sweep)
        settled(page)
        page.reload()
        expect(page.get_by_role("heading", name=re.compile("^(Your turn|Lay a card)"))).to_be_visible()
    assert MoveRecord.objects.filter(table=table, by__kind="bot").count() >= 2
    # Bots are marked beside the name (hidden from screen readers), in the name, and in the log.
    marks = page.locator(".bot-mark:visible")
    assert marks.count() >= 1
    assert all(mark.get_attribute("aria-hidden") == "true" for mark in marks.all())
    assert BOT in page.locator(".seat-strip, .table-page").first.inner_text()
    expect(page.locator("#log")).to_contain_text(f"{BOT} ends the turn.")
    assert BOT in page.locator("body").aria_snapshot()


def test_a_hint_is_shown_on_the_board(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/play/")
    page.get_by_label("Game", exact=True).select_option("captivate")
    page.get_by_role("button", name="Play now against bots").click()
    follow(page, page.get_by_role("button", name="Hint"))
    link = page.locator("#hint-show-1")
    expect(link).to_be_visible()
    told = link.inner_text()
    follow(page, link)
    expect(link).to_be_hidden()  # collapsed to make room for the board
    expect(page.locator("#confirm")).to_be_focused()
    assert page.locator("#confirm").inner_text().removeprefix("Play ") in told
    press(page, page.locator("#confirm"))
    expect(page.locator("#hint-show-1")).to_have_count(0)
    tops = {page.locator(name).bounding_box()["y"] for name in ("#undo", "#hint-ask", "#end")}
    assert len(tops) == 1  # one row: the board keeps its height


def test_one_press_changes_the_number_of_bots_at_the_table(page_for):
    page = page_for(None)
    page.goto("/")
    page.locator("button[value=captivate]").click()
    page.get_by_text("Easy bot, 2 players").click()
    page.get_by_label("Players", exact=True).select_option("4")
    page.get_by_role("button", name="Deal again").click()
    expect(page.get_by_text("Easy bots, 4 players")).to_be_visible()
    expect(page.locator(".player")).to_have_count(4)
