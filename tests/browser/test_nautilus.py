"""20,000 Miles under the Sea in a real browser, with scripts and without: step by step, to the end of the game."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine.codec import dump_state
from games.models import Seat, Table
from games.tables.past import KEPT_EVERY
from games.titles.nautilus import GAME
from tests.browser.acts import OVER, apart, arrive, follow, press, settled
from tests.dealt import deal_by
from tests.play import play_near_end, running_table
from tests.titles.nautilus.positions import committed, position, sea_with

pytestmark = pytest.mark.browser

YOUR_TURN = re.compile("Your turn · 20,000 Miles")
PHONE = {"width": 360, "height": 740}
KEY = 1368  # always the same game


@pytest.fixture
def begun(page_for, alice, bob):
    """Return a function that opens two pages of a table, which alice creates and bob joins in the browser."""

    def make(commit="open", **context):
        one, other = page_for(alice, **context), page_for(bob, **context)
        one.goto("/tables/new/nautilus/")
        one.get_by_text("More options").click()
        one.get_by_label("In the order of joining").check()
        one.get_by_label("Sealed" if commit == "sealed" else "Open: ").check()
        one.get_by_role("button", name="Create table").click()
        expect(one.get_by_role("heading", name="Invite players")).to_be_visible()
        table = Table.objects.get()
        other.goto("/lobby/")
        other.get_by_role("link", name=f"Table {table.pk}").click()
        other.get_by_role("button", name="Join this table").click()
        scripted = context.get("java_script_enabled", True)  # the page of the open table turns into the board
        for page in (one, other) if scripted else (other,):
            expect(page.get_by_role("heading", name="Your scoreboard")).to_be_visible()
            settled(page)
        apart(lambda: deal_by(table, KEY.to_bytes(32, "big")))
        for page in (one, other):
            page.goto(f"/tables/{table.pk}/")
            settled(page)
        return one, other

    return make


@pytest.fixture
def near_end(page_for, alice, bob):
    """Return a function that opens two pages of a table whose game is nearly over."""

    def make(commit="open", **context):
        table = apart(lambda: running_table(alice, bob, title="nautilus", options={"commit": commit}))
        apart(lambda: deal_by(table, KEY.to_bytes(32, "big")))
        apart(lambda: play_near_end(table, (alice, bob), left=10))
        pages = page_for(alice, **context), page_for(bob, **context)
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
        return pages

    return make


def hand(page):
    return page.get_by_role("list", name="Your hand").get_by_role("link")


def steps(page):
    """Return the steps: buttons make one at once, links ask for confirmation first."""
    return page.get_by_role("list", name="Steps").locator("a, button")


def places(page):
    return page.get_by_role("list", name="The places of the ocean").locator("a, button")


def bar(page):
    return page.locator(".action-bar")


def commit(page, card):
    follow(page, card)
    press(page, page.get_by_role("button", name="Play card"))


def step(page, way):
    if way.evaluate("one => one.tagName") == "BUTTON":
        press(page, way)
    else:
        follow(page, way)
        press(page, page.get_by_role("button", name="Steer there"))


def play_ply(page):
    """Play the highest card, or step to a find, or else take the first action in the bar."""
    if hand(page).count():
        commit(page, hand(page).last)
    elif steps(page).count():
        finding = steps(page).filter(has_not_text=": nothing")
        step(page, (finding if finding.count() else steps(page)).first)
    else:
        press(page, bar(page).get_by_role("button").first)


def asked_one(pages):
    """Return the page of the player to act, once it shows the question; None when the game is over."""
    on_turn = Seat.objects.filter(is_awaited=True).order_by("number").first()
    if on_turn is None:
        return None
    expect(pages[on_turn.number]).to_have_title(YOUR_TURN)
    settled(pages[on_turn.number])
    return pages[on_turn.number]


def test_two_browsers_play_to_the_end(near_end):
    """No page is ever reloaded: each gets the other's moves through its socket."""
    pages = near_end()
    for page in pages:
        page.evaluate("window.isTheSame = true")
    while page := asked_one(pages):
        play_ply(page)
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_role("region", name="Scores of round 3")).to_contain_text("This round")
        assert page.evaluate("window.isTheSame")


def test_the_end_of_a_game_without_scripts(near_end):
    pages = near_end(commit="sealed", java_script_enabled=False, viewport=PHONE)
    table = Table.objects.get().pk
    while on_turn := Seat.objects.filter(is_awaited=True).order_by("number").first():
        page = pages[on_turn.number]
        arrive(page, table)
        expect(page).to_have_title(YOUR_TURN)
        play_ply(page)
    for page in pages:
        arrive(page, table)
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("All rounds have been scored.")).to_be_visible()


