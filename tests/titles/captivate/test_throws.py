"""Rock, paper, scissors between seats tied for first: CV-15."""

from collections import Counter
from itertools import product

import pytest

from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.captivate import GAME
from games.titles.captivate.state import Throw
from tests.titles.captivate.positions import (
    END,
    SEED,
    cards,
    do,
    done,
    event,
    lay,
    leave,
    position,
    refuse,
    see,
    throw,
    throwing,
)

HANDS = ("rock", "paper", "scissors")
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def thrown(state, **hands):
    """Return the state after all of these throws, such as `s0="rock"`, in the given order."""
    return done(state, *((int(seat[1:]), throw(hand)) for seat, hand in hands.items()))


def test_cv_15_only_the_seats_tied_for_first_throw():
    """CV-15: all of them at the same time, and nobody else."""
    state = throwing(4, {1, 3})
    assert GAME.to_act(state) == {1, 3}
    assert GAME.outcome(state) is None
    for seat in (0, 2):
        refuse(state, seat, throw("rock"))
        assert GAME.legal_moves(state, seat) == ()
    assert {move.hand for move in GAME.legal_moves(state, 1)} == set(HANDS)


def test_cv_15_no_throw_without_a_tie_for_first():
    """CV-15: a tie for second place is left as it is."""
    state = position("E1 D1*", "| | ", deck="", awaited=(), piles="E9 | W8 | L8")
    outcome = GAME.outcome(do(state, 0, END).state)
    assert (outcome.ranks, outcome.reason) == ((1, 2, 2), "last-round")


def test_cv_15_other_throws_are_refused():
    """CV-15: rock, paper or scissors; another word is illegal, another type malformed; no move of a turn."""
    state = throwing(2, {0, 1})
    for form in (throw("lizard"), throw("Rock"), throw(""), END, lay("D1", 0, 0)):
        refuse(state, 0, form)
    for text in (
        '{"type": "throw"}',
        '{"type": "throw", "hand": null}',
        '{"type": "throw", "hand": ["rock"]}',
    ):
        with pytest.raises(Malformed):
            load_move(GAME, text)


def test_cv_15_a_throw_is_secret_until_all_have_thrown():
    """CV-15: others see only that it was thrown; its seat sees it."""
    step = do(throwing(3, {0, 1, 2}), 1, throw("paper"))
    assert [see(step.state, seat).throwing.mine for seat in (0, 1, 2, None)] == [None, "paper", None, None]
    assert all(see(step.state, seat).throwing.thrown == (1,) for seat in (0, 1, 2, None))
    told = event(step, "thrown")
    assert [GAME.recall(step.state, seat, told).get("hand") for seat in (0, 1, 2, None)] == [
        None,
        "paper",
        None,
        None,
    ]
    assert not step.undoable


def test_cv_15_a_throw_cannot_be_changed():
    """CV-15: a seat that has thrown waits."""
    state = do(throwing(2, {0, 1}), 1, throw("paper")).state
    assert GAME.to_act(state) == {0}
    for hand in HANDS:
        refuse(state, 1, throw(hand))


def test_cv_15_throws_are_shown_when_all_have_thrown():
    """CV-15: all throws of the round, to everybody, and the next round begins with none."""
    state = thrown(throwing(3, {0, 1, 2}), s2="rock", s0="paper")
    step = do(state, 1, throw("scissors"))
    shown = [{"seat": seat, "hand": hand} for seat, hand in enumerate(("paper", "scissors", "rock"))]
    assert event(step, "throws-shown").public == {"hands": shown, "dropped": []}
    assert see(step.state, 0).throwing.thrown == ()
    assert see(step.state, 0).throwing.mine is None


@pytest.mark.parametrize(("mine", "other"), list(product(HANDS, HANDS)))
def test_cv_15_two_tied(mine, other):
    """CV-15: rock beats scissors, scissors beat paper, paper beats rock; equal hands throw again."""
    state = thrown(throwing(2, {0, 1}), s0=mine, s1=other)
    if mine == other:
        assert GAME.to_act(state) == {0, 1}
    else:
        outcome = GAME.outcome(state)
        assert outcome.ranks == ((1, 2) if (mine, other) in BEATS else (2, 1))
        assert (outcome.scores, outcome.reason) == ((9, 9), "last-round")


@pytest.mark.parametrize("number", [2, 3, 4])
def test_cv_15_every_round_of_every_size(number):
    """CV-15: one or all three hands: all again; exactly two: the losing hand drops out."""
    start = throwing(4, set(range(number)))
    for hands in product(HANDS, repeat=number):
        state = done(start, *((seat, throw(hand)) for seat, hand in enumerate(hands)))
        kinds = set(hands)
        stay = {
            seat for seat, hand in enumerate(hands)
            if len(kinds) != 2 or any((hand, other) in BEATS for other in kinds)
        }  # fmt: skip
        if len(stay) == 1:
            assert GAME.outcome(state).ranks[stay.pop()] == 1
        else:
            assert GAME.to_act(state) == stay


