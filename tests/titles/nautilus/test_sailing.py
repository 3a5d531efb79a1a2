"""Carrying out hand cards: NA-10, NA-11, NA-14."""

import msgspec
import pytest

from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CARDS
from games.titles.nautilus.ocean import Submarine
from tests.titles.nautilus.positions import (
    SKIP,
    SKIP_SPECIAL,
    START,
    TO_BOARD,
    TO_CARD,
    chip,
    chips,
    commit,
    committed,
    do,
    done,
    facts,
    forms,
    kinds,
    leave,
    position,
    refuse,
    row,
    sea_with,
    specials,
    steer,
    steps,
    told,
)

DOWN = steer("depth", -1)
GLOBE_EAST = {"type": "globe", "axis": "course", "step": 1}


def test_na_10_hand_card_or_special_card_first():
    """NA-10: both cards' moves are legal; the other card then remains."""
    state = committed(position("|", owned="globe|"), "course-11+globe", "sailor-2")
    assert kinds(state, 0) == {"steer", "globe", "skip-special"}
    assert kinds(done(state, (0, steer("course", 1))), 0) == {"globe", "skip-special"}
    assert kinds(done(state, (0, GLOBE_EAST)), 0) == {"steer"}
    assert kinds(done(state, (0, SKIP_SPECIAL)), 0) == {"steer"}


def test_na_10_both_done_and_the_next_seat_sails():
    """NA-10: in the new order, each seat with all its cards."""
    state = committed(position("|", owned="globe|"), "course-5+globe", "depth-10")
    assert GAME.to_act(state) == {1}
    state = done(state, (1, DOWN))
    assert GAME.to_act(state) == {0}
    state = done(state, (0, GLOBE_EAST))
    assert GAME.to_act(state) == {0}
    state = done(state, (0, steer("course", 1)))
    assert (state.turn, state.sailing, GAME.to_act(state)) == (1, None, {1})
    assert state.submarine == Submarine("S", -1, 0)


def test_na_10_a_hand_card_that_cannot_be_carried_out_is_skipped_without_a_move():
    """NA-10, NA-11: the only step of the card ends at a star; the next seat is asked at once."""
    state = position("|", ocean=sea_with(below="B2-star-1"), owned="|")
    step = do(committed(state, "depth-10"), 1, commit("sailor-2"))
    assert facts(step, "hand-card-lost") == {"seat": 0, "turn": 0, "card": "depth-10"}
    assert GAME.to_act(step.state) == {1}
    assert step.state.submarine == START


def test_na_10_the_hand_card_is_checked_again_after_the_special_card():
    """NA-10: impossible at first, so the special card comes first; possible after it, and then compulsory."""
    state = position("|", ocean=sea_with(below="B2-star-1"), owned="globe|")
    state = committed(state, "depth-10+globe", "sailor-2")
    assert kinds(state, 0) == {"globe", "skip-special"}
    refuse(state, 0, DOWN)
    moved = done(state, (0, GLOBE_EAST))
    assert forms(moved, 0) == [DOWN]
    given_up = do(state, 0, SKIP_SPECIAL)
    assert told(given_up) == ["special-given-up", "hand-card-lost"]
    assert GAME.to_act(given_up.state) == {1}


def test_na_10_the_special_card_can_make_the_hand_card_impossible():
    """NA-10: possible at first, not after the special card; it is skipped then."""
    state = position("|", ocean=sea_with(east_below="B2-star-1"), owned="globe|")
    state = committed(state, "depth-10+globe", "sailor-2")
    assert kinds(state, 0) == {"steer", "globe", "skip-special"}
    step = do(state, 0, GLOBE_EAST)
    assert told(step)[-1] == "hand-card-lost"
    assert GAME.to_act(step.state) == {1}


def test_na_10_a_hand_card_is_checked_before_the_special_card():
    """NA-10: the hand card comes first although it is possible; the special card is not lost with it."""
    state = committed(position("|", owned="globe|"), "sailor-2+globe", "sailor-2")
    assert kinds(state, 0) == {"skip", "globe", "skip-special"}
    after = done(state, (0, SKIP))
    assert kinds(after, 0) == {"globe", "skip-special"}


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("depth-4", {("depth", -1)}),
        ("course-5", {("course", 1), ("course", -1)}),
        ("current-6", {("current", 1), ("current", -1)}),
        ("thermostat-1", {("depth", -1), ("course", 1), ("course", -1), ("current", 1), ("current", -1)}),
    ],
)
def test_na_11_steering_is_compulsory_on_the_axis_of_the_card(card, expected):
    """NA-11: the steps of each card at the surface, and nothing else."""
    state = committed(position("|"), card, card)
    assert steps(state, 0) == expected
    assert kinds(state, 0) == {"steer"}
    for wrong in (steer("depth", 1), steer("depth", 2), steer("depth", 0), steer("up", 1), SKIP):
        refuse(state, 0, wrong)


