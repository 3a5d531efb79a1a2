"""Cannonades in a real browser: whole games, with scripts and without, and answers out of turn."""

import re

import pytest
from playwright.sync_api import expect

from games.engine.codec import dump_state
from games.models import Seat, Table
from games.titles.cannonades import GAME
from tests.browser.acts import OVER, apart, arrive, follow, press
from tests.dealt import deal_by
from tests.play import running_table
from tests.titles.cannonades.positions import END, done, position

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
SHIP = re.compile(r"^\w+ ship\b")
SHORT, SHORTER = 49, 561  # keys for short games with answers and discards


def asked(page):
    return page.locator("#asked")


def hand(page, kind):
    return page.get_by_role("list", name="Your hand").get_by_role("link", name=kind)


def targets(page):
    return page.get_by_role("list", name="The fleets of the other captains").get_by_role("link")


def own(page):
    return page.get_by_role("region", name="Your fleet")


def confirm(page):
    press(page, page.locator("#confirm"))


def decide(page, control):
    """Make a move with its own button, or, if it can't be taken back, follow its link and confirm it."""
    if control.evaluate("control => control.matches('a')"):
        follow(page, control)
        confirm(page)
    else:
        press(page, control)


def discard(page):
    """Choose as many cards as must be discarded, the first ones, and discard them together."""
    follow(page, hand(page, "").first)
    while " more." in asked(page).inner_text():
        follow(page, hand(page, re.compile("^(?!.*to be discarded)")).first)
    confirm(page)


def strike(page, weapon):
    follow(page, weapon)
    follow(page, targets(page).first)
    confirm(page)


def act(page):
    """Add two ships first, then board, shoot, add more ships, and end the turn."""
    ships, guns, boarders = hand(page, SHIP), hand(page, "cannonade"), own(page).get_by_role("link")
    afloat = own(page).get_by_label(re.compile("^Your berth . ?: (?!free)")).count()
    if ships.count() and afloat < 2 and own(page).get_by_label("free").count():
        follow(page, ships.first)
        confirm(page)
    elif boarders.count() and afloat > 1:
        strike(page, boarders.first)
    elif guns.count() and targets(page).count():
        strike(page, guns.first)
    elif ships.count() and own(page).get_by_label("free").count():
        follow(page, ships.first)
        confirm(page)
    else:
        decide(page, page.locator("#end"))


def play_one(page):
    """Make one move, or discard everything that must be discarded."""
    words = asked(page).inner_text()
    if "to discard" in words or "actions are over" in words:
        discard(page)
    elif "action" in words and "over" not in words.split(".")[0]:
        act(page)
    else:  # an answer, an opening hand, a cannonade to salvage
        decide(page, page.locator(".action-bar .can-do").first)


def play_on(pages, arrive):
    """Play until the game is over; returns the questions asked."""
    questions = set()
    while awaited := Seat.objects.filter(is_awaited=True).order_by("number").first():
        page = pages[awaited.number]
        arrive(page)
        questions.add(asked(page).inner_text())
        play_one(page)
    return " ".join(questions)


def test_two_browsers_play_until_one_captain_is_left(page_for, alice, bob):
    """No page is ever reloaded: each gets the other's moves through its socket."""
    table = apart(lambda: deal_by(running_table(alice, bob, title="cannonades"), SHORT.to_bytes(32, "big")))
    pages = page_for(alice), page_for(bob)
    for page in pages:
        page.goto(f"/tables/{table.pk}/")
        page.evaluate("window.isTheSame = true")
    questions = play_on(pages, lambda page: expect(page.locator(".action-bar--yours")).to_be_visible())
    for words in ("exchange your hand", "its crew grins", "actions are over"):
        assert words in questions
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("Only one captain was left.")).to_be_visible()
        assert page.evaluate("window.isTheSame")


def test_a_whole_game_without_scripts(page_for, alice, bob):
    table = apart(lambda: deal_by(running_table(alice, bob, title="cannonades"), SHORTER.to_bytes(32, "big")))
    pages = [page_for(user, java_script_enabled=False, viewport=PHONE) for user in (alice, bob)]
    questions = play_on(pages, lambda page: arrive(page, table.pk))
    for words in ("exchange your hand", "its crew grins", "actions are over"):
        assert words in questions
    for page in pages:
        arrive(page, table.pk)
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()


def placed(state, *people):
    """Return the URL of a running table in this state."""
    table = running_table(*people, title="cannonades")
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    for seat in table.seats.all():
        seat.is_awaited = seat.number in GAME.to_act(state)
        seat.awaited_since = table.started_at if seat.is_awaited else None
        seat.save()
    return f"/tables/{table.pk}/"


