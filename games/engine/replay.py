"""The log held against the rules: the same seed and the same entries lead to the same state under the same rules."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from games.engine import play
from games.engine.chance import SETUP, Chance
from games.engine.codec import load_move
from games.engine.contract import Game, Options, Seat, Step
from games.engine.errors import EngineError

__all__ = ["Entry", "ReplayError", "Seed", "replay", "replay_on", "taken_back", "walk"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)
Seed: TypeAlias = bytes | Callable[[int], Chance]  # the seed of all plies, or the stream of each


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


def replay(game: Game[S, M], seats: int, options: Options, seed: Seed, entries: Iterable[Entry]) -> S:
    """The state after all entries; raises ReplayError at the first that does not fit."""
    first = play.setup(game, seats, options, _stream(seed, SETUP))
    *_, last = walk(game, first, seed, entries)
    return last.state


def walk(game: Game[S, M], step: Step[S], seed: Seed, entries: Iterable[Entry]) -> Iterator[Step[S]]:
    """The first step, then that of each entry; raises ReplayError at the first that does not fit.

    An undo has no events. It may take back another undo: then what that one had taken back stands again.
    """
    past: _Past | None = None
    yield step
    for entry in entries:
        state = step.state
        if entry.kind == "undo":
            found = _found(past, entry)
            past, step = _Past(entry.ply, state, past, found.stood), Step(found.state, ())
        else:
            past = _Past(entry.ply, state, past, past)
            step = _step(game, state, entry, seed)
        yield step


def replay_on(game: Game[S, M], state: S, seed: Seed, entries: Iterable[Entry]) -> S:
    """The state after moves and leavers that all stand, from the state before them; raises ReplayError."""
    for entry in entries:
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


def _stream(seed: Seed, ply: int) -> Chance:
    return Chance(seed, ply) if isinstance(seed, bytes) else seed(ply)


def _step(game: Game[S, M], state: S, entry: Entry, seed: Seed) -> Step[S]:
    chance = _stream(seed, entry.ply)
    if entry.seat is None:
        raise ReplayError(entry.ply, f"a {entry.kind} without a seat")
    try:
        if entry.kind == "leave":
            return play.leave(game, state, entry.seat, chance)
        return play.play(game, state, entry.seat, load_move(game, entry.move), chance)
    except EngineError as error:
        raise ReplayError(entry.ply, error.message) from error
