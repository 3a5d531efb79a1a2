"""The presenter of Cannonades: words for everything, a link or button for every move, nothing hidden."""

import re
from dataclasses import replace
from itertools import islice
from urllib.parse import parse_qsl

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.codec import dump_move, load_move
from games.engine.presenter import Scene
from games.titles.cannonades import GAME
from games.titles.cannonades.cards import CARDS
from games.titles.cannonades.presenter import PRESENTER
from games.titles.cannonades.presenter.words import card_name
from tests.engine.positions import Case, begin, random_game
from tests.engine.profile import random_games
from tests.titles.cannonades.positions import END, board, do, done, grin, late, opening, position, shoot

NAMES = ("Anne", "Benno", "Clara", "David", "Emil")
cases = st.sampled_from([Case(GAME, seats, {}) for seats in GAME.seats])
numbers = st.integers(min_value=0, max_value=2**64)
games = random_games(12)
LINE = "(O0) B1 (P0) | BG BG PY R0\n(B2) R0 | BG PY\n(Y0) G1 | G0 OR"


def scene_of(state, seat, **choice):
    legal = GAME.legal_moves(state, seat) if seat is not None else ()
    return Scene(seat, NAMES[: len(state.hands)], legal, choice, len(state.hands), bool(legal))


def seen(state, seat, **choice):
    return PRESENTER.board(GAME.observe(state, seat), scene_of(state, seat, **choice))


