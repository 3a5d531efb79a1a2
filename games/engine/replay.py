"""Replay a log by the rules: the same seed and the same entries always lead to the same state."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from games.engine import play
from games.engine.chance import SETUP, Chance, Stream
from games.engine.codec import load_move
from games.engine.contract import EngineError, Game, Options, Seat, Step

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


class Entry(msgspec.Struct, frozen=True):
    """One ply of the log: a move, a seat that left, or a return to the state before an earlier ply."""

    ply: int
    kind: Literal["move", "leave", "undo"]
    seat: Seat | None  # None for an undo by a moderator
    move: str = ""  # a move as JSON text
    back_to: int = 0  # for an undo: the first ply that was taken back; all later ones go with it
    stream: Stream | None = None  # that it draws from; by default, the one of its ply


Seed: TypeAlias = bytes | Callable[[Entry], Chance]  # the seed of all plies, or the chance of each


class ReplayError(Exception):
    """The log cannot be played on these rules."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"ply {ply}: {reason}")
        self.ply = ply


class _Past(msgspec.Struct, frozen=True):
    """A ply that can be taken back."""

    ply: int
    state: Any  # before this ply
    stood: "_Past | None"  # the latest valid ply before this one; undoing this one makes it the latest again
    older: "_Past | None"  # the next ply to search; for an undo, the latest ply that it left valid


def replay(game: Game[S, M], seats: int, options: Options, seed: Seed, entries: Iterable[Entry]) -> S:
    """The state after all entries; raises ReplayError at the first that does not fit."""
    chance = Chance(seed, SETUP) if isinstance(seed, bytes) else seed(Entry(SETUP, "move", None))
    first = play.setup(game, seats, options, chance)
    *_, last = walk(game, first, seed, entries)
    return last.state


def walk(game: Game[S, M], step: Step[S], seed: Seed, entries: Iterable[Entry]) -> Iterator[Step[S]]:
    """Yield the first step, then the step of each entry; raises ReplayError at the first that does not fit.

    An undo has no events. Taking back an undo restores what that undo had taken back.
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
    """The state after these moves and departures, none of which was taken back; raises ReplayError."""
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
    """The ranges of plies that were taken back; an undo is given as (its own ply, the ply that it took back).

    An undo that was itself taken back has no effect.
    """
    spans: list[range] = []
    for ply, back_to in sorted(undos, reverse=True):
        if not any(ply in span for span in spans):
            spans.append(range(back_to, ply))
    return spans


def _chance(seed: Seed, entry: Entry) -> Chance:
    return Chance(seed, *(entry.stream or Stream(entry.ply))) if isinstance(seed, bytes) else seed(entry)


def _step(game: Game[S, M], state: S, entry: Entry, seed: Seed) -> Step[S]:
    chance = _chance(seed, entry)
    if entry.seat is None:
        raise ReplayError(entry.ply, f"a {entry.kind} without a seat")
    try:
        if entry.kind == "leave":
            return play.leave(game, state, entry.seat, chance)
        return play.play(game, state, entry.seat, load_move(game, entry.move), chance)
    except EngineError as error:
        raise ReplayError(entry.ply, error.message) from error