def test_an_answer_out_of_turn_is_asked_and_given_by_keyboard(page_for, alice, bob):
    address = placed(position("(O0) (P0) | BG PY R0\n(B2) R0 | BG PY"), alice, bob)
    one, other = page_for(alice), page_for(bob)
    for page in (one, other):
        page.goto(address)
    hand(one, "Blue-Green").focus()
    one.keyboard.press("Enter")
    expect(targets(one).first).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("button", name="Shoot at berth 1 of Bob Bosun")).to_be_focused()
    one.keyboard.press("Enter")

    expect(asked(other)).to_have_text(
        re.compile("^Alice Ardent turned up and sank your Blue 2: its crew grins twice")
    )
    expect(one.get_by_text("Waiting for Bob Bosun to answer.")).to_be_visible()
    expect(targets(other)).to_have_count(2)  # ships that may be turned up
    expect(other).to_have_title(re.compile("Your answer"))
    other.get_by_role("link", name="Make them discard").focus()
    other.keyboard.press("Enter")
    expect(other.get_by_role("button", name="Make them discard")).to_be_focused()
    other.keyboard.press("Enter")

    expect(asked(one)).to_have_text(re.compile("^You turned up Blue 2 of Bob Bosun, and it grins back"))
    expect(asked(other)).to_have_text("Waiting for Alice Ardent.")
    follow(one, hand(one, "Red ship"))
    confirm(one)
    expect(asked(other)).to_have_text(re.compile("^Alice Ardent sank your Blue 2"))


def test_the_last_card_of_the_deck_brings_the_stand_off_and_the_comparison(page_for, alice, bob):
    state = position("(O0) B1 | BG G0\n(R0) | PY R0", deck="OR", rest="discards")
    address = placed(state, alice, bob)
    pages = one, other = page_for(alice), page_for(bob)
    for page in pages:
        page.goto(address)
    follow(one, hand(one, "Blue-Green"))
    expect(one.get_by_text("This draws the last card of the deck")).to_be_visible()
    press(one, one.get_by_role("button", name="Discard it, draw 1 card"))
    other.get_by_text("the last turns").click()
    expect(other.get_by_text("Alice Ardent drew the last card")).to_be_visible()
    questions = play_on(pages, lambda page: expect(page.locator(".action-bar--yours")).to_be_visible())
    assert "take a cannonade from the discard pile" in questions and "Your last turn" in questions
    assert Table.objects.get().reason == "stand-off"
    for page in pages:
        page.get_by_text("The game in numbers").click()
        expect(page.get_by_role("table").filter(has_text="Facing the same way")).to_be_visible()
        expect(page.get_by_role("heading", name="Cards off the table")).to_be_visible()


def test_several_discards_in_one_go_keep_the_keyboard_in_the_hand(page_for, alice, bob):
    state = done(position("(O0) | BG BG PY R0 G0 G1\n(B2) R0 | BG PY"), (0, END))
    page = page_for(alice)
    page.goto(placed(state, alice, bob))
    for name in ("Green ship, no grin", "Green ship, 1 grin"):
        hand(page, name).focus()
        page.keyboard.press("Enter")
        expect(hand(page, f"{name}, faces left, to be discarded")).to_be_focused()
    follow(page, hand(page, "Purple-Yellow"))
    press(page, page.get_by_role("button", name="Discard: Green 0, Green 1 and Purple-Yellow"))
    expect(page.locator("#table")).to_have_attribute("data-ply", "3")
    expect(page.locator("#log")).to_contain_text("Alice Ardent discards Green 1.")


def test_a_ship_is_added_in_two_taps_and_an_order_answers_from_now_on(page_for, alice, bob):
    """A ship to turn up is chosen on the board; the order is given under the question and marked on the fleet."""
    address = placed(position("(O0) . | BG PY R0 G1\n(B2) R0 G1 | BG PY"), alice, bob)
    one, other = page_for(alice, viewport=PHONE), page_for(bob, viewport=PHONE)
    for page in (one, other):
        page.goto(address)
    follow(one, hand(one, "Red ship"))
    press(one, own(one).get_by_role("button", name="add the ship here"))
    strike(one, hand(one, "Blue-Green"))
    expect(one.locator("#last-word")).to_contain_text("Blue 2")
    expect(one.locator(".card-result--lost")).to_have_text("Sunk")
    follow(other, targets(other).nth(1))
    expect(asked(other)).to_contain_text("Turn up berth 2 of Alice Ardent?")
    press(other, other.get_by_role("button", name="Turn it up"))
    expect(other.locator(".card-result")).to_have_text("Turned up")
    other.locator("#always > summary").click()
    press(other, other.get_by_role("button", name="Make them discard; otherwise draw; otherwise ask me"))
    expect(own(other).get_by_role("link", name="Orders in force")).to_be_visible()
    expect(asked(one)).to_contain_text("choose a card to discard")
