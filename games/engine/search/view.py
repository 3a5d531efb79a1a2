"""The input of a player: an observation, its legal moves, the log as its seat may read it, and worlds to imagine.

It never contains the state: `imagine` deals everything anew that the seat cannot know (`Game.resample`). Its result
depends only on the observation and the chance; `tests/engine/test_honesty.py` checks this for every title.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Facts, Game, Observation, Seat
from games.engine.errors import Illegal

__all__ = ["View", "view_of"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


@dataclass(frozen=True)
class View(Generic[S, M]):
    """The game as a seat that is asked to move may know it."""

    game: Game[S, M]
    seat: Seat
    observation: Observation
    moves: tuple[M, ...]  # legal now; empty if the title does not list them
    default: M  # the safe move
    log: tuple[tuple[str, Facts], ...]  # events by type, with the facts that this seat may read, oldest first
    imagine: Callable[[Chance], S]  # a world: one of the states that this seat cannot tell from the true one


def view_of(game: Game[S, M], state: S, seat: Seat, log: Sequence[tuple[str, Facts]] = ()) -> View[S, M]:
    """The view of `seat`; raises Illegal if it is not asked to move now."""
    if seat not in game.to_act(state):
        raise Illegal(f"Seat {seat} is not asked to move now")
    return View(
        game=game,
        seat=seat,
        observation=game.observe(state, seat),
        moves=game.legal_moves(state, seat),
        default=game.default_move(state, seat),
        log=tuple(log),
        imagine=lambda chance: game.resample(state, seat, chance),
    )
