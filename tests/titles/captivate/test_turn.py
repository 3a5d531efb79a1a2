"""A turn: what may be laid, what it flips and what it captures: CV-7 to CV-11, CV-18."""

import pytest

from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.captivate import GAME
from games.titles.captivate.state import Capture, End, Play
from tests.titles.captivate.positions import (
    END,
    cards,
    do,
    done,
    down,
    event,
    lay,
    position,
    refuse,
    see,
    take,
    throw,
)


def test_cv_07_play_capture_and_end_in_one_turn():
    """CV-7: several moves in one turn, in any order, and then the end."""
    state = position("E5 (W6) D7", "L1 L2 L3 L4 L9 | W2")
    state = done(state, (0, lay("L1", 0, -1)), (0, take("L9", 1, 0)), (0, lay("L2", 0, 1)))
    assert state.seat == 0
    assert state.laid == 3
    state = do(state, 0, END).state
    assert state.seat == 1


def test_cv_07_these_are_exactly_the_legal_moves():
    """CV-7: each card into each open cell, each card on each face-down card, no end before a card was laid."""
    state = position("E5 (W6)", "L1 L2 | W2")
    open_cells = ((-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1))
    plays = {Play(card, cell) for card in cards("L1 L2") for cell in open_cells}
    assert set(GAME.legal_moves(state, 0)) == plays | {Capture(card, (1, 0)) for card in cards("L1 L2")}
    assert End() in GAME.legal_moves(do(state, 0, lay("L1", 1, 1)).state, 0)


def test_cv_07_no_end_before_a_card_was_laid():
    """CV-7: `end` only after at least one play or capture this turn."""
    state = position("E5 (W6)", "L1 L2 | W2")
    refuse(state, 0, END)
    assert do(do(state, 0, take("L1", 1, 0)).state, 0, END).state.seat == 1


def test_cv_07_only_cards_from_the_own_hand():
    """CV-7: not a card of another hand, of the deck, of the field or of no deck at all."""
    state = position("E5 (W6)", "L1 | W2")
    for short in ("W2", "D9", "E5", "W6"):
        refuse(state, 0, lay(short, 0, 1))
        refuse(state, 0, take(short, 1, 0))
    refuse(state, 0, {"type": "play", "card": "light-14", "cell": [0, 1]})
    refuse(state, 0, {"type": "play", "card": "", "cell": [0, 1]})


def test_cv_07_a_card_is_laid_once():
    """CV-7: a card that was laid is no longer in hand."""
    state = do(position("E5", "L1 L2 | W2"), 0, lay("L1", 0, 1)).state
    refuse(state, 0, lay("L1", 0, 2))


def test_cv_07_only_the_seat_on_turn():
    """CV-7: the others wait."""
    state = position("E5 (W6)", "L1 | W2", laid=1)
    for form in (lay("W2", 0, 1), take("W2", 1, 0), END):
        refuse(state, 1, form)


def test_cv_07_capture_needs_a_face_down_card():
    """CV-7: not on a face-up card, not on an empty cell; and no play onto a face-down card."""
    state = position("E5 (W6)", "L1 | W2")
    refuse(state, 0, take("L1", 0, 0))
    refuse(state, 0, take("L1", 0, 1))
    refuse(state, 0, take("L1", 7, 7))
    refuse(state, 0, lay("L1", 1, 0))


@pytest.mark.parametrize("short", ["L1", "D13", "E1"])
def test_cv_07_any_card_captures_any_face_down_card(short):
    """CV-7: value and element of the capturing card do not matter, nor does a neighbour."""
    step = do(position("(D12)", f"{short} | W2"), 0, take(short, 0, 0))
    assert step.state.set_aside == cards("D12")
    (laid,) = step.state.field
    assert (laid.card, laid.cell, laid.up, laid.fresh) == (*cards(short), (0, 0), True, True)
    assert not step.state.hands[0]


