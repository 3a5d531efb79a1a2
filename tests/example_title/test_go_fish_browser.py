"""Go Fish in a browser: the plain board by keyboard, on a phone, in dark mode, and without scripts."""

import pytest
from playwright.sync_api import expect

from games.models import Seat, Table
from tests.browser.acts import OVER, apart, arrive, follow, press
from tests.play import play_near_end, running_table

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def table(asgi_server, alice, bob):
    return apart(lambda: running_table(alice, bob, title="go-fish", seed=3))  # bob has no two


def moves(page):
    return page.get_by_role("group", name="Ask ").get_by_role("link")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_end_of_a_game_on_a_phone_in_the_dark_without_scripts(table, page_for, alice, bob):
    apart(lambda: play_near_end(table, (alice, bob), left=8))
    pages = [
        page_for(user, viewport=PHONE, color_scheme="dark", java_script_enabled=False)
        for user in (alice, bob)
    ]
    while Table.objects.get().is_running:
        page = pages[Seat.objects.get(is_awaited=True).number]
        arrive(page, table.pk)
        follow(page, moves(page).nth(Table.objects.get().ply % moves(page).count()))
        press(page, page.locator("#confirm"))
    for page in pages:
        page.goto(f"/tables/{table.pk}/")
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("The stock", exact=True)).to_be_visible()


def test_by_keyboard_with_scripts(table, page_for, alice, bob):
    """The other page updates itself; the question is read out, and nothing is wider than a phone."""
    one, other = (page_for(user, viewport=PHONE, color_scheme="dark") for user in (alice, bob))
    for page in (one, other):
        page.goto(f"/tables/{table.pk}/")
        assert fits(page)
    moves(one).first.focus()
    one.keyboard.press("Tab")
    expect(moves(one).nth(1)).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.locator("#confirm")).to_be_focused()
    one.keyboard.press("Enter")
    expect(other.locator("#log")).to_contain_text("Alice Ardent asks Bob Bosun for")
    expect(one.locator("#asked")).to_be_focused()
    assert fits(one)


def test_every_move_can_be_pressed_on_a_phone(table, page_for, alice):
    """Even with many moves, their bar leaves most of the window to the board."""
    page = page_for(alice, viewport=PHONE)
    page.goto(f"/tables/{table.pk}/")
    assert page.locator(".action-bar").bounding_box()["height"] <= PHONE["height"] / 2
    for number in range(moves(page).count()):
        moves(page).nth(number).click(trial=True)
        assert moves(page).nth(number).bounding_box()["height"] >= 24
