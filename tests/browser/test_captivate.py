"""Captivate in a real browser: to the end with and without scripts, and what an update must not disturb."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Seat, Table
from games.titles.captivate.cards import CARDS
from games.titles.captivate.state import Capture, Play
from tests.browser.acts import OVER, apart, arrive, follow, press, settled
from tests.dealt import deal_by
from tests.play import play_near_end, running_table

pytestmark = pytest.mark.browser

LAY = re.compile("^(Play|Capture) ")
YOUR_TURN = re.compile("Your turn · Captivate")
PHONE = {"width": 360, "height": 740}
TIE, FULL_FIELD = 279, 174  # keys: the ends reached by always laying the lowest card in the first cell


@pytest.fixture
def begun(page_for, alice, bob):
    """Return a function that opens two pages of a table, which alice creates and bob joins in the browser."""

    def make(**options):
        one, other = page_for(alice, **options), page_for(bob, **options)
        one.goto("/tables/new/captivate/")
        one.get_by_text("More options").click()
        one.get_by_label("In the order of joining").check()
        one.get_by_role("button", name="Create table").click()
        expect(one.get_by_role("heading", name="Invite players")).to_be_visible()
        table = Table.objects.get()
        other.goto("/lobby/")
        other.get_by_role("link", name=f"Table {table.pk}").click()
        other.get_by_role("button", name="Join this table").click()
        scripted = options.get("java_script_enabled", True)  # the page of the open table turns into the board
        for page in (one, other) if scripted else (other,):
            expect(field(page)).to_be_visible()
            settled(page)
        apart(lambda: deal_by(table, TIE.to_bytes(32, "big")))
        for page in (one, other):
            page.goto(f"/tables/{table.pk}/")
            settled(page)
        return one, other

    return make


@pytest.fixture
def near_end(page_for, alice, bob):
    """Return a function that opens two pages of a table whose game is nearly over."""

    def make(key, **options):
        table = apart(lambda: deal_by(running_table(alice, bob), key.to_bytes(32, "big")))
        apart(lambda: play_near_end(table, (alice, bob), left=12, choose=first_move))
        pages = page_for(alice, **options), page_for(bob, **options)
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
        return pages

    return make


def first_move(game, state, seat, chance):
    """Return what `play_turn` does next: the lowest card in the first cell, or the end of the turn."""
    moves = game.legal_moves(state, seat)
    lays = [move for move in moves if isinstance(move, Play | Capture)]
    return min(lays, key=lambda move: (CARDS[move.card].value, move.card, move.cell[::-1]), default=moves[0])


def field(page):
    return page.get_by_role("region", name="The field")


def hand(page):
    return page.get_by_role("list", name="Your hand").get_by_role("link")


def ply(page):
    return int(page.locator("#table").get_attribute("data-ply"))


def lay(page):
    """Lay the lowest card in the first cell that lights up."""
    follow(page, hand(page).first)
    if targets(page).first.evaluate("target => target.matches('a')"):
        follow(page, targets(page).first)  # the last card of the field, which can't be undone
        press(page, page.locator("#confirm"))
    else:
        press(page, targets(page).first)


def targets(page):
    """Return the places where the chosen card can go."""
    return page.locator(".captivate-board .target")


def play_turn(page):
    """Lay every card that can be laid, and end the turn, unless the game has ended before."""
    while hand(page).count():
        lay(page)
    if page.get_by_role("link", name="End your turn").count():
        end_turn(page)


def end_turn(page):
    """End the turn and confirm it, because it can't be undone."""
    follow(page, page.get_by_role("link", name="End your turn"))
    expect(page.get_by_role("heading", name="You can't take this back")).to_be_visible()
    press(page, page.get_by_role("button", name="End your turn"))


def play_on(pages, arrive):
    """Play until nobody has a card to lay; `arrive` waits until a page shows the player's turn."""
    while (on_turn := Seat.objects.filter(is_awaited=True)).count() == 1:
        page = pages[on_turn.get().number]
        arrive(page)
        play_turn(page)


def throw(page, hand):
    """Choose a throw and confirm it, because it can't be undone."""
    follow(page, page.get_by_role("list", name="Your throw").get_by_role("link", name=hand))
    expect(page.get_by_role("heading", name="You can't take this back")).to_be_visible()
    press(page, page.get_by_role("button", name="Throw it"))


def test_two_browsers_play_to_the_end_and_throw_for_it(near_end):
    """No page is ever reloaded: each gets the other's moves through its socket."""
    pages = one, other = near_end(TIE)
    for page in pages:
        page.evaluate("window.isTheSame = true")
    play_on(pages, lambda page: expect(page).to_have_title(YOUR_TURN))

    throw(one, "Rock")
    expect(other.get_by_text("Waiting for: Bob Bosun.")).to_be_visible()
    throw(other, "Paper")
    for page, words in ((one, "Bob Bosun wins"), (other, "You win")):
        expect(page.get_by_role("heading", name=OVER)).to_contain_text(words)
        expect(page.locator(".result__told").get_by_text("14 points")).to_have_count(2)
        assert page.evaluate("window.isTheSame")


def test_the_end_of_a_game_without_scripts(near_end):
    pages = near_end(FULL_FIELD, java_script_enabled=False, viewport=PHONE)
    table = Table.objects.get().pk

    def go_there(page):
        arrive(page, table)
        expect(page).to_have_title(YOUR_TURN)

    play_on(pages, go_there)
    for page in pages:
        arrive(page, table)
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("The field was full")).to_be_visible()


