"""The lowest level is careless, not senseless: it takes a sure win, and never passes if it could gain something."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.contract import Seat
from games.engine.play import imagine_play
from games.engine.search import View, view_of
from games.titles import TITLES
from tests.engine.positions import Case, random_game
from tests.engine.test_search import thought

MOST = 60  # maximum number of legal moves of a tested position
WORLDS = 300  # a win in all of these counts as sure
SEEDS = [bytes([number]) for number in range(4)]
GAMES = {
    "captivate": 6,
    "cannonades": 8,
    "captn-eli": 4,
    "nautilus": 16,
}  # random games; at Cardline no win is sure
IDLE = ["captivate", "cannonades", "nautilus"]  # the titles in which a seat may pass


def case_of(slug: str) -> Case:
    game = TITLES[slug]
    return Case(game, game.seats[0], load_options(game, {}))


def questions(slug: str, last: int | None = None) -> Iterator[tuple[Any, Seat, View[Any, Any]]]:
    """Yield states of random games, or only the last ones of each, with every seat that has a choice."""
    case = case_of(slug)
    for number in range(GAMES[slug]):
        plies = list(random_game(case, number))
        for ply in plies[-last:] if last else plies:
            for seat in case.game.to_act(ply.before):
                view = view_of(case.game, ply.before, seat)
                if 1 < len(view.moves) < MOST:
                    yield ply.before, seat, view


def payoffs_of(slug: str, view: View[Any, Any], move: Any, worlds: int) -> Iterator[float]:
    """Yield the value of a move for its seat in some worlds."""
    knowledge = TITLES.knowledge(TITLES[slug])
    for number in range(worlds):
        chance = Chance(b"a world", number)
        world = knowledge.believe(view.imagine(chance), "deckhand", chance)
        yield knowledge.evaluate(imagine_play(view.game, world, view.seat, move, chance))[view.seat]


def is_winning(slug: str, view: View[Any, Any], move: Any, worlds: int) -> bool:
    return all(worth >= 1 for worth in payoffs_of(slug, view, move, worlds))


@pytest.mark.parametrize("slug", GAMES)
def test_a_deckhand_never_gives_up_a_sure_win(slug: str) -> None:
    met = 0
    for state, seat, view in questions(slug, last=8):
        first = [move for move in view.moves if is_winning(slug, view, move, 1)]
        sure = [move for move in first if is_winning(slug, view, move, WORLDS)]
        met += bool(sure)
        for seed in SEEDS if sure else ():
            assert thought(case_of(slug), state, seat, "deckhand", seed=seed).move in sure
    assert met, "no position with a sure win was looked at"


@pytest.mark.parametrize("slug", IDLE)
def test_a_deckhand_is_not_idle_if_something_can_be_gained(slug: str) -> None:
    """An idle move that is worse than another one in every world isn't carelessness."""
    is_pass, met = TITLES.knowledge(TITLES[slug]).is_pass, 0
    for state, seat, view in questions(slug):
        idle = [move for move in view.moves if is_pass(move)]
        if not idle or len(idle) == len(view.moves) or not _is_wasteful(slug, view, idle):
            continue
        met += 1
        for seed in SEEDS:
            assert thought(case_of(slug), state, seat, "deckhand", seed=seed).move not in idle
        if met == 20:
            break
    assert met > 2, "hardly a position with something to gain was looked at"


def _is_wasteful(slug: str, view: View[Any, Any], idle: list[Any]) -> bool:
    """Whether one other move is better than all idle moves in every world."""
    passed = [max(worths) for worths in zip(*(payoffs_of(slug, view, move, 6) for move in idle), strict=True)]
    others = (payoffs_of(slug, view, move, 6) for move in view.moves if move not in idle)
    return any(all(a > b + 0.01 for a, b in zip(other, passed, strict=True)) for other in others)
