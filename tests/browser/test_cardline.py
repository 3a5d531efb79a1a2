"""Cardline in a real browser: whole games, with scripts and without, and the line on a phone."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from games.engine.codec import dump_state
from games.models import Table
from games.titles.cardline.deck import bundled
from games.titles.cardline.rules import slots_of
from games.titles.cardline.state import Card
from tests.browser.acts import OVER, apart, arrive, follow, press
from tests.play import running_table, state_of

pytestmark = pytest.mark.browser

YOUR_TURN = re.compile("Your turn · Cardline")
PHONE = {"width": 360, "height": 740}
LINE = 'section[aria-labelledby="line-heading"]'


@pytest.fixture
def begun(page_for, alice, bob):
    """Return a function that starts a table and returns it with its pages, opened by alice and by bob."""

    def make(seed=7, **options):
        table = apart(lambda: running_table(alice, bob, title="cardline", seed=seed))
        pages = page_for(alice, **options), page_for(bob, **options)
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
        return table, *pages

    return make


def hand(page):
    return page.get_by_role("list", name="Your cards")


def slot(page, number):
    return page.locator(f"#place-{number}")


def choice(table, right):
    """Return a card of the seat on turn, and a slot where it is right or wrong."""
    state = state_of(table)
    card = state.hands[state.seat][0]
    low, high = slots_of(state.line, card.value)
    return card.id, low if right else next(n for n in range(len(state.line) + 1) if not low <= n <= high)


def place(page, table, right):
    """Make a move as a player does: the card, the slot, the button."""
    card, number = choice(table, right)
    if page.locator(f"a#card-{card}").count():
        follow(page, page.locator(f"a#card-{card}"))
        expect(page.locator(".cl-held--chosen")).to_be_visible()
    follow(page, slot(page, number))
    press(page, page.get_by_role("button", name="Place it"))


def test_two_browsers_play_a_whole_game(begun):
    """No page is ever reloaded: each gets the other's moves through its socket."""
    table, *pages = begun()
    for page in pages:
        page.evaluate("window.isTheSame = true")
    for right in (True, False, True, True, True, True, True, True):
        page = pages[state_of(table).seat]
        expect(page).to_have_title(YOUR_TURN)
        place(page, table, right)
    for page, words in zip(pages, ("You win", "Alice Ardent wins"), strict=True):
        expect(page.get_by_role("heading", name=OVER)).to_contain_text(words)
        page.get_by_role("link", name="All cards of this game").click()
        expect(page.get_by_role("columnheader", name="Why")).to_be_visible()
        assert page.evaluate("window.isTheSame")


def test_both_see_what_a_placement_did(begun):
    table, one, other = begun()
    expect(one).to_have_title(YOUR_TURN)
    place(one, table, False)
    expect(other).to_have_title(YOUR_TURN)
    for page in (one, other):
        expect(page.locator("#last-word")).to_contain_text(
            re.compile("Alice Ardent places .* Wrong: .* belongs")
        )
        expect(page.locator(LINE).get_by_text("was put here")).to_be_visible()
        expect(page.locator(LINE).get_by_text("belongs here")).to_be_visible()
        expect(page.locator("#box b").first).to_have_text("1")
    place(other, table, True)
    expect(one.locator("#last-word")).to_contain_text("Right:")
    expect(one.locator(LINE).get_by_text("belongs here")).to_have_count(0)
    expect(one.locator(LINE).get_by_text("latest move of Bob Bosun")).to_have_count(1)


def test_a_whole_game_without_scripts_on_a_phone(begun):
    """All cards are placed right, so both finish in the same round, and a knock-out round decides."""
    table, *pages = begun(java_script_enabled=False, viewport=PHONE)
    for right in (*[True] * 8, True, False):
        page = pages[state_of(table).seat]
        arrive(page, table.pk)
        place(page, table, right)
    for page in pages:
        arrive(page, table.pk)
        expect(page.get_by_role("heading", name=OVER)).to_contain_text("win")
        expect(page.get_by_text("Only one player was right in a knock-out round.")).to_be_visible()


def test_card_and_slot_can_be_chosen_in_either_order_by_keyboard(begun):
    _table, one, _other = begun(viewport=PHONE)
    expect(one).to_have_title(YOUR_TURN)
    first = hand(one).get_by_role("link").first
    first.focus()
    one.keyboard.press("Enter")
    expect(slot(one, 1)).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("button", name="Place it")).to_be_focused()
    expect(one.get_by_role("heading", name="You can't take this back")).to_be_visible()
    follow(one, one.get_by_role("link", name="Cancel"))
    follow(one, slot(one, 0))
    expect(one.get_by_role("heading", name="Which card belongs before")).to_be_visible()
    hand(one).get_by_role("link").first.press("Enter")
    expect(one.get_by_role("button", name="Place it")).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("heading", name="Waiting for Bob Bosun.")).to_be_visible()
    expect(one).to_have_url(re.compile(r"/tables/\d+/$"))


def test_the_card_to_place_stays_visible_along_a_long_line(begun):
    table, *pages = begun(seed=3, viewport=PHONE)
    for right in (True, False, True, False, True, False):
        page = pages[state_of(table).seat]
        expect(page).to_have_title(YOUR_TURN)
        place(page, table, right)
    one = pages[0]
    expect(one).to_have_title(YOUR_TURN)
    slots = one.locator(".cl-slot")
    for number in range(slots.count()):
        slots.nth(number).scroll_into_view_if_needed()
        expect(hand(one)).to_be_in_viewport(ratio=0.95)
        box = slots.nth(number).bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
    assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Parts of names that are broken or extend beyond their card; a name may break at a space, a hyphen or a soft hyphen.
BROKEN = """() => [...document.querySelectorAll("#hand .cl-card__name")].flatMap((name) => {
  const text = name.firstChild, card = name.parentElement.getBoundingClientRect();
  return [...text.data.matchAll(/[^\\s\\-\\u00ad]+/g)].filter(({ index, 0: part }) => {
    const range = document.createRange();
    range.setStart(text, index + (text.data[index - 1] === '\\u00ad')); // not the hyphen before it
    range.setEnd(text, index + part.length);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    const isOut = ({ left, right }) => left < card.left || right > card.right;
    return boxes.some(({ top }) => Math.abs(top - boxes[0].top) > 2) || boxes.some(isOut);
  }).map(({ 0: part }) => `${part} of ${text.data}`);
})"""


def test_no_card_name_is_broken_in_a_hand_of_eight_on_a_phone(page_for, alice, bob):
    table = apart(lambda: running_table(alice, bob, title="cardline", options={"hand": 8}))
    state, page = state_of(table), page_for(alice, viewport={"width": 360, "height": 640})
    deck = [Card(card.id, card.strength_kg) for card in bundled()]
    for at in range(0, len(deck), 8):
        hands = tuple(deck[at : at + 8]), state.hands[1]
        apart(lambda hands=hands: Table.objects.update(state=dump_state(replace(state, hands=hands))))
        page.goto(f"/tables/{table.pk}/")
        expect(hand(page).get_by_role("listitem")).to_have_count(len(hands[0]))
        assert page.evaluate(BROKEN) == []
