"""Invariants of every game of 20,000 Miles under the Sea."""

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CARDS, CHIPS, SPECIALS
from games.titles.nautilus.ocean import place_of
from games.titles.nautilus.scoring import row_of
from games.titles.nautilus.state import Steer
from tests.engine.positions import Case, random_game
from tests.engine.profile import random_games

numbers = st.integers(min_value=0, max_value=2**64)
every_case = [
    Case(GAME, seats, {"rounds": rounds, "commit": mode})
    for seats, rounds, mode in product((2, 3, 4), (3, 5), ("open", "sealed"))
]
cases = st.sampled_from(every_case)
games = random_games(20)


def all_chips(state):
    lying = [here.chip for here in state.ocean if here]
    laid = [here for board in state.boards for here in board if here]
    return Counter([*lying, *laid, *state.gone, *(here for pile in state.piles.values() for here in pile)])


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_na_03_no_chip_is_lost_or_doubled(case, number, leavers):
    """NA-3, NA-5: each of the 84 chips and 7 special cards exists once, after every ply."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        assert all_chips(state) == Counter(CHIPS.keys())
        owned = [card for cards in state.specials for card in cards]
        assert Counter([*state.special_pile, *owned]) == Counter(SPECIALS)
        assert all(set(hand) <= set(CARDS) for hand in state.hands)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_na_13_stars_and_arrows_stay_in_the_ocean(case, number, leavers):
    """NA-13: never on a board; face-up stars are those that bar steps, and no step ends at one."""
    for ply in random_game(case, number, leavers):
        before, state = ply.before, ply.step.state
        kinds = {CHIPS[chip].kind for board in state.boards for chip in board if chip}
        assert not kinds & {"star", "arrow"}
        up = {
            at for at, here in enumerate(state.ocean) if here and here.up and CHIPS[here.chip].kind == "star"
        }
        assert set(state.stars) == up
        assert len(state.stars) == len(up)
        if isinstance(ply.move, Steer):
            assert place_of(state.submarine) not in before.stars


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_na_16_rounds_and_their_rows(case, number, leavers):
    """NA-16: no row after the running one has chips; a full running row means that the round ends."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        assert 1 <= state.round_turn <= 12
        for board in state.boards:
            assert not any(board[4 * state.round :])
            if state.outcome is None and None not in row_of(board, state.round):
                assert state.closing
        assert state.closing is False or state.sailing or state.outcome


@games
@given(case=cases, number=numbers)
def test_na_14_hands_go_round_together(case, number):
    """NA-14: between turns all seats hold the same number of cards, and never none."""
    for ply in random_game(case, number):
        state = ply.step.state
        sizes = {len(hand) for hand in state.hands}
        assert sizes == {12 - state.turn % 12} or state.outcome


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_na_09_every_seat_still_in_has_a_number_chip(case, number, leavers):
    """NA-9, NA-23: one each; seats that sail or have committed are among them."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        assert sorted(state.order) == [seat for seat in range(case.seats) if GAME.is_in(state, seat)]
        assert set(state.queue) <= set(state.order)
        assert set(state.commits) <= set(state.order)
        assert bool(state.sailing) == bool(state.queue)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_na_21_points_are_the_sum_of_the_lines(case, number, leavers):
    """NA-17 to NA-21: the score of a seat that stayed is the sum of its lines."""
    *_, last = random_game(case, number, leavers)
    outcome = last.step.state.outcome
    for seat in range(case.seats):
        lines = [count.seats[seat] for count in last.step.state.counts if count.seats[seat]]
        points = sum(
            line.row.points + line.row.penalty + line.bonus + sum(c.points for c in line.columns)
            for line in lines
        )
        assert outcome.scores[seat] == (points if GAME.is_in(last.step.state, seat) else 0)
