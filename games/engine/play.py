"""The guarded entry points of a game: nothing else applies moves or removes seats. Also random moves."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import msgspec

from games.engine.chance import SETUP, Chance
from games.engine.contract import Game, Illegal, Options, Seat, Step

_NO_SEED = bytes(32)
S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def setup(game: Game[S, M], seats: int, options: Options, seed: bytes | Chance) -> Step[S]:
    """The first state of a game, from its seed or from the stream of its set-up.

    Raises Illegal if the title does not support this number of seats or these options.
    """
    if seats not in game.seats:
        wanted = f"{game.seats[0]} to {game.seats[-1]}"
        raise Illegal(f"Expected {wanted} seats, but got {seats}")
    return game.setup(seats, options, Chance(seed, SETUP) if isinstance(seed, bytes) else seed)


def play(game: Game[S, M], state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
    """Make `move` for `seat`; raises Illegal if the move is not possible now."""
    if seat not in game.to_act(state):
        raise Illegal(f"Seat {seat} is not asked to move now")
    if not game.is_legal(state, seat, move):
        raise Illegal(f"Not a legal move of seat {seat} now: {move}")
    return game.apply(state, seat, move, chance)


def imagine_play(game: Game[S, M], world: S, seat: Seat, move: M, chance: Chance) -> S:
    """The state after a move in an imagined world. Not checked, so pass only moves that the rules have just listed."""
    return game.apply(world, seat, move, chance).state


def finality(game: Game[S, M], state: S, seat: Seat) -> Callable[[M], bool]:
    """A function that says whether a legal move of `seat` is final. It tries the move in a state that the seat can't
    tell from the true one, so that the answer shows nothing hidden.
    """

    @cache
    def world() -> S:
        return game.resample(state, seat, Chance(_NO_SEED, SETUP))

    return lambda move: not game.apply(world(), seat, move, Chance(_NO_SEED, SETUP)).undoable


def leave(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> Step[S]:
    """Remove `seat` from the game; raises Illegal if the game is over or the seat is out."""
    if game.outcome(state) is not None:
        raise Illegal("The game is over")
    if not game.is_in(state, seat):
        raise Illegal(f"Seat {seat} is no longer in the game")
    return game.leave(state, seat, chance)


def automatic_play(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> tuple[M, Step[S]] | None:
    """The forced move of a seat that has to act, and its result; None if there is none, or if the player has to make
    it because it ends the game or `is_left_to_player`.
    """
    move = game.forced_move(state, seat)
    if move is None or game.is_left_to_player(state, seat, move):
        return None
    step = play(game, state, seat, move, chance)
    return None if game.outcome(step.state) is not None else (move, step)


def random_move(game: Game[S, M], state: S, seat: Seat, chance: Chance) -> M:
    """A random legal move of `seat`, which must be asked to move."""
    if game.sample_move is not None:
        return game.sample_move(state, seat, chance)
    return chance.pick(game.legal_moves(state, seat))