def test_cv_07_a_throw_is_no_move_of_a_turn():
    """CV-7, CV-15: no throws before play ends."""
    refuse(position("E5", "L1 | W2"), 0, throw("rock"))


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "play", "card": "light-1", "cell": [0.0, 1]}',
        '{"type": "play", "card": "light-1", "cell": [true, 1]}',
        '{"type": "play", "card": "light-1", "cell": ["0", 1]}',
        '{"type": "play", "card": "light-1", "cell": [0]}',
        '{"type": "play", "card": "light-1", "cell": [0, 1, 2]}',
        '{"type": "play", "card": "light-1", "cell": {"x": 0, "y": 1}}',
        '{"type": "play", "card": "light-1", "cell": null}',
        '{"type": "play", "card": 1, "cell": [0, 1]}',
        '{"type": "play", "card": ["light-1"], "cell": [0, 1]}',
        '{"type": "end", "card": "light-1"}',
        '{"type": "throw", "hand": 1}',
        '{"type": "Play", "card": "light-1", "cell": [0, 1]}',
    ],
)
def test_cv_07_malformed_moves(text):
    """CV-7: a move without the sheet's form is malformed, whatever the position."""
    with pytest.raises(Malformed):
        load_move(GAME, text)


def test_cv_08_a_higher_value_flips_on_every_side():
    """CV-8 (a): the higher value flips all neighbours, whatever the dots."""
    grid = ". L12 .\nW12 . E12\n. D12 ."
    state = do(position(grid, "L13 | W2"), 0, lay("L13", 1, 1)).state
    assert down(state) == {(1, 0), (0, 1), (2, 1), (1, 2)}


def test_cv_08_a_lower_value_flips_by_more_dots():
    """CV-8 (b): more dots on the touching side flip a higher value; fewer do not."""
    # Fox of water has 1 on its left side, Rat of water 4 on its right; Fox of earth 4 on its left, 1 on its right.
    assert down(do(position("W6", "W1 | D2"), 0, lay("W1", -1, 0)).state) == {(0, 0)}
    assert down(do(position("E6", "L1 | D2"), 0, lay("L1", -1, 0)).state) == set()


def test_cv_08_equal_dots_flip_only_within_an_element():
    """CV-8 (c): at equal dots a lower value flips its own element and no other."""
    # Light Rat's top 4 meets the bottom 4 of every dark creature and of Light Dragon alone among light ones.
    assert down(do(position("L13", "L1 | D2"), 0, lay("L1", 0, 1)).state) == {(0, 0)}
    assert down(do(position("D13", "L1 | D2"), 0, lay("L1", 0, 1)).state) == set()
    assert down(do(position("D2", "L1 | D3"), 0, lay("L1", 0, 1)).state) == set()


def test_cv_08_equal_value_is_not_higher():
    """CV-8 (a): of two cards of one value the dots decide."""
    assert down(do(position("E9", "W9 | D2"), 0, lay("W9", -1, 0)).state) == set()  # right 4 on left 4
    assert down(do(position("D9", "W9 | D2"), 0, lay("W9", -1, 0)).state) == {(0, 0)}  # right 4 on left 3


def test_cv_08_only_cards_that_share_a_side():
    """CV-8: corners and distant cards are ignored."""
    state = do(position("E1 W1\nE2 . E3 D1", "D13 | L2"), 0, lay("D13", 1, 1)).state
    assert down(state) == {(1, 0), (0, 1), (2, 1)}


def test_cv_08_a_flip_causes_no_other():
    """CV-8: a flipped card flips nothing, and a face-down neighbour stays as it is."""
    step = do(position("E5 D1\n(W7) .", "D13 | L2"), 0, lay("D13", 0, -1))
    assert down(step.state) == {(0, 0), (0, 1)}
    assert [flip["cell"] for flip in event(step, "played").public["flipped"]] == [[0, 0]]


def test_cv_08_a_capture_flips_too():
    """CV-8: the neighbours are checked after each play or capture."""
    step = do(position("E5 (D8) W3", "D7 | L2"), 0, take("D7", 1, 0))
    assert down(step.state) == {(0, 0), (2, 0)}
    assert step.state.set_aside == cards("D8")


def test_cv_08_a_face_down_card_is_not_turned_up():
    """CV-8: only face-up cards are flipped."""
    assert down(do(position("(E5)", "D13 | L2"), 0, lay("D13", 0, 1)).state) == {(0, 0)}


def test_cv_09_cards_of_this_turn_are_neither_flipped_nor_captured():
    """CV-9: cards laid this turn are safe this turn."""
    state = done(position("(E5)", "D1 D2 D13 | L2"), (0, lay("D1", 1, 0)), (0, lay("D13", 1, 1)))
    assert down(state) == {(0, 0)}
    refuse(state, 0, take("D2", 1, 0))


