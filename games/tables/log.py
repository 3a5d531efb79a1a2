"""The log of a table in sentences, made of what the reader may know now."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.lookalikes import told_apart
from games.engine.contract import Event, Facts
from games.engine.presenter import Names
from games.engine.registry import AnyGame
from games.engine.replay import taken_back
from games.models import MoveRecord, Seat, Table
from games.models.compiled import CompiledQuery
from games.presenters import presenter_of
from games.tables.table_rules import game_at
from games.tables.words import note_sentence

__all__ = ["LINES", "LogLine", "Told", "latest_records", "lines_of", "log_page", "names_of"]

LINES = 15  # plies of the log beside the board
PAGE = 40  # plies on one page of the log
_UNREAD = ("before", "move")  # columns that no line of the log is made of

Told: TypeAlias = tuple[tuple[str, Facts], ...]  # events by type and facts

_decoder = msgspec.json.Decoder(tuple[Event, ...])


@dataclass(frozen=True)
class LogLine:
    """One ply of the log."""

    ply: int
    when: datetime
    seat: int | None
    text: str
    cause: str  # how it was made, if not by its player
    events: Told  # what the reader may know of them
    is_taken_back: bool = False


def names_of(seats: Iterable[Seat]) -> Names:
    """The name of each seat: that of its player, with the user name if another one is close to it, or its number."""
    found = list(seats)
    players = [seat.user for seat in found if seat.user is not None]
    names = iter(told_apart([(str(player), player.username) for player in players]))
    return tuple(
        next(names) if seat.user else _("Seat %(number)d") % {"number": seat.number + 1} for seat in found
    )


def log_page(
    table: Table, state: Any, seat: int | None, names: Names, *, before: int | None = None, limit: int = PAGE
) -> list[LogLine]:
    """Lines of the latest plies before ply `before`, the newest first, as `seat` may read them."""
    return lines_of(table, latest_records(table, before=before, limit=limit), state, seat, names)


def latest_records(table: Table, *, before: int | None = None, limit: int = PAGE) -> list[MoveRecord]:
    """Records of the latest plies before ply `before`, the newest first, without columns that lines do not need.

    None is newer than the row of the table that was read, because lines are made with its state.
    """
    end = table.ply if before is None else min(before, table.ply)
    return _NEWEST(table.pk, end) if limit == LINES else list(_before(table.pk, end)[:limit])


def _before(table_id: int, end: int) -> QuerySet[MoveRecord]:
    return MoveRecord.objects.filter(table_id=table_id, ply__lt=end).defer(*_UNREAD).order_by("-ply")


_NEWEST = CompiledQuery[MoveRecord](lambda table, end: _before(table, end)[:LINES], defer=_UNREAD)


def lines_of(
    table: Table, records: list[MoveRecord], state: Any, seat: int | None, names: Names
) -> list[LogLine]:
    """Lines of these records, the newest first, without plies that have nothing to tell."""
    game = game_at(table)
    undone = _taken_back(table, records)
    lines = [_line(game, record, state, seat, names) for record in records]
    lines = [replace(line, is_taken_back=True) if line.ply in undone else line for line in lines]
    return [line for line in lines if line.text]


def _line(game: AnyGame, record: MoveRecord, state: Any, seat: int | None, names: Names) -> LogLine:
    events = _events(game, record, state, seat)
    text = _text(game, record, events, names)
    return LogLine(record.ply, record.made_at, record.seat, text, _cause(record, seat), events)


def _cause(record: MoveRecord, reader: int | None) -> str:
    """How the ply was made, if not by its player. Only the owner is told of a standing order."""
    return "" if record.cause == MoveRecord.Cause.ORDER and record.seat != reader else record.cause


def _text(game: AnyGame, record: MoveRecord, events: Told, names: Names) -> str:
    if record.kind == MoveRecord.Kind.UNDO:  # a moderator's undo is told by the note after it
        return "" if record.seat is None else _("%(name)s takes back a move.") % {"name": names[record.seat]}
    if record.kind == MoveRecord.Kind.NOTE:
        notes = _decoder.decode(record.events)
        return " ".join(note_sentence(note.type, note.public, names) for note in notes)
    presenter = presenter_of(game)
    told = (presenter.sentence(kind, facts, names) for kind, facts in events)
    return " ".join(sentence for sentence in told if sentence)


def _events(game: AnyGame, record: MoveRecord, state: Any, seat: int | None) -> Told:
    if record.kind in (MoveRecord.Kind.NOTE, MoveRecord.Kind.UNDO):
        return ()
    return tuple((event.type, game.recall(state, seat, event)) for event in _decoder.decode(record.events))


def _taken_back(table: Table, records: list[MoveRecord]) -> set[int]:
    """The plies among `records` that do not stand. Notes always stand: they are no part of the game."""
    if not records:
        return set()
    undos = [(each.ply, each.back_to or 0) for each in records if each.kind == MoveRecord.Kind.UNDO]
    if records[0].ply < table.ply - 1:  # an older page: its plies may be taken back on a later one
        undos += _undos_after(table, records[0].ply)
    spans = taken_back(undos)
    plies = (each.ply for each in records if each.kind != MoveRecord.Kind.NOTE)
    return {ply for ply in plies if any(ply in span for span in spans)}


def _undos_after(table: Table, ply: int) -> list[tuple[int, int]]:
    """Later undos that reach back to `ply`, and moderators' undos, which may have taken back another undo."""
    reach = Q(back_to__lte=ply) | Q(seat__isnull=True)
    undos = MoveRecord.objects.filter(reach, table=table, kind=MoveRecord.Kind.UNDO, ply__gt=ply)
    return [(at, back_to or 0) for at, back_to in undos.values_list("ply", "back_to")]
