"""Random play: for tests, benchmarks, demonstrations, and as the weakest opponent there is."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.engine.contract import Game, Options, Seat, Step

__all__ = ["playout", "random_move"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def random_move(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> M:
    """A legal move of `seat`, which is to act."""
    moves = game.legal_moves(state, seat)
    if not moves and game.sample_move is not None:
        return game.sample_move(state, seat, chance)
    return chance.pick(moves)


def playout(
    game: Game[S, M], seats: int, options: Options, seed: bytes, chooser: Chance
) -> Iterator[tuple[int, Seat | None, M | None, Step[S]]]:
    """A whole game of random moves as (ply, seat, move, step); the first item is the set-up, at ply -1."""
    step = play.setup(game, seats, options, seed)
    yield -1, None, None, step
    ply = 0
    while asked := sorted(game.to_act(step.state)):
        seat = chooser.pick(asked)
        move = random_move(game, step.state, seat, chooser)
        step = play.play(game, step.state, seat, move, Chance(seed, ply))
        yield ply, seat, move, step
        ply += 1
