"""The log as evidence: the same seed and the same entries lead to the same state under the same rules."""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Game, Options, Seat, Step
from games.engine.errors import EngineError

__all__ = ["Entry", "ReplayError", "replay"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


class Entry(msgspec.Struct, frozen=True):
    """One ply of the log: a move, a seat that left, or a return to the state before an earlier ply."""

    ply: int
    kind: Literal["move", "leave", "undo"]
    seat: Seat | None  # None for an undo by a moderator
    move: str = ""  # JSON text, of a move
    back_to: int = 0  # of an undo: the ply that was taken back, with all after it


class ReplayError(Exception):
    """The log cannot be played on these rules."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"ply {ply}: {reason}")
        self.ply = ply


def replay(game: Game[S, M], seats: int, options: Options, seed: bytes, entries: Iterable[Entry]) -> S:
    """The state after all entries; raises ReplayError at the first that does not fit."""
    state = play.setup(game, seats, options, seed).state
    before: dict[int, S] = {}
    for entry in entries:
        if entry.kind == "undo":
            state = _taken_back(before, entry)
            continue
        before[entry.ply] = state
        state = _step(game, state, entry, seed).state
    return state


def _taken_back(before: dict[int, Any], entry: Entry) -> Any:
    if entry.back_to not in before:
        raise ReplayError(entry.ply, f"takes back ply {entry.back_to}, which is not in the log")
    state = before[entry.back_to]
    for ply in [ply for ply in before if ply >= entry.back_to]:
        del before[ply]  # no part of the game any more, so nothing to go back to
    return state


def _step(game: Game[S, M], state: S, entry: Entry, seed: bytes) -> Step[S]:
    chance = Chance(seed, entry.ply)
    if entry.seat is None:
        raise ReplayError(entry.ply, f"a {entry.kind} without a seat")
    try:
        if entry.kind == "leave":
            return play.leave(game, state, entry.seat, chance)
        return play.play(game, state, entry.seat, load_move(game, entry.move), chance)
    except EngineError as error:
        raise ReplayError(entry.ply, error.message) from error