def test_a_card_is_viewed_and_committed_by_keyboard(begun):
    page = asked_one(begun(viewport=PHONE))
    page.evaluate("scrollTo(0, 150)")
    hand(page).last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play card")).to_be_focused()
    expect(page.get_by_role("heading", name="Current 12: you sail")).to_be_visible()
    expect(
        page.get_by_text("Ocean clockwise, H\N{NO-BREAK SPACE}0:")
    ).to_be_visible()  # among the steps of the card
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(page.get_by_role("heading", name="Waiting for")).to_be_focused()
    assert page.evaluate("scrollY") == 150
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))


@pytest.fixture
def voyage(page_for, alice, bob):
    """Return a function that opens two pages of a table in a given position."""

    def make(state, **context):
        table = apart(lambda: running_table(alice, bob, title="nautilus"))
        # The log doesn't lead to this state, so the table saves it before the next ply.
        Table.objects.filter(pk=table.pk).update(state=dump_state(state), since_kept=KEPT_EVERY)
        Seat.objects.update(is_awaited=False)
        Seat.objects.filter(number__in=GAME.to_act(state)).update(
            is_awaited=True, awaited_since=timezone.now()
        )
        pages = page_for(alice, **context), page_for(bob, **context)
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
        return pages

    return make


# Count the pieces that an animation has turned since.
COUNT_TURNS = """() => {
  window.turned = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.turned += "rotate" in frames[0] ? 1 : 0;
    return animate.call(this, frames, timing);
  };
}"""


def test_turning_the_sea_is_animated_for_both_and_can_be_taken_back(voyage):
    ocean = sea_with(east="W1-squid-1")
    one, other = voyage(committed(position("|", ocean=ocean), "current-12", "course-5"), viewport=PHONE)
    for page in (one, other):
        page.evaluate(COUNT_TURNS)
    assert places(one).count() == steps(one).count() == 2
    places(one).first.focus()
    one.keyboard.press("Enter")
    expect(other.get_by_role("list", name="The places of the ocean")).to_contain_text(
        "Alice Ardent steered here"
    )
    assert one.evaluate("turned") > 2 < other.evaluate("turned")  # the plate, and the pieces on it
    press(one, one.get_by_role("button", name="Take back"))
    expect(one.get_by_role("heading", name="Current 12: turn the ocean")).to_be_visible()
    expect(other.get_by_role("heading", name="Waiting for Alice")).to_be_visible()


def test_a_step_that_turns_a_chip_up_must_be_confirmed(voyage):
    ocean = sea_with(east="(B1-squid-coral-1)")
    page, _other = voyage(committed(position("|", ocean=ocean), "course-11", "course-5"), viewport=PHONE)
    follow(page, steps(page).filter(has_text="Turn right"))
    expect(page.get_by_role("heading", name="you can't take it back")).to_be_visible()
    steer = page.locator(".action-bar__final").get_by_role("button", name="Steer there")
    expect(steer).to_be_focused()
    follow(page, page.get_by_role("link", name="Cancel"))
    expect(steer).to_have_count(0)
    step(page, steps(page).filter(has_text="Turn right"))
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


BOXES = """() => [...document.querySelectorAll(".action-bar :is(a, button)")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def test_no_button_appears_where_the_commit_was_pressed(voyage):
    state = committed(position("|", order=(1, 0)), "thermostat-1")
    page, _other = voyage(state, viewport=PHONE)
    follow(page, page.get_by_role("link", name="Current 12"))
    chosen = page.locator(".action-bar__hand [aria-current]")
    expect(chosen).to_be_in_viewport()  # the hand has not scrolled back
    box = page.get_by_role("button", name="Play card").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    press(page, page.get_by_role("button", name="Play card"))
    assert steps(page).count() == 2
    under = [box for box in page.evaluate(BOXES) if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    assert not under


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
    expect(page.get_by_role("heading", name="swap places. Your row and columns would")).to_be_visible()
    press(page, page.get_by_role("button", name="Swap chips"))
    expect(page.locator("#log")).to_contain_text("swaps two chips")


def test_sealed_cards_lie_face_down_until_the_last_one(begun):
    one, other = begun(commit="sealed")
    commit(one, hand(one).last)
    track = other.get_by_role("region", name="Round 1 of 3")
    expect(track).to_contain_text("card face down")
    expect(track).not_to_contain_text("Current 12")
    commit(other, hand(other).first)
    expect(track).to_contain_text("Current 12")
    expect(one.locator("#log")).to_contain_text("The cards are revealed: ")