def words_in(value):
    """Yield all texts within facts or the values of a board."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for part in value.values() for word in words_in(part)]
    if isinstance(value, list | tuple):
        return [word for part in value for word in words_in(part)]
    return words_in(vars(value)) if hasattr(value, "__dataclass_fields__") else []


def named(text):
    """Return the faces named in a text."""
    return {face for face in CARDS if re.search(rf"\b{card_name(face)}\b", text)}


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_every_event_has_a_sentence_that_names_only_visible_cards(case, number, leavers):
    plies = list(random_game(case, number, leavers))
    steps = [(begin(case, number)[1].state, begin(case, number)[1].events)]
    steps += [(ply.step.state, ply.step.events) for ply in plies]
    for state, events in steps:
        for known in (state, plies[-1].step.state):  # as shown then, and as the log shows it in the end
            for seat in (None, *range(case.seats)):
                for event in events:
                    facts = GAME.recall(known, seat, event)
                    told = str(PRESENTER.sentence(event.type, facts, NAMES[: case.seats]))
                    assert told.endswith(".") and "%" not in told and "None" not in told
                    assert named(told) <= set(words_in(facts))


@games
@given(case=cases, number=numbers)
def test_a_board_names_only_cards_that_its_reader_sees(case, number):
    for ply in islice(random_game(case, number, leavers=True), 0, None, 3):
        state = ply.step.state
        for seat in (None, *range(case.seats)):
            known = set(words_in(msgspec.to_builtins(GAME.observe(state, seat))))
            page = "\n".join(words_in(seen(state, seat)))
            assert named(page) | {face for face in CARDS if face in page} <= known


junk = st.text(max_size=12) | st.sampled_from(
    ["blue-green", "red-2", "0-0", "1-0", "1-3", "4-3", "0", "3", ",", "٣"]
)
choices = st.dictionaries(st.sampled_from(["card", "ship", "at", "discards", "x"]), junk)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(case=cases, number=numbers, choice=choices, depth=st.integers(0, 60))
def test_a_board_can_be_drawn_with_any_choice(case, number, choice, depth):
    *_, ply = islice(random_game(case, number), depth + 1)
    for seat in (None, *range(case.seats)):
        seen(ply.step.state, seat, **choice)
    view = GAME.observe(ply.step.state, None)
    assert all(PRESENTER.tallies(view, seat) for seat in range(case.seats))


def links(page):
    berths = [berth for fleet in (*page["fleets"], page["own"]) if fleet for berth in fleet.berths]
    buttons = (*page["buttons"], *page["answers"], *page["finals"])
    return {it.target for it in (*berths, *page["hand"]) if it.target} | {
        it.href for it in buttons if it.href
    }


def moves_on(page):
    """Return the moves of all buttons; for several moves at once, the first."""
    shown = (*page["buttons"], *page["answers"], *page["finals"])
    return {move for it in shown for move in (it.moves[:1] or (it.json,)) if move}


def reachable(state, seat):
    """Return all moves that links and buttons lead to, starting from the first page."""
    found, seen_links, waiting = set(), {""}, [""]
    while waiting:
        page = seen(state, seat, **dict(parse_qsl(waiting.pop().lstrip("?"))))
        found |= moves_on(page)
        fresh = {link for link in links(page) if link.count(",") < 1} - seen_links
        seen_links |= fresh
        waiting += fresh
    return found


@settings(max_examples=8, deadline=None, derandomize=True)
@given(case=cases, number=numbers)
def test_links_and_buttons_lead_to_the_legal_moves_and_to_no_others(case, number):
    for ply in islice(random_game(case, number), 0, None, 9):
        for seat in range(case.seats):
            legal = {dump_move(move) for move in GAME.legal_moves(ply.before, seat)}
            assert reachable(ply.before, seat) == legal


def test_several_cards_are_discarded_at_once_as_separate_plies():
    state = done(position("(O0) B1 | BG BG PY R0 G0 G1 OR\n(B2) | BG"), (0, END))
    assert "discard 4 cards" in PRESENTER.prompt(GAME.observe(state, 0), 0)
    page = seen(state, 0, discards="blue-green,red-0,blue-green")
    assert page["asked"] == "Discard 2 × Blue-Green and Red 0? Choose 1 more."
    (button,) = page["finals"]
    assert [held.is_chosen for held in page["hand"]].count(True) == 3
    for move in button.moves:
        assert GAME.to_act(state) == {0}
        state = do(state, 0, load_and_dump(move)).state
    assert state.discards == ("red-0", "blue-green", "blue-green")


def load_and_dump(move):
    kept = load_move(GAME, move)
    return {"type": "discard", "card": kept.card}


def test_no_more_can_be_chosen_than_is_due():
    """The first choice is replaced; a card can't be chosen more often than it is in the hand."""
    state = done(position("(O0) | BG BG PY R0 G0\n(B2) | BG"), (0, END))
    page = seen(state, 0, discards="blue-green,green-0")
    assert page["asked"] == "Discard Blue-Green and Green 0?"
    assert "?discards=green-0,red-0" in {held.target for held in page["hand"]}
    assert seen(state, 0, discards="red-0,red-0,blue-0")["asked"] == "Discard Red 0? Choose 1 more."
    assert seen(state, 1, discards="blue-green")["finals"] == []


def test_a_question_says_what_happened_and_what_each_choice_does():
    state = do(position(LINE), 0, shoot("BG", 1, 0)).state
    page = seen(state, 1)
    assert page["asked"].startswith("Anne turned up and sank your Blue 2: its crew grins twice.")
    assert [it.label for it in page["answers"]] == ["Draw a card", "Make them discard", "Do nothing"]
    offered = {
        (it.seat, it.number): it.target for fleet in page["fleets"] for it in fleet.berths if it.target
    }
    assert offered == {(0, 1): "?reveal=0", (0, 3): "?reveal=2"}
    chosen = seen(state, 1, reveal="2")
    assert chosen["asked"].startswith("Turn up berth 3 of Anne? This won't sink it,")
    assert [it.note for it in chosen["finals"]] == ["Turn it up: berth 3 of Anne"] and chosen["answers"] == []
    for reader in (0, 2, None):
        told = seen(state, reader)
        assert told["answers"] == told["buttons"] == told["finals"] == []
        assert told["queue"][0].text.endswith("Waiting for Benno to answer.")


