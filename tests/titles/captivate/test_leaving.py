"""Leaving while play goes on: CV-19. Leaving during throws is tested with the throws."""

import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.contract import Illegal
from games.titles.captivate import GAME
from tests.titles.captivate.positions import (
    END,
    SEED,
    cards,
    do,
    done,
    down,
    lay,
    leave,
    one_turn,
    position,
    refuse,
    see,
    take,
)


def test_cv_19_out_of_turn():
    """CV-19: hand and pile leave the game, and another seat's running turn continues unchanged."""
    state = done(position("(E5)", "D1 D2 | L2 | L3", piles="W1 | W2 W3 | W4"), (0, take("D1", 0, 0)))
    after = leave(state, 1)
    assert (after.hands[1], after.piles[1]) == ((), ())
    assert after.gone == ((), cards("L2 W2 W3"), ())
    assert (after.seat, after.set_aside, after.laid) == (0, cards("E5"), 1)
    assert (after.field, after.deck) == (state.field, state.deck)


def test_cv_19_in_its_running_turn():
    """CV-19: its captures go too, cards laid and flips stay, nothing is drawn, the next seat's turn begins."""
    state = position("(E5) E6 D3", "D1 D13 D2 | L2 | L3", piles="W1 | W2 | W4")
    state = done(state, (0, take("D1", 0, 0)), (0, lay("D13", 1, 1)))
    after = leave(state, 0)
    assert after.gone[0] == cards("D2 W1 E5")
    assert after.set_aside == ()
    assert down(after) == down(state) == {(1, 0)}
    assert len(after.field) == 4
    assert after.deck == state.deck
    assert (after.seat, after.laid, after.turn) == (1, 0, state.turn + 1)
    assert not any(laid.fresh for laid in after.field)


def test_cv_19_in_its_turn_before_any_card():
    """CV-19: a turn in which nothing was laid ends as well."""
    after = leave(position("E5", "D1 | L2 | L3", seat=2), 2)
    assert GAME.to_act(after) == {0}


def test_cv_19_a_leaver_is_skipped_from_then_on():
    """CV-19: turns run clockwise among those who stayed."""
    state, order = leave(position("E5", "D1 D2 | L2 L3 | L4 L5 | W1 W2"), 1, 2), []
    for _ in range(4):
        order.append(state.seat)
        state = one_turn(state)
    assert order == [0, 3, 0, 3]


def test_cv_19_a_leavers_cards_are_hidden_until_play_ends():
    """CV-19: even from itself, and even where piles are open."""
    after = leave(position("E5", "D1 | L2 | L3", piles="W1 | W2 | W4"), 1)
    for seat in (0, 1, 2, None):
        assert (see(after, seat).gone[1].count, see(after, seat).gone[1].cards) == (2, None)
    over = leave(after, 2)
    assert see(over, None).gone[1].cards == cards("L2 W2")


def test_cv_19_an_awaited_seat_leaves_the_last_round():
    """CV-19: it has no last turn; the running turn continues."""
    state = position("E5 D1*", "D2 | L2 | L3", deck="", awaited=(1, 2))
    after = leave(state, 1)
    assert after.awaited == (2,)
    assert do(after, 0, END).state.seat == 2


def test_cv_19_the_last_awaited_leaves_while_another_is_on_turn():
    """CV-19: the running turn is still played to its end, then play ends."""
    state = leave(position("E5 D1*", "D2 | L2 | L3", deck="", awaited=(1,), piles="W9||"), 1)
    assert GAME.outcome(state) is None
    assert GAME.to_act(state) == {0}
    outcome = GAME.outcome(do(state, 0, END).state)
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("last-round", (1, 3, 2), (7, 0, -3))


def test_cv_19_the_last_awaited_seat_leaves_in_its_turn():
    """CV-19: then play ends."""
    state = position("(E5)", "D2 | L2 L9 | L3", deck="", awaited=(), seat=1, piles="| W13 |")
    outcome = GAME.outcome(leave(do(state, 1, take("L9", 0, 0)).state, 1))
    assert (outcome.reason, outcome.scores, outcome.ranks) == ("last-round", (-2, 0, -3), (1, 3, 2))


