"""20,000 Miles under the Sea through the real pages: whole games, with scripts and without, choosing step by step."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Seat, Table
from tests.browser.acts import arrive, follow, press, settled

pytestmark = pytest.mark.browser

OVER = re.compile("^The game is over")
YOUR_TURN = re.compile("Your turn · 20,000 Miles")
PHONE = {"width": 360, "height": 740}
SHORT = 1368  # a seed with which the moves below soon end the game


@pytest.fixture
def begun(page_for, alice, bob):
    """Return a maker of two open pages of a table that alice opens and bob joins, both by hand."""

    def make(seed=SHORT, commit="open", **context):
        one, other = page_for(alice, **context), page_for(bob, **context)
        one.goto("/tables/new/nautilus/")
        one.get_by_label("In the order of joining").check()
        one.get_by_label("Sealed" if commit == "sealed" else "Open: ").check()
        one.get_by_role("button", name="Open the table").click()
        expect(one.get_by_role("heading", name="Bring company")).to_be_visible()
        table = Table.objects.get()
        Table.objects.update(seed=seed.to_bytes(32, "big"))
        other.goto("/lobby/")
        other.get_by_role("link", name=f"Table {table.pk}").click()
        other.get_by_role("button", name="Join this table").click()
        scripted = context.get("java_script_enabled", True)  # the page of the open table becomes the board
        for page in (one, other) if scripted else (other,):
            expect(page.get_by_role("heading", name="Your scoreboard")).to_be_visible()
            settled(page)
        return one, other

    return make


def hand(page):
    return page.get_by_role("list", name="Your hand").get_by_role("link")


def steps(page):
    return page.get_by_role("list", name="Steps").get_by_role("button")


def places(page):
    return page.get_by_role("list", name="The places of the ocean").get_by_role("link")


def bar(page):
    return page.locator(".action-bar")


def commit(page, card):
    follow(page, card)
    press(page, page.get_by_role("button", name="Commit it"))


def play_ply(page):
    """Play the highest card, or step to a find, or else take the first thing that the bar offers."""
    if hand(page).count():
        commit(page, hand(page).last)
    elif steps(page).count():
        finding = steps(page).filter(has_not_text="nothing there")
        press(page, (finding if finding.count() else steps(page)).first)
    else:
        press(page, bar(page).get_by_role("button").first)


def asked_one(pages):
    """The page of the player to act, once it shows the question; None when the game is over."""
    on_turn = Seat.objects.filter(is_awaited=True).order_by("number").first()
    if on_turn is None:
        return None
    expect(pages[on_turn.number]).to_have_title(YOUR_TURN)
    settled(pages[on_turn.number])
    return pages[on_turn.number]


def test_two_browsers_play_a_whole_game(begun):
    """No page is ever reloaded: each learns through its socket what the other has done."""
    pages = begun()
    for page in pages:
        page.evaluate("window.isTheSame = true")
    while page := asked_one(pages):
        play_ply(page)
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_role("region", name="The count of round 3")).to_contain_text("In all")
        assert page.evaluate("window.isTheSame")


def test_a_whole_game_without_scripts(begun):
    pages = begun(commit="sealed", java_script_enabled=False, viewport=PHONE)
    table = Table.objects.get().pk
    while on_turn := Seat.objects.filter(is_awaited=True).order_by("number").first():
        page = pages[on_turn.number]
        arrive(page, table)
        expect(page).to_have_title(YOUR_TURN)
        play_ply(page)
    for page in pages:
        arrive(page, table)
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("The last round was counted.")).to_be_visible()


def test_a_card_is_looked_at_and_committed_with_the_keyboard(begun):
    page = asked_one(begun(viewport=PHONE))
    page.evaluate("scrollTo(0, 150)")
    hand(page).last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Commit it")).to_be_focused()
    expect(page.get_by_role("heading", name="Current 12: you sail")).to_be_visible()
    expect(page.get_by_text("Sea clockwise, arm H, depth 0:")).to_be_visible()  # among the steps of the card
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(page.get_by_role("heading", name="Waiting for")).to_be_focused()
    assert page.evaluate("scrollY") == 150
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))


def test_the_ocean_steers_and_the_wheel_can_be_put_down_again(begun):
    pages = begun(viewport=PHONE)
    for _ in pages:
        play_ply(asked_one(pages))
    page = asked_one(pages)
    choices = places(page).count()
    assert choices == steps(page).count() > 0
    places(page).first.focus()
    page.keyboard.press("Enter")
    steer = page.get_by_role("button", name="Steer there")
    expect(steer).to_be_focused()
    follow(page, page.get_by_role("link", name="Cancel"))
    expect(steer).to_have_count(0)
    follow(page, places(page).first)
    press(page, steer)
    assert page.locator("#table").get_attribute("data-ply") >= "3"


def test_two_chips_swap_squares_one_after_the_other(begun):
    """First on the board, then in the bar. Without scripts the links are the same."""
    pages = begun(viewport=PHONE)
    for _ in range(8):
        play_ply(asked_one(pages))
    for _ in pages:
        page = asked_one(pages)
        commit(page, page.get_by_role("link", name="Sailor 2"))
    page = asked_one(pages)
    board = page.get_by_role("region", name="Your scoreboard")
    first = board.get_by_role("link", name="row 1, column 1")
    follow(page, first)
    expect(first).to_have_attribute("aria-current", "true")
    follow(page, bar(page).get_by_role("link", name="row 1, column 2"))
    expect(page.get_by_role("heading", name="swap squares. Your row and columns would count")).to_be_visible()
    press(page, page.get_by_role("button", name="Swap them"))
    expect(page.locator("#log")).to_contain_text("swaps two chips")


def test_sealed_cards_lie_face_down_until_the_last_one(begun):
    one, other = begun(commit="sealed")
    commit(one, hand(one).last)
    track = other.get_by_role("region", name="Round 1 of 3")
    expect(track).to_contain_text("card lies face down")
    expect(track).not_to_contain_text("Current 12")
    commit(other, hand(other).first)
    expect(track).to_contain_text("Current 12")
    expect(one.locator("#log")).to_contain_text("The cards are shown: ")