def test_an_answer_that_draws_the_last_card_says_so():
    state = do(position(LINE, deck="BG", rest="discards"), 0, shoot("BG", 1, 0)).state
    assert "turn of Anne ends" in seen(state, 1)["answers"][0].note


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (shoot("BG", 1, 0), "You turned up Blue 2 of Benno, and it grins back: choose a card to discard."),
        (shoot("PY", 1, 0), "You turned up Blue 2 of Benno, and it grins back: choose a card to discard."),
        (shoot("BG", 2, 1), "You sank Green 1 of Clara, and it grins back: choose a card to discard."),
    ],
)
def test_a_forced_discard_is_explained_to_everybody(first, words):
    state = do(position(LINE), 0, first).state
    state = do(state, next(iter(GAME.to_act(state))), grin("discard")).state
    assert seen(state, 0)["asked"] == words
    assert seen(state, 2)["queue"][0].text.endswith("Waiting for Anne to discard a card.")


def test_both_captains_read_about_a_boarding_that_grins():
    state = do(position(LINE), 0, board(1, 1, 1)).state
    assert seen(state, 0)["asked"] == "You boarded Benno with Blue 1, and its crew grins. What should it do?"
    state = do(state, 0, grin("discard")).state
    assert seen(state, 1)["asked"] == "Anne boarded you with Blue 1, and it grins: choose a card to discard."


def test_before_a_shot_the_board_shows_which_cards_sink_which_ships():
    state = position(LINE)
    ranges = {(it.name, it.berth): it for it in seen(state, 0)["in_range"]}
    assert set(ranges) == {("Benno", 2), ("Clara", 2)}
    assert ranges["Benno", 2].guns == ranges["Benno", 2].boarders == []
    assert [gun.id for gun in ranges["Clara", 2].guns] == ["blue-green"]
    marks = {(b.seat, b.number): b.mark for f in seen(state, 0)["fleets"] for b in f.berths if b.mark}
    assert marks == {(2, 2): "hit"}
    marks = {
        (b.seat, b.number): b.mark for f in seen(state, 0, card="purple-yellow")["fleets"] for b in f.berths
    }
    assert (marks[1, 2], marks[2, 2], marks[1, 1]) == ("miss", "miss", "")
    held = {it.face.id: it.mark for it in seen(state, 0, at="2-1")["hand"]}
    assert held == {"blue-green": "hit", "purple-yellow": "miss", "red-0": ""}


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (
            {"card": "blue-green", "at": "1-0"},
            "against berth 1 of Benno: it sinks Blue or Green, 10 of the 20 ships you have not seen.",
        ),
        (
            {"card": "blue-green", "at": "2-1"},
            "sinks Green 1 of Clara. Its crew grins: Clara will answer once.",
        ),
        ({"ship": "1", "at": "1-1"}, "Blue 1 would miss Red 0 of Benno."),
        ({"at": "2-1"}, "You could sink Green 1 of Clara with: Blue-Green cannonade."),
        ({"at": "1-1"}, "You have nothing that would sink"),
    ],
)
def test_a_choice_says_what_it_would_do(choice, words):
    assert words in seen(position(LINE), 0, **choice)["asked"]


def test_a_ship_is_added_by_its_berth_if_that_can_be_taken_back():
    """It asks for the last action, which ends the turn, and for readers who want to be asked."""
    table = "(O0) . B1 | R0 BG\n(B2) | BG"
    legal = {"card": "red-0"}

    def landing(is_quick=True, **facts):
        state = position(table, **facts)
        scene = replace(scene_of(state, 0, **legal), is_quick=is_quick)
        return {
            it.number: it.json
            for it in PRESENTER.board(GAME.observe(state, 0), scene)["own"].berths
            if it.json
        }

    assert landing() == {2: '{"type":"add","card":"red-0"}'}
    assert landing(actions=1) == landing(is_quick=False) == {}


