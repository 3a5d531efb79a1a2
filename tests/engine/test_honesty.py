"""Bots use only what their seat may know: if hidden cards are dealt again, they choose the same move.

The test uses a few positions of each title; `make nightly` takes 500 games a case.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.search import LEVELS, view_of
from tests.engine.positions import Case, every_case, random_game
from tests.engine.profile import random_games
from tests.engine.test_search import thought

CASES = every_case()
every = pytest.mark.parametrize("case", CASES, ids=str)
SPARSE = 6  # the test uses one ply of this many
games = random_games(1)
numbers = st.integers(min_value=0, max_value=2**64)


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_an_imagined_world_depends_only_on_the_observation(case: Case, number: int, leavers: bool) -> None:
    for at, ply in enumerate(random_game(case, number, leavers)):
        for seat in case.game.to_act(ply.before) if (at + number) % SPARSE == 0 else ():
            other = case.game.resample(ply.before, seat, Chance(b"hidden", at))
            states = (ply.before, other)
            worlds = [view_of(case.game, state, seat).imagine(Chance(b"same", at)) for state in states]
            assert worlds[0] == worlds[1]


@every
@games
@given(number=numbers, place=st.integers(0, 10**6))
def test_hidden_cards_change_no_move(case: Case, number: int, place: int) -> None:
    plies = list(random_game(case, number))
    state = plies[place % len(plies)].before
    for seat in case.game.to_act(state):
        other = case.game.resample(state, seat, Chance(b"hidden", number))
        for level in LEVELS:
            assert thought(case, state, seat, level) == thought(case, other, seat, level)