def test_cv_19_only_empty_hands_are_left_when_the_seat_on_turn_leaves():
    """CV-12, CV-19: the remaining seats are skipped, and play ends."""
    state = position("E5", "D2 | | ", deck="", awaited=(1, 2), piles="| W3 | W4")
    outcome = GAME.outcome(leave(state, 0))
    assert (outcome.reason, outcome.ranks) == ("last-round", (3, 2, 1))


def test_cv_19_a_leaver_is_not_in_the_last_round():
    """CV-12, CV-19: only seats that are still in have a last turn."""
    state = leave(position("E5 D1*", "D2 | L2 | L3", deck="W1"), 1)
    after = do(state, 0, END).state
    assert (after.seat, after.awaited) == (2, (0,))


def test_cv_19_the_seat_that_drew_the_last_card_leaves():
    """CV-12, CV-19: the others still have their last turns."""
    state = do(position("E5 D1*", "D2 | L2 | L3", deck="W1", piles="|W9|"), 0, END).state
    state = leave(state, 0)
    assert (state.seat, state.awaited) == (1, (2,))
    state = one_turn(one_turn(state))
    assert GAME.outcome(state).reason == "last-round"


def test_cv_19_captures_of_the_winner_count_when_play_ends_by_leaving():
    """CV-19: one seat is left: the captures of its running turn count, and so does its hand."""
    state = do(position("(E13)", "D2 D3 | L2", piles="W1 |"), 0, take("D2", 0, 0)).state
    outcome = GAME.outcome(leave(state, 1))
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", (1, 2), (13 + 1 - 3, 0))
    assert leave(state, 1).piles[0] == cards("W1 E13")


def test_cv_19_captures_of_the_leaver_count_for_nobody():
    """CV-19: two seats, and the one on turn leaves: its captures are gone."""
    after = leave(do(position("(E13)", "D2 D3 | L2", piles="W1 | W5"), 0, take("D2", 0, 0)).state, 0)
    outcome = GAME.outcome(after)
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", (2, 1), (0, 3))
    assert (after.gone[0], after.piles[1]) == (cards("D3 W1 E13"), cards("W5"))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 3, 0)])
def test_cv_19_a_later_leaver_ranks_before_an_earlier_one(order):
    """CV-19: leavers rank below all others, whatever their points, and their score is 0."""
    state = position("E5", "D2 | L2 | L3 | W1", piles="W2 | W3 | W4 | W5")
    after = leave(state, *order)
    (winner,) = set(range(4)) - set(order)
    outcome = GAME.outcome(after)
    assert [outcome.ranks[seat] for seat in (winner, *reversed(order))] == [1, 2, 3, 4]
    assert {outcome.scores[seat] for seat in order} == {0}


def test_cv_19_a_leaver_ranks_below_a_negative_score():
    """CV-19: a leaver's 0 points rank below the negative score of a seat that stayed."""
    state = leave(position("E5 D1*", "| L13 | L2", deck="", awaited=(), piles="W1||"), 2)
    outcome = GAME.outcome(do(state, 0, END).state)
    assert (outcome.scores, outcome.ranks) == ((1, -13, 0), (1, 2, 3))


def test_cv_19_leavers_are_not_tied_for_first():
    """CV-15, CV-19: a leaver's 0 does not tie with another 0."""
    state = leave(position("E5 D1*", "| L13 | ", deck="", awaited=()), 2)
    outcome = GAME.outcome(do(state, 0, END).state)
    assert (outcome.scores, outcome.ranks) == ((0, -13, 0), (1, 2, 3))


@pytest.mark.parametrize("seat", [1, 3, 7, -1])
def test_cv_19_a_seat_that_is_out_cannot_leave(seat):
    """CV-19: neither twice, nor from a seat that doesn't exist."""
    state = leave(position("E5", "D2 | L2 | L3"), 1)
    assert not GAME.is_in(state, seat)
    with pytest.raises(Illegal):
        engine.leave(GAME, state, seat, Chance(SEED, 0))


def test_cv_19_a_leaver_makes_no_move():
    """CV-19: it is never asked again."""
    state = leave(position("E5 (E6)", "D2 | L2 | L3"), 0)
    for form in (lay("D2", 0, 1), take("D2", 1, 0), END):
        refuse(state, 0, form)


def test_cv_19_nobody_leaves_a_game_that_is_over():
    """CV-19: the outcome stands."""
    over = leave(position("E5", "D2 | L2"), 1)
    with pytest.raises(Illegal):
        engine.leave(GAME, over, 0, Chance(SEED, 0))