def test_choosing_keeps_the_scroll_position_and_moves_the_focus(begun):
    one, _ = begun(viewport=PHONE)
    one.evaluate("scrollTo(0, 40)")
    hand(one).first.focus()
    one.keyboard.press("Enter")
    expect(targets(one).first).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("heading", name="1 card laid.")).to_be_focused()
    assert one.evaluate("scrollY") == 40
    expect(one).to_have_url(re.compile(r"/tables/\d+/$"))


def test_without_scripts_a_choice_leads_back_to_the_field(begun):
    one, _ = begun(java_script_enabled=False, viewport=PHONE)
    one.reload()
    follow(one, hand(one).first)
    expect(targets(one).first).to_be_in_viewport()
    assert one.url.endswith("#field")
    press(one, targets(one).first)
    assert one.url.endswith("/#field")
    expect(hand(one).first).to_be_in_viewport()


def test_a_choice_survives_unrelated_updates(begun, page_for, alice):
    """The same player lays a card on another page: the card chosen here stays chosen if it is still in hand."""
    one, other = begun()
    follow(one, hand(one).last)
    expect(one.get_by_role("heading", name="choose where to lay it")).to_be_visible()
    chosen = one.url
    again = page_for(alice)
    again.goto(other.url)
    lay(again)
    expect(one.locator("#table")).to_have_attribute("data-ply", "1")
    expect(one.get_by_role("heading", name="choose where to lay it")).to_be_visible()
    assert one.url == chosen


def test_an_error_is_shown_and_focused(begun, page_for, alice):
    one, other = begun()
    stale = page_for(alice)
    stale.route_web_socket("**/ws/**", lambda socket: socket.close())  # so it never gets a nudge
    stale.goto(other.url)
    follow(stale, hand(stale).first)
    lay(one)
    end_turn(one)

    targets(stale).first.click()
    expect(stale.get_by_role("alert").filter(has_text="not your turn now")).to_be_focused()
    assert stale.url == other.url
    expect(stale.get_by_role("heading", name="Waiting for Bob Bosun.")).to_be_visible()


def test_a_lost_socket_reconnects_and_fetches_what_was_missed(begun, page_for, charlie):
    one, other = begun()
    dropped = []

    def drop_the_first(socket):
        if dropped:
            socket.connect_to_server()
        else:
            dropped.append(socket)
            socket.close()

    watching = page_for(charlie)
    watching.route_web_socket("**/ws/**", drop_the_first)
    watching.goto(other.url)
    lay(one)
    expect(watching.locator("#log")).to_contain_text("Alice Ardent plays")
    assert dropped


def test_the_list_of_tables_updates_itself(begun, page_for, bob):
    one, _ = begun()
    mine = page_for(bob)
    mine.goto("/tables/")
    mine.evaluate("window.isTheSame = true")
    expect(mine.get_by_text("Your game")).to_be_visible()
    lay(one)
    end_turn(one)
    expect(mine.get_by_role("main").get_by_text("Your turn")).to_be_visible()
    expect(mine.get_by_role("banner").get_by_role("link", name="Next table")).to_be_visible()
    expect(mine).to_have_title(re.compile(r"^\(1\) My tables"))
    assert mine.evaluate("window.isTheSame")


def test_players_who_want_to_confirm_moves_confirm_every_card(begun):
    one, _ = begun()
    follow(one, one.get_by_role("button", name="Ask me before every move"))
    follow(one, hand(one).first)
    follow(one, targets(one).first)
    assert ply(one) == 0
    press(one, one.get_by_role("button", name=LAY))
    follow(one, one.get_by_role("link", name="End your turn"))
    expect(one.get_by_role("heading", name="End your turn?")).to_be_visible()
    follow(one, one.get_by_role("link", name="Cancel"))
    follow(one, one.get_by_role("button", name="Make moves at once that I can take back"))
    lay(one)
    press(one, one.get_by_role("button", name="Take back"))


def test_the_back_button_first_undoes_the_choice(begun):
    one, _ = begun()
    one.goto("/lobby/")
    one.go_back()
    table, chosen = one.url, one.locator("#table [aria-current=true]")
    settled(one)
    follow(one, hand(one).first)
    follow(one, hand(one).nth(1))
    one.go_back()
    expect(chosen).to_have_count(0)
    assert one.url == table
    lay(one)
    assert ply(one) == 1
    follow(one, hand(one).first)
    one.go_back()
    expect(chosen).to_have_count(0)
    assert ply(one) == 1
    one.go_back()
    expect(one).not_to_have_url(table)


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_double_press_does_not_end_the_turn(begun, clicks):
    """The link to the question is apart, and a double press there goes no further."""
    one, _ = begun()
    follow(one, hand(one).first)
    box = targets(one).first.bounding_box()
    x, y = box["x"] + 20, box["y"] + 20
    one.mouse.click(x, y)
    end = one.get_by_role("link", name="End your turn")
    there = end.bounding_box()
    assert not (
        there["x"] <= x <= there["x"] + there["width"] and there["y"] <= y <= there["y"] + there["height"]
    )
    end.evaluate(
        "(end, at) => Object.assign(end.style, {position: 'fixed', left: `${at[0] - 9}px`, top: `${at[1] - 9}px`})",
        [x, y],
    )
    one.mouse.click(x, y, click_count=clicks)
    one.wait_for_timeout(300)
    assert ply(one) == 1
