"""Bots of every level at every title: what they know, and that they always find a legal move."""

import pytest

from games.engine import play
from games.engine.chance import Chance
from games.engine.contract import Illegal
from games.engine.search import LEVELS, Budget, think, view_of
from games.titles import TITLES
from tests.engine.positions import Case, begin, every_case, random_game

CASES = every_case()
CAPTIVATE = next(case for case in CASES if case.game.slug == "captivate")
every = pytest.mark.parametrize("case", CASES, ids=str)
every_level = pytest.mark.parametrize("level", LEVELS)


def thought(case, state, seat, level, budget=None, seed=b"thought"):
    view = view_of(case.game, state, seat)
    return think(view, TITLES.knowledge(case.game), level, budget or Budget(iterations=8), Chance(seed, 0))


@every
@every_level
def test_every_level_makes_legal_moves_all_game_long(case: Case, level: str) -> None:
    for at, ply in enumerate(random_game(case, 5, leavers=True)):
        if at % 25 and at > 1:
            continue
        for seat in case.game.to_act(ply.before):
            answer = thought(case, ply.before, seat, level)
            assert case.game.is_legal(ply.before, seat, answer.move)
            assert answer.considered
            assert sum(each.share for each in answer.considered) <= 1.0001
            assert all(case.game.is_legal(ply.before, seat, each.move) for each in answer.considered)


@every
def test_seats_that_are_not_asked_have_no_view(case: Case) -> None:
    _, step = begin(case, 1)
    for seat in set(range(case.seats)) - case.game.to_act(step.state):
        with pytest.raises(Illegal):
            view_of(case.game, step.state, seat)


def test_an_unknown_level_is_refused() -> None:
    case = CAPTIVATE
    _, step = begin(case, 1)
    with pytest.raises(Illegal, match="admiral"):
        thought(case, step.state, 0, "admiral")


@every_level
def test_a_player_that_is_cut_short_still_moves(level: str) -> None:
    """The clock jumps by a minute whenever it is read."""
    case = CAPTIVATE
    _, step = begin(case, 1)
    minutes = iter(range(0, 10**6, 60))
    answer = thought(case, step.state, 0, level, Budget(ms=1, clock=lambda: next(minutes)))
    play.play(case.game, step.state, 0, answer.move, Chance(b"", 0))
    assert answer.iterations <= 1
