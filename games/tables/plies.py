"""Appends plies and notes to the log of a locked table."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from accounts.models import User
from games.engine import play
from games.engine.chance import Recorded
from games.engine.codec import dump_state
from games.engine.commitments import position_digest
from games.engine.contract import Event, Step
from games.engine.registry import AnyGame
from games.models import MoveRecord, Seat, Table
from games.tables.chain import header_of
from games.tables.past import KEPT_EVERY, Past, compressed_state
from games.tables.prompts import seats_ask
from games.tables.table_rules import use_rules
from games.tables.unit_of_work import UnitOfWork

_Kind = MoveRecord.Kind


@dataclass(frozen=True, kw_only=True)
class Ply:
    """What the log records about a ply besides its effect."""

    kind: str
    seat: int | None  # None for a moderator's undo
    cause: str = MoveRecord.Cause.PLAYER
    by: User | None = None  # the person who did it; None if nobody did
    move: str = ""  # JSON
    expected: int | None = None  # the ply shown on the page where it was made
    undone: MoveRecord | None = None  # for an undo: the first ply taken back


def write_setup(
    table: Table, seats: list[Seat], game: AnyGame, step: Step[Any], chance: Recorded
) -> UnitOfWork:
    """Write a table's first state, set its rules, and log the events of the setup as ply -1."""
    work, header = UnitOfWork(table, seats, game, step.state), header_of(table, seats)
    use_rules(table, game)
    table.state = dump_state(step.state)
    setup = MoveRecord(
        table=table, ply=-1, kind=_Kind.SETUP, events=_dumped(step.events), move=json.dumps(header),
        draws=_drawn(chance), rules_version=game.rules_version,
    )  # fmt: skip
    _append(work, setup, step.events)
    seats_ask(work)
    return work


def write_ply(work: UnitOfWork, step: Step[Any], ply: Ply) -> None:
    """Append one ply: its record, the new state and head, and the seats that must act now."""
    table, record = work.table, _record_of(work, step, ply)
    if ply.undone is None:
        _keep(table, record)
    work.state, table.state = step.state, dump_state(step.state)
    _append(work, record, step.events)
    table.head = table.ply if ply.undone is None else ply.undone.previous
    table.stream = table.stream + 1 if ply.undone is None else ply.undone.stream
    table.ply += 1
    seats_ask(work, record)


def write_undo(work: UnitOfWork, past: Past, ply: Ply, *, redraws: bool = False) -> None:
    """Append an undo to the state before `ply.undone`; `redraws`: it takes back a ply that drew."""
    work.table.since_kept = past.since_kept
    write_ply(work, Step(past.state, ()), ply)
    work.table.generation += redraws


def _keep(table: Table, record: MoveRecord) -> None:
    """Store the state before every `KEPT_EVERY`th ply, so that replays stay short."""
    if table.since_kept >= KEPT_EVERY:
        record.kept, table.since_kept = compressed_state(table.state), 0
    table.since_kept += 1


def _record_of(work: UnitOfWork, step: Step[Any], ply: Ply) -> MoveRecord:
    table, undone = work.table, ply.undone
    return MoveRecord(
        table=table, ply=table.ply, kind=ply.kind, cause=ply.cause, seat=ply.seat, by=ply.by, move=ply.move,
        expected=ply.expected, previous=table.head, back_to=None if undone is None else undone.ply,
        events=_dumped(step.events), undoable=step.undoable,
        draws="" if undone is not None else _drawn(work.drawing), rules_version=work.game.rules_version,
    )  # fmt: skip


def seat_leave(
    work: UnitOfWork, seat: Seat, *, cause: str, by: User | None = None, expected: int | None = None
) -> None:
    """Remove a seat from the game by its title's rules: the player resigned or was removed."""
    step = play.leave(work.game, work.state, seat.number, work.chance())
    seat.has_left, seat.is_live, seat.is_offered = True, False, False
    write_ply(work, step, Ply(kind=_Kind.LEAVE, seat=seat.number, cause=cause, by=by, expected=expected))


def write_note(work: UnitOfWork, event: Event, *, actor: int | None = None, by: User | None = None) -> None:
    """Append a note to the log: an event at the table that does not change the game."""
    note = MoveRecord(
        table=work.table, ply=work.table.ply, kind=_Kind.NOTE, seat=actor, by=by, previous=work.table.head,
        events=_dumped([event]), rules_version=work.game.rules_version,
    )  # fmt: skip
    _append(work, note, [event])
    work.table.ply += 1


def _append(work: UnitOfWork, record: MoveRecord, events: Sequence[Event]) -> None:
    table, record.made_at = work.table, work.now
    record.stream, record.generation = table.stream, table.generation
    record.position = position_digest(table.state)
    work.records.append(record)
    work.events.append(events)


def _drawn(chance: Recorded | None) -> str:
    return json.dumps(chance.draws, separators=(",", ":")) if chance is not None and chance.draws else ""


def _dumped(events: Iterable[Event]) -> str:
    return msgspec.json.encode(events).decode()
