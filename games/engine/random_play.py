"""Random moves: for playthroughs, tests and benchmarks."""

from typing import TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Game, Seat

__all__ = ["random_move"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def random_move(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> M:
    """A random legal move of `seat`, which must be asked to move."""
    if game.sample_move is not None:
        return game.sample_move(state, seat, chance)
    return chance.pick(game.legal_moves(state, seat))