def test_cv_15_three_tied_until_one_is_left():
    """CV-15: the last one in ranks first, the others that were tied share rank 2, all others rank by score."""
    state = thrown(throwing(4, {0, 1, 3}), s0="rock", s1="paper", s3="paper")
    assert GAME.to_act(state) == {1, 3}
    refuse(state, 0, throw("rock"))
    state = thrown(state, s3="rock", s1="rock")
    assert GAME.to_act(state) == {1, 3}
    outcome = GAME.outcome(thrown(state, s3="rock", s1="scissors"))
    assert outcome.ranks == (2, 2, 4, 1)
    assert outcome.scores == (9, 9, 5, 9)


def test_cv_15_four_tied():
    """CV-15: two drop out at once, one later; their ranks don't show when."""
    state = thrown(throwing(4, {0, 1, 2, 3}), s0="rock", s1="rock", s2="scissors", s3="rock")
    assert GAME.to_act(state) == {0, 1, 3}
    state = thrown(state, s0="rock", s1="scissors", s3="rock")
    assert GAME.to_act(state) == {0, 3}
    outcome = GAME.outcome(thrown(state, s3="scissors", s0="paper"))
    assert outcome.ranks == (2, 2, 2, 1)


@pytest.mark.parametrize("tied", [{0, 1}, {0, 2, 3}, {0, 1, 2, 3}])
def test_cv_15_after_five_barren_rounds_the_winner_is_drawn(tied):
    """CV-15: not after four; the winner is drawn at random among the remaining seats."""
    state, seats = throwing(4, tied), sorted(tied)
    for _ in range(4):
        state = done(state, *((seat, throw("rock")) for seat in seats))
        assert GAME.to_act(state) == tied
    state = done(state, *((seat, throw("rock")) for seat in seats[:-1]))
    step = do(state, seats[-1], throw("rock"), ply=99)
    winner = Chance(SEED, 99).pick(seats)
    assert event(step, "drawn-at-random").public == {"seat": winner}
    ranks = GAME.outcome(step.state).ranks
    assert [ranks[seat] for seat in seats] == [1 if seat == winner else 2 for seat in seats]
    assert GAME.outcome(step.state).reason == "last-round"


def test_cv_15_the_draw_is_fair():
    """CV-15: each remaining seat is drawn about equally often."""
    state = throwing(3, {0, 1, 2})
    for _ in range(4):
        state = thrown(state, s0="rock", s1="paper", s2="scissors")
    state = thrown(state, s0="rock", s1="rock")
    wins = Counter(GAME.outcome(do(state, 2, throw("rock"), ply).state).ranks.index(1) for ply in range(600))
    assert sorted(wins) == [0, 1, 2]
    assert all(140 < count < 260 for count in wins.values())  # 200 expected, five standard deviations


def test_cv_15_all_three_hands_are_a_barren_round_too():
    """CV-15: it counts that nobody dropped out, not why."""
    state = throwing(3, {0, 1, 2})
    for hands in (("rock",) * 3, HANDS, ("paper",) * 3, HANDS):
        state = thrown(state, s0=hands[0], s1=hands[1], s2=hands[2])
    assert GAME.outcome(thrown(state, s0="rock", s1="paper", s2="scissors")) is not None


def test_cv_15_barren_rounds_are_counted_in_a_row():
    """CV-15: a round in which somebody drops out resets the count."""
    state = throwing(3, {0, 1, 2})
    for _ in range(4):
        state = thrown(state, s0="rock", s1="rock", s2="rock")
    state = thrown(state, s0="rock", s1="rock", s2="scissors")
    for _ in range(4):
        state = thrown(state, s0="rock", s1="rock")
    assert GAME.to_act(state) == {0, 1}
    assert GAME.outcome(thrown(state, s0="rock", s1="rock")) is not None


def test_cv_15_the_reason_says_what_ended_play():
    """CV-15: throws or not, the reason stays `field-full`."""
    grid = "E10 W10 L10 D10\nE11 W11 L11 D11\nE12 W12 L12 D12\nE9 W9 L9 ."
    state = do(position(grid, "D8 | W1", piles="E1 | D2"), 0, lay("D8", 3, 3)).state
    assert GAME.to_act(state) == {0, 1}
    assert GAME.outcome(thrown(state, s0="rock", s1="scissors")).reason == "field-full"


def test_cv_15_the_ranks_of_ties_behind_the_first():
    """CV-15: seats that were not tied for first rank by score, with equal scores sharing a rank."""
    state = position("E1 D1*", "| | | ", deck="", awaited=(), piles="E9 | W3 | L9 | D3")
    state = thrown(do(state, 0, END).state, s0="paper", s2="scissors")
    assert GAME.outcome(state).ranks == (2, 3, 1, 3)