def test_cv_09_safe_only_for_the_turn():
    """CV-9: in the next turn it may be flipped, even by the next seat."""
    state = done(position("E5", "D1 D2 | L13 L2"), (0, lay("D1", 1, 0)), (0, END))
    assert not any(laid.fresh for laid in state.field)
    assert (1, 0) in down(do(state, 1, lay("L13", 1, 1)).state)


def test_cv_09_a_card_flipped_this_turn_may_be_captured():
    """CV-9: flip with one card, capture with the next."""
    state = done(position("E5", "D1 D13 | L2"), (0, lay("D13", 1, 0)), (0, take("D1", 0, 0)))
    assert state.set_aside == cards("E5")
    assert down(state) == set()


def test_cv_10_an_empty_hand_does_not_end_the_turn():
    """CV-10: the turn continues until `end`, which is then the only move."""
    step = do(position("E5", "D1 | L2"), 0, lay("D1", 1, 0))
    assert step.undoable
    assert GAME.to_act(step.state) == {0}
    assert GAME.legal_moves(step.state, 0) == (End(),)
    assert GAME.forced_move(step.state, 0) is None


@pytest.mark.parametrize("memory", ["assisted", "strict"])
def test_cv_10_a_whole_turn_can_be_taken_back_until_its_end(memory):
    """CV-10: plays and captures can be undone, the end that draws can't."""
    state = position("E5 (W6)", "D1 D13 | L2", memory=memory)
    for form, undoable in ((lay("D13", 0, 1), True), (take("D1", 1, 0), True), (END, False)):
        step = do(state, 0, form)
        assert step.undoable is undoable
        state = step.state


def test_a_time_out_ends_the_turn_or_lays_the_lowest_card():
    """It captures a face-down card if there is one, else plays into the first cell; after that the turn ends."""
    move = GAME.default_move(position("E5 D7", "L4 L2 L9 | W2"), 0)
    assert move == Play(*cards("L2"), (0, -1))
    move = GAME.default_move(position("E5 (W6)", "L4 L2 L9 | W2"), 0)
    assert move == Capture(*cards("L2"), (1, 0))
    laid = do(position("E5 (W6)", "L4 L2 L9 | W2"), 0, lay("L9", 0, 1)).state
    assert GAME.default_move(laid, 0) == End()


def test_cv_11_captures_go_to_the_pile_and_the_hand_is_filled():
    """CV-11: set aside until the end of the turn, then to the pile; draw up to five."""
    state = position("(E5) (E6)", "D1 D2 D3 | L2", piles="W9 |", deck="W1 W2 W3 W4")
    state = done(state, (0, take("D1", 0, 0)), (0, take("D2", 1, 0)))
    assert (state.piles[0], state.set_aside) == (cards("W9"), cards("E5 E6"))
    step = do(state, 0, END)
    assert (step.state.piles[0], step.state.set_aside) == (cards("W9 E5 E6"), ())
    assert step.state.hands[0] == cards("D3 W1 W2 W3 W4")
    assert event(step, "turn-ended").public["drawn"] == 4
    assert GAME.to_act(step.state) == {1}


def test_cv_11_nothing_is_drawn_at_five():
    """CV-11: it draws up to five, so a hand of five or more draws nothing."""
    state = position("(E5)", "D1 D2 D3 D4 D5 D6 | L2")
    after = done(state, (0, take("D1", 0, 0)), (0, END))
    assert after.hands[0] == cards("D2 D3 D4 D5 D6")
    assert after.deck == state.deck


def test_cv_11_only_their_seat_sees_drawn_cards():
    """CV-11, CV-17: others read how many, the seat reads which."""
    step = do(position("E5 D1*", "D2 | L2 | L3", deck="W1 W2 W3 W4 W5 W6"), 0, END)
    ended = event(step, "turn-ended")
    assert ended.facts_for(0)["cards"] == list(cards("W1 W2 W3 W4"))
    for other in (1, 2, None):
        assert "cards" not in ended.facts_for(other)
        assert see(step.state, other).hands[0].cards is None


def test_cv_18_the_published_example():
    """CV-18: Light Rat under Earth Frog and right of Water Frog flips the first and not the second."""
    state = do(position(". E2\nW2 .", "L1 | D2"), 0, lay("L1", 1, 1)).state
    assert down(state) == {(1, 0)}
