"""Public and hidden information: CL-5 and CL-9."""

import msgspec
import pytest

from games.engine.chance import Chance
from games.engine.codec import dump
from games.titles.cardline import GAME
from tests.titles.cardline.positions import do, leave, position, see, tokens, turns, wrong

LINE = "10 20 30"
DECK = "50 60 70 80 90 91"
FRONT = {"id", "name", "epithet", "side", "origin"}
BACK = {"value", "strength_kg", "iq", "fighting", "note"}


def keys(face):
    return set(msgspec.to_builtins(face))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_cl_5_everybody_sees_only_the_front_of_cards_in_hand(seat):
    view = see(position(LINE, "15 16 | 25", deck=DECK), seat)
    assert [tokens(hand) for hand in view.hands] == ["15 16", "25"]
    assert {frozenset(keys(face)) for hand in view.hands for face in hand} == {frozenset(FRONT)}


def test_cl_5_the_deck_shows_only_its_count():
    view = see(position(LINE, "15 16 | 25", deck=DECK))
    assert (view.deck, view.deck_cards) == (6, None)
    assert not any(f"v{token}" in str(dump(view)) for token in DECK.split())


def test_cl_9_cards_in_the_line_and_the_box_show_the_chosen_trait_too():
    view = see(position(LINE, "15 16 | 25", deck=DECK, box="40 99"))
    assert [face.value for face in (*view.line, *view.box)] == [10, 20, 30, 40, 99]
    assert {frozenset(keys(face)) for face in (*view.line, *view.box)} == {frozenset(FRONT | {"value"})}


def test_cl_9_placed_cards_show_only_the_chosen_trait():
    view = see(do(position(LINE, "5 16 | 25", deck=DECK), 0, "5", 3).state)
    assert view.last[1] is None
    assert keys(view.last[0].card) == FRONT | {"value"}
    assert (view.last[0].card.value, view.last[0].slot, view.last[0].right) == (5, 3, False)


def test_cl_9_a_returned_card_shows_only_its_front():
    """Its value is in the log."""
    view = see(wrong(position(LINE, "5 77 | 25"), 0))
    assert tokens(view.hands[0]) == "77 5"
    assert keys(view.hands[0][1]) == FRONT


def test_cl_9_after_the_game_all_cards_are_fully_shown():
    view = see(turns(position(LINE, "15 | 25 26 | 5", deck=DECK, box="40"), "+--"))
    groups = (view.line, view.box, *view.hands, view.deck_cards)
    assert [len(group) for group in groups] == [4, 3, 0, 2, 1, 4]
    for face in (face for group in groups for face in group):
        assert keys(face) == FRONT | BACK
        assert (face.value, face.iq, face.strength_kg) == (
            face.fighting,
            face.fighting + 100,
            face.fighting + 1000,
        )
        assert face.note == f"Note {face.id[1:]}"


def test_cl_9_the_log_names_cards_and_only_values_of_played_ones():
    step = do(position(LINE, "5 16 | 25", deck=DECK), 0, "5", 3)
    placed, taken = (GAME.recall(step.state, None, event) for event in step.events)
    assert placed["names"] == {"v5": "Name 5", "v30": "Name 30", "v10": "Name 10"}
    assert placed["value"] == 5
    assert taken == {"seat": 0, "turn": 10, "card": "v50", "names": {"v50": "Name 50"}}


def test_the_log_says_who_left_without_naming_cards():
    state = position(LINE, "15 | 25 | 5")
    event = GAME.leave(state, 1, Chance(b"", 0)).events[0]
    assert GAME.recall(state, 0, event) == {"seat": 1, "turn": 10}


def worlds(state, count=200):
    return [GAME.resample(state, None, Chance(b"world", number)) for number in range(count)]


def test_resample_redeals_values_and_the_order_of_the_deck():
    state = position(LINE, "15 16 | 25", deck=DECK, box="40 41")
    held = {(card.id, card.value) for world in worlds(state) for card in world.hands[0]}
    values = {15, 16, 25, *map(int, DECK.split())}
    assert held == {(card, value) for card in ("v15", "v16") for value in values}
    assert {world.deck[0].id for world in worlds(state)} == {f"v{token}" for token in DECK.split()}


def test_resample_keeps_every_value_that_was_shown():
    state = position(LINE, "15 5 | 25", deck="", box="40 41 42")
    after = do(state, 0, "5", 3).state
    for world in worlds(after):
        assert (world.line, world.box, world.last) == (after.line, after.box, after.last)
        came_back = [card for card in (*world.deck, *world.hands[0]) if card.id != "v15"]
        assert all(card.id == f"v{card.value}" for card in came_back)
        assert {card.value for hand in world.hands for card in hand if card.id in ("v15", "v25")} == {15, 25}


def test_nothing_is_redealt_after_the_game():
    state = leave(position(LINE, "15 | 25", deck=DECK), 0)
    assert worlds(state, 3) == [state] * 3