def test_na_11_depth_has_a_floor_and_a_surface():
    """NA-11: between 0 and -2."""
    for depth, expected in ((0, {-1}), (-1, {1, -1}), (-2, {1})):
        state = committed(position("|", submarine=Submarine("N", depth, 0)), "depth-4", "depth-4")
        assert steps(state, 0) == {("depth", step) for step in expected}


@pytest.mark.parametrize(
    ("axis", "step", "after"),
    [
        ("depth", 1, Submarine("N", 0, 0)),
        ("depth", -1, Submarine("N", -2, 0)),
        ("course", 1, Submarine("E", -1, 0)),
        ("course", -1, Submarine("W", -1, 0)),
        ("current", 1, Submarine("N", -1, 1)),
        ("current", -1, Submarine("N", -1, 7)),
    ],
)
def test_na_11_steps(axis, step, after):
    """NA-11: what each step does to the submarine and the plate."""
    state = committed(position("|", submarine=Submarine("N", -1, 0)), "thermostat-1", "thermostat-1")
    made = do(state, 0, steer(axis, step))
    assert made.state.submarine == after
    seen = facts(made, "steered")
    assert (seen["heading"], seen["depth"], seen["rotation"]) == (after.heading, after.depth, after.rotation)


def test_na_11_sailor():
    """NA-11: two of your own chips in reading order, or nothing."""
    state = position("W1-squid-1 . W1-coral-1 . ; . . . W1-pearl-1 | W1-shark-1", round=2)
    state = committed(state, "sailor-2", "thermostat-1")
    pairs = [([1, 1], [1, 3]), ([1, 1], [2, 4]), ([1, 3], [2, 4])]
    assert forms(state, 0) == [*({"type": "swap", "a": list(a), "b": list(b)} for a, b in pairs), SKIP]
    for a, b in (([1, 3], [1, 1]), ([1, 1], [1, 1]), ([1, 1], [1, 2]), ([1, 1], [6, 1]), ([0, 1], [1, 1])):
        refuse(state, 0, {"type": "swap", "a": a, "b": b})
    after = done(state, (0, {"type": "swap", "a": [1, 1], "b": [2, 4]}))
    assert row(after, 0, 1) == chips("W1-pearl-1 . W1-coral-1 .")
    assert row(after, 0, 2) == chips(". . . W1-squid-1")


def test_na_11_sailor_with_nothing_to_swap():
    """NA-11: only the skip is left, and everybody can tell."""
    state = committed(position("W1-squid-1|"), "sailor-2", "thermostat-1")
    assert forms(state, 0) == [SKIP]
    assert GAME.forced_move(state, 0) is not None


def test_na_11_helmet():
    """NA-11: one of your own chips for one of another seat, in any rows."""
    state = position("W1-squid-1 W1-coral-1 | . . . . ; W1-shark-1 | . . W1-pearl-1", round=2)
    state = committed(state, "helmet-3", "sailor-2", "sailor-2")
    trades = [
        {"type": "trade", "mine": [1, mine], "seat": seat, "theirs": theirs}
        for seat, theirs in ((1, [2, 1]), (2, [1, 3]))
        for mine in (1, 2)
    ]
    assert forms(state, 0) == [*trades, SKIP]
    refuse(state, 0, {"type": "trade", "mine": [1, 1], "seat": 0, "theirs": [1, 2]})
    refuse(state, 0, {"type": "trade", "mine": [1, 1], "seat": 3, "theirs": [1, 2]})
    step = do(state, 0, trades[0])
    assert row(step.state, 0, 1) == chips("W1-shark-1 W1-coral-1 . .")
    assert row(step.state, 1, 2) == chips("W1-squid-1 . . .")
    assert facts(step, "traded")["chips"] == [chip("W1-squid-1"), chip("W1-shark-1")]


def test_na_14_played_cards_lie_aside():
    """NA-14: a card played is not in the hand in the next turn."""
    state = done(committed(position("|"), "sailor-2", "sailor-2"), (0, SKIP), (1, SKIP))
    assert state.hands[0] == tuple(card for card in CARDS if card != "sailor-2")
    refuse(state, 0, commit("sailor-2"))


def test_na_14_twelve_cards_are_taken_up_again():
    """NA-14: at the end of the turn in which the last is played, even if a round ends with it."""
    for round_turn in (7, 12):
        state = position("|", hands=(("sailor-2",), ("sailor-2",)), round_turn=round_turn)
        state = committed(state, "sailor-2", "sailor-2")
        step = do(done(state, (0, SKIP)), 1, SKIP)
        assert step.state.hands == (tuple(CARDS), tuple(CARDS))
        assert facts(step, "turn-ended")["taken_up"] == [0, 1]