def test_cv_15_a_time_out_throws_rock():
    """CV-15: the default move of every seat that is asked is rock, whatever the others threw."""
    state = throwing(3, {0, 2})
    for seat in (0, 2):
        assert GAME.default_move(state, seat) == Throw("rock")


def test_cv_19_a_leaver_who_has_thrown():
    """CV-19: its throw is void; the others have all thrown, so throws are shown without it."""
    state = thrown(throwing(3, {0, 1, 2}), s0="rock", s1="paper")
    assert GAME.outcome(leave(state, 0)) is None
    state = thrown(leave(state, 0), s2="rock")
    assert GAME.outcome(state).ranks == (3, 1, 2)
    assert GAME.outcome(state).scores == (0, 9, 9)


def test_cv_19_a_leaver_who_was_the_last_to_throw():
    """CV-19: all others have thrown, so throws are shown at once, and the leaver's is not among them."""
    state = thrown(throwing(4, {0, 1, 2}), s0="rock", s1="paper")
    state = leave(state, 2)
    assert GAME.outcome(state).ranks == (2, 1, 4, 3)
    assert GAME.outcome(state).reason == "last-round"


def test_cv_19_a_leaver_before_anybody_has_thrown():
    """CV-19: it drops out, and the others are still asked."""
    state = leave(throwing(4, {0, 1, 2}), 1)
    assert GAME.to_act(state) == {0, 2}
    assert see(state, None).throwing.still_in == (0, 2)
    assert see(state, None).scores == (9, 0, 9, 4)


def test_cv_19_a_leaver_leaves_one_thrower():
    """CV-19, CV-15: the last one in ranks first, while others are still in the game."""
    outcome = GAME.outcome(leave(throwing(3, {0, 2}), 0))
    assert (outcome.ranks, outcome.reason, outcome.scores) == ((3, 2, 1), "last-round", (0, 6, 9))


def test_cv_19_a_leaver_who_does_not_throw():
    """CV-19: a seat that was not tied, or has dropped out, leaves the throwing as it is."""
    state = thrown(throwing(4, {0, 1, 2}), s0="rock", s1="rock", s2="scissors")
    state = thrown(state, s0="rock")
    for leavers in ((3,), (2,), (3, 2), (2, 3)):
        after = leave(state, *leavers)
        assert GAME.to_act(after) == {1}
        assert see(after, 0).throwing.mine == "rock"
        ranks = GAME.outcome(thrown(after, s1="paper")).ranks
        assert ranks[:2] == (2, 1)
        assert max(ranks) == ranks[leavers[0]]


def test_cv_19_a_leaver_neither_counts_nor_resets_barren_rounds():
    """CV-15, CV-19: four barren rounds, a leaver, and the fifth draws the winner."""
    state = throwing(4, {0, 1, 2})
    for _ in range(4):
        state = thrown(state, s0="rock", s1="rock", s2="rock")
    state = leave(state, 2)
    assert GAME.to_act(state) == {0, 1}
    assert GAME.outcome(thrown(state, s0="rock", s1="rock")).ranks[3] == 3


def test_cv_19_a_leaver_may_complete_the_fifth_barren_round():
    """CV-15, CV-19: then the winner is drawn by the chance of the ply in which it left."""
    state = throwing(4, {0, 1, 2})
    for _ in range(4):
        state = thrown(state, s0="rock", s1="rock", s2="rock")
    state = thrown(state, s0="rock", s1="rock")
    winner = Chance(SEED, 77).pick([0, 1])
    assert GAME.outcome(leave(state, 2, ply=77)).ranks[winner] == 1


def test_cv_19_the_last_seat_in_wins_the_throwing_at_once():
    """CV-19: when all others have left, no more throws are needed."""
    outcome = GAME.outcome(leave(throwing(2, {0, 1}), 0))
    assert (outcome.ranks, outcome.scores, outcome.reason) == ((2, 1), (0, 9), "left")
    state = leave(throwing(3, {0, 1}), 2)
    assert GAME.outcome(leave(state, 1)).ranks == (1, 2, 3)


def test_cv_19_a_seat_that_was_not_tied_wins_if_left_alone():
    """CV-19: the game ends with one seat left, even if that seat was not in the throwing."""
    state = leave(throwing(4, {0, 1, 2}), 0, 1)
    outcome = GAME.outcome(state)
    assert outcome.ranks == (4, 3, 1, 2)
    alone = GAME.outcome(leave(thrown(throwing(3, {0, 1, 2}), s0="rock"), 0, 1))
    assert alone.ranks == (3, 2, 1)


def test_cv_14_piles_are_still_shown_while_they_throw():
    """CV-14: even in strict play, and even to seats that don't throw."""
    state = throwing(3, {0, 1}, memory="strict")
    assert [pile.cards for pile in see(state, 2).piles] == [cards("E9"), cards("W9"), cards("L5")]
