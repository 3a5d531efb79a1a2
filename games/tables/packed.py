"""Compressed logs of games that ended some days ago, with a few hundred plies per database row.

A packed log is read-only. `lock_table` unpacks it, so that it can be changed.
"""

import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.models import MoveRecord, PackedLog, Table
from games.tables.past import Played, compressed_state, kept_of

PACKED_AFTER = timedelta(days=7)  # after the end of the game
PLIES_PER_ROW = 256  # plies per row
TABLES_PER_TASK = 200  # tables per task
_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """A record in packed form: all its columns except those known from the table."""

    ply: int
    kind: str
    cause: str
    seat: int | None
    move: str
    events: str
    previous: int | None
    back_to: int | None
    expected: int | None
    stream: int
    generation: int
    draws: str
    position: str
    end: str
    undoable: bool
    by_id: int | None
    made_at: datetime
    rules_version: int
    kept: str  # JSON, uncompressed: the states of a game are similar, so they compress best together
    seal: bytes


_COLUMNS = [name for name in _Packed.__struct_fields__ if name not in ("kept", "seal")]
_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(tuple[_Packed, ...])


def logs_pack(now: datetime) -> int:
    """Pack the logs of the games that ended longest ago; returns how many were packed."""
    due = Table.objects.filter(is_packed=False, finished_at__lt=now - PACKED_AFTER).order_by("finished_at")
    return sum(log_pack(table) for table in list(due.values_list("pk", flat=True)[:TABLES_PER_TASK]))


@transaction.atomic
def log_pack(table_id: int) -> bool:
    """Pack the log of a finished table; False if another transaction has locked it or it need not be packed."""
    locked = Table.objects.select_for_update(skip_locked=not settings.SQLITE).filter(
        pk=table_id, is_packed=False
    )
    table = locked.exclude(status__in=(Table.Status.OPEN, Table.Status.RUNNING)).only("pk").first()
    if table is None:
        return False
    rows = MoveRecord.objects.filter(table=table_id)
    log = list(rows.order_by("ply"))
    PackedLog.objects.bulk_create(
        _pack(table_id, log[start : start + PLIES_PER_ROW]) for start in range(0, len(log), PLIES_PER_ROW)
    )
    rows.delete()
    Table.objects.filter(pk=table_id).update(is_packed=True)
    return True


def log_unpack(table: Table) -> None:
    """Move the log of a locked table back into rows."""
    MoveRecord.objects.bulk_create(packed_after(table, -2), batch_size=PLIES_PER_ROW)
    PackedLog.objects.filter(table=table).delete()
    table.is_packed = False
    table.save(update_fields=["is_packed"])


def packed_before(table: Table, end: int, limit: int) -> list[MoveRecord]:
    """Records of the latest `limit` plies before ply `end`, newest first."""
    rows = PackedLog.objects.filter(table=table, first__lt=end).order_by("-first")
    records = (
        each
        for row in rows[: limit // PLIES_PER_ROW + 2]
        for each in reversed(_unpack(row))
        if each.ply < end
    )
    return list(islice(records, limit))


def packed_after(table: Table, ply: int) -> Iterator[MoveRecord]:
    """Records of all plies after `ply`, in order."""
    for row in PackedLog.objects.filter(table=table, last__gt=ply).order_by("first"):
        yield from (each for each in _unpack(row) if each.ply > ply)


def packed_undos(table: Table, ply: int) -> list[tuple[int, int]]:
    """All undos after `ply` as (its ply, the first ply that it took back), without unpacking."""
    later = PackedLog.objects.filter(table=table, last__gt=ply).exclude(undos=[]).order_by("first")
    undos = chain.from_iterable(later.values_list("undos", flat=True))
    return [(at, back_to) for at, back_to in undos if at > ply]


def packed_log_reader(table: Table) -> Played:
    """A function that returns the moves and leaves up to a ply, for `past.state_after`. It reads each row once."""
    rows = dict[int, list[MoveRecord]]()  # by first ply

    def played(ply: int) -> list[MoveRecord]:
        first = next((each for each in rows if rows[each] and each <= ply <= rows[each][-1].ply), None)
        if first is None:
            row = PackedLog.objects.filter(table=table, first__lte=ply).order_by("-first").first()
            if row is None:
                return []
            first, rows[row.first] = row.first, _unpack(row)
        return [each for each in reversed(rows[first]) if each.ply <= ply and each.kind in _PLAYED]

    return played


def first_packed_records(tables: QuerySet[Any, Any]) -> Iterator[MoveRecord]:
    """The records of the first plies of these tables (a subquery), for those whose logs are packed."""
    for row in PackedLog.objects.filter(table__in=tables, first=-1):
        yield from _unpack(row)


def _pack(table_id: int, records: Sequence[MoveRecord]) -> PackedLog:
    plies = [
        _Packed(kept=kept_of(each), seal=bytes(each.seal), **{name: getattr(each, name) for name in _COLUMNS})
        for each in records
    ]
    data = zlib.compress(_encoder.encode(plies), 9)
    undos = [[each.ply, each.back_to or 0] for each in plies if each.kind == MoveRecord.Kind.UNDO]
    return PackedLog(table_id=table_id, first=plies[0].ply, last=plies[-1].ply, plies=data, undos=undos)


def _unpack(row: PackedLog) -> list[MoveRecord]:
    return [_record_of(row.table_id, ply) for ply in _decoder.decode(zlib.decompress(row.plies))]


def _record_of(table_id: int, ply: _Packed) -> MoveRecord:
    columns = {name: getattr(ply, name) for name in _COLUMNS}
    kept = compressed_state(ply.kept) if ply.kept else None
    return MoveRecord(table_id=table_id, kept=kept, seal=ply.seal, **columns)
