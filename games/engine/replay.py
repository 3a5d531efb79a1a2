"""The log held against the rules: the same seed and the same entries lead to the same state under the same rules."""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Game, Options, Seat, Step
from games.engine.errors import EngineError

__all__ = ["Entry", "ReplayError", "replay", "taken_back"]

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


class _Past(msgspec.Struct, frozen=True):
    """A ply that can be taken back."""

    ply: int
    state: Any  # before it
    stood: "_Past | None"  # the latest ply that stood before it, and stands again once it is taken back
    older: "_Past | None"  # where to search on; for an undo, what it left standing


def replay(game: Game[S, M], seats: int, options: Options, seed: bytes, entries: Iterable[Entry]) -> S:
    """The state after all entries; raises ReplayError at the first that does not fit.

    An undo may take back another undo: then what that one had taken back stands again.
    """
    state = play.setup(game, seats, options, seed).state
    past: _Past | None = None
    for entry in entries:
        if entry.kind == "undo":
            found = _found(past, entry)
            past, state = _Past(entry.ply, state, past, found.stood), found.state
            continue
        past = _Past(entry.ply, state, past, past)
        state = _step(game, state, entry, seed).state
    return state


def _found(past: _Past | None, entry: Entry) -> _Past:
    while past is not None and past.ply > entry.back_to:
        past = past.older
    if past is None or past.ply != entry.back_to:
        raise ReplayError(entry.ply, f"takes back ply {entry.back_to}, which is not in the log")
    return past


def taken_back(undos: Iterable[tuple[int, int]]) -> list[range]:
    """The spans of plies that do not stand; an undo is given as (its own ply, the ply that it took back).

    An undo that does not stand itself has taken nothing back.
    """
    spans: list[range] = []
    for ply, back_to in sorted(undos, reverse=True):
        if not any(ply in span for span in spans):
            spans.append(range(back_to, ply))
    return spans


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
