"""The guarded entries to a game: moves are applied and seats are taken out here and nowhere else."""

from typing import TypeVar

import msgspec

from games.engine.chance import SETUP, Chance
from games.engine.contract import Game, Options, Seat, Step
from games.engine.errors import Illegal

__all__ = ["imagine_play", "leave", "play", "setup"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def setup(game: Game[S, M], seats: int, options: Options, seed: bytes | Chance) -> Step[S]:
    """The first state of a game, by its seed or the stream of its set-up.

    Raises Illegal if the title is not played by so many seats or with these options.
    """
    if seats not in game.seats:
        wanted = f"{game.seats[0]} to {game.seats[-1]}"
        raise Illegal(f"Expected {wanted} seats, but got {seats}")
    return game.setup(seats, options, Chance(seed, SETUP) if isinstance(seed, bytes) else seed)


def play(game: Game[S, M], state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
    """Make `move` for `seat`; raises Illegal if that is not possible now."""
    if seat not in game.to_act(state):
        raise Illegal(f"Seat {seat} is not asked to move now")
    if not game.is_legal(state, seat, move):
        raise Illegal(f"Not a legal move of seat {seat} now: {move}")
    return game.apply(state, seat, move, chance)


def imagine_play(game: Game[S, M], world: S, seat: Seat, move: M, chance: Chance) -> S:
    """What a move leads to in an imagined world, unchecked: only for moves that the rules have just given as legal."""
    return game.apply(world, seat, move, chance).state


def leave(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> Step[S]:
    """Take `seat` out of the game; raises Illegal if it is over or the seat is out."""
    if game.outcome(state) is not None:
        raise Illegal("The game is over")
    if not game.is_in(state, seat):
        raise Illegal(f"Seat {seat} is not in the game any more")
    return game.leave(state, seat, chance)