def test_the_result_of_the_latest_ply_is_shown_on_its_berth():
    state = position(LINE)
    for move, place, kind in (
        (shoot("BG", 1, 0), (1, 1), "sunk"),
        (shoot("PY", 1, 0), (1, 1), "missed"),
        (board(1, 2, 1), (2, 2), "missed"),
    ):
        step = do(state, 0, move)
        events = tuple((event.type, event.facts_for(2)) for event in step.events)
        scene = replace(scene_of(step.state, 2), latest=((0, events),))
        page = PRESENTER.board(GAME.observe(step.state, 2), scene)
        fleets = (*page["fleets"], page["own"])
        assert {
            (it.seat, it.number): it.result.kind for fleet in fleets for it in fleet.berths if it.result
        } == {place: kind}


def test_cards_that_everybody_has_seen_are_counted():
    page = seen(position(LINE, deck="BG", rest="discards"), 2)
    rows = {sign.colour: [(one.count, one.total) for one in row] for sign, row in page["counts"].ships}
    assert rows["blue"] == [(3, 3), (2, 2), (0, 1)] and rows["red"] == [(1, 2), (0, 0), (1, 1)]
    assert [(one.count, one.total) for _signs, one in page["counts"].guns] == [(8, 12), (6, 8), (5, 6)]


def test_ending_a_turn_warns_of_what_follows():
    (end,) = seen(position("(O0) | BG BG PY R0 G0\n(B2) | BG"), 0)["finals"]
    assert end.note == "Then you discard 2 cards."
    state = position(" | BG BG\n(B2) | BG")
    assert seen(state, 0)["finals"][0].note == "You have no ship on the table: you will be out."
    assert "you're out" in PRESENTER.prompt(GAME.observe(state, 0), 0)


def test_choices_about_opening_hands_stay_private_until_all_have_chosen():
    state = opening("G0 BG BG PY OR\nG0 BG BG PY OR\nB0 B0 BG BG PY", (0, 1))
    assert len(seen(state, 1)["set_up"]) == 1
    state = do(state, 0, {"type": "redraw"}).state
    assert "You have chosen to exchange your hand." in seen(state, 0)["set_up"]
    for reader in (1, 2, None):
        assert "exchange your hand" not in " ".join(seen(state, reader)["set_up"])
        assert "Waiting for these captains to choose: Benno." in seen(state, reader)["set_up"][1]


def test_the_stand_off_is_explained_and_compared():
    state = late("O0 (G1) (B1) | PY BG\n(P0) G0 | R0\n(B0) | BG", seat=1, awaited=())
    assert "Benno drew the last card" in seen(state, None)["stand_off"][0]
    ended = PRESENTER.ending(GAME.observe(do(state, 1, END).state, 2), ("Anne", "Benno", "Clara"))
    assert ended.cause == "Anne had more ships than Benno: 3 to 2."
    assert [(row.label, row.values[0]) for row in ended.reckoning.counts] == [
        ("Anne", 3), ("Benno (starter)", 2), ("Clara", 1),
    ]  # fmt: skip
    assert [whose for whose, _cards in ended.hidden[-3:]] == [
        "Hand of Anne",
        "Hand of Benno",
        "Hand of Clara",
    ]


def test_eliminated_players_watch_like_spectators():
    state = position("(O0) B1 | BG PY\n | \n(Y0) | G0 OR", out=(1,), seat=2)
    mine, theirs = seen(state, 1), seen(state, None)
    assert "can keep watching" in mine["watching"]
    assert mine["own"] is None and mine["hand"] == []
    mine_by_seat = {fleet.seat: replace(fleet, is_mine=False) for fleet in mine["fleets"]}
    assert {fleet.seat: fleet for fleet in theirs["fleets"]}[0].berths == mine_by_seat[0].berths


def test_all_orders_and_reasons_have_words():
    assert {order.name: set(order.values) for order in GAME.orders} == {
        name: set(words.values) for name, words in PRESENTER.orders.items()
    }
    assert set(PRESENTER.reasons) == set(GAME.reasons)
    assert dict(PRESENTER.options) == {}