def test_na_14_a_used_special_card_is_under_the_pile_before_its_consequences():
    """NA-14: the globe leads to an anchor, and the globe is the card that it gives."""
    state = position("|", ocean=sea_with(east="W1-anchor-1"), owned="globe|", pile="")
    state = done(committed(state, "sailor-2+globe", "sailor-2"), (0, GLOBE_EAST))
    assert forms(state, 0) == [TO_BOARD, TO_CARD]
    state = done(state, (0, TO_CARD))
    assert (state.specials[0], state.special_pile) == (specials("globe"), ())
    assert kinds(state, 0) == {"skip"}  # it is owned again, and not to be used in this turn


def test_na_14_special_cards_are_kept():
    """NA-14: uncommitted ones stay for the next turn, and the next round."""
    state = position("|", owned="bell|globe", round_turn=12)
    state = done(committed(state, "sailor-2", "sailor-2"), (0, SKIP), (1, SKIP))
    assert (state.round, state.specials) == (2, (specials("bell"), specials("globe")))


def test_sailing_moves_can_be_taken_back_until_something_is_shown():
    """Undo: also what ended one's sailing, but never after a chip was turned up."""
    ocean = sea_with(east="(B1-squid-coral-1)", west="W1-squid-1")
    state = committed(position("|", ocean=ocean, owned="bell|"), "course-11+bell", "sailor-2")
    assert do(state, 0, steer("course", -1)).undoable
    assert not do(state, 0, steer("course", 1)).undoable
    assert do(state, 0, SKIP_SPECIAL).undoable
    step = do(done(state, (0, SKIP_SPECIAL)), 0, steer("course", -1))
    assert step.undoable and step.state.queue == (1,)
    assert do(step.state, 1, SKIP).undoable  # the last sailing of a turn


def test_the_end_of_a_round_cannot_be_taken_back():
    """Undo: the chips filled in for the next round have been seen."""
    state = committed(position("|", round_turn=12), "sailor-2", "sailor-2")
    assert do(state, 0, SKIP).undoable
    assert not do(done(state, (0, SKIP)), 1, SKIP).undoable


def test_a_special_card_turned_up_cannot_be_taken_back():
    """Undo: not after the next special card is face up, even if the seat continues sailing."""
    state = position("|", ocean=sea_with(east="W1-anchor-1"), owned="bell|")
    state = done(committed(state, "course-11+bell", "sailor-2"), (0, steer("course", 1)))
    assert not do(state, 0, TO_CARD).undoable
    assert do(state, 0, TO_BOARD).undoable


def default_form(state, seat=0):
    return msgspec.to_builtins(GAME.default_move(state, seat))


def test_a_time_out_commits_the_lowest_card_and_does_nothing_where_that_may_be():
    """It commits no special card, moves no chip, and uses no special card."""
    owner = position("W1-squid-1 W1-coral-1 | W1-shark-1", owned="bell|")
    assert default_form(owner) == commit("thermostat-1")
    assert default_form(position("|", hands=(("sailor-2", "depth-4"),) * 2)) == commit("sailor-2")
    for card in ("sailor-2", "helmet-3"):
        assert default_form(committed(owner, card, "thermostat-1")) == SKIP
    assert default_form(committed(owner, "depth-4+bell", "thermostat-1")) == SKIP_SPECIAL


@pytest.mark.parametrize(
    ("card", "step"),
    [("depth-4", DOWN), ("course-5", steer("course", 1)), ("current-6", steer("current", 1))],
)
def test_a_time_out_makes_the_first_legal_step(card, step):
    """`1` before `-1`, but from the surface depth goes down only."""
    assert default_form(committed(position("|"), card, "sailor-2")) == step


def test_a_time_out_steers_by_depth_before_course_and_current():
    """A thermostat may steer on any axis, but a star is below, so only the other axes remain."""
    for below, step in ((".", DOWN), ("B2-star-1", steer("course", 1))):
        state = position("|", ocean=sea_with(below=below))
        assert default_form(done(committed(state, "thermostat-1", "sailor-2"), (1, SKIP))) == step


@pytest.mark.parametrize(
    ("boards", "to"), [("|", TO_BOARD), ("W1-coral-1 W1-pearl-1 W1-shark-1 W1-compass-1 |", TO_CARD)]
)
def test_a_time_out_takes_an_anchor_to_the_board_if_there_is_room(boards, to):
    state = committed(position(boards, ocean=sea_with(east="W1-anchor-1")), "course-5", "sailor-2")
    assert default_form(done(state, (0, steer("course", 1)))) == to


def test_na_10_leaver_does_not_change_who_sails():
    """NA-10, NA-23: a seat that has sailed leaves; the next one continues."""
    state = done(committed(position("| |"), "depth-10", "sailor-2", "sailor-2"), (0, DOWN))
    assert GAME.to_act(leave(state, 0)) == {1}
