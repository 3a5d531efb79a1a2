"""Replay check: does a table's log lead to its snapshot, by the rules under which the table was started?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from games.engine.codec import dump_state
from games.engine.replay import Entry, ReplayError, replay
from games.models import MoveRecord, Table
from games.titles import TITLES

__all__ = ["Difference", "difference_of", "differences", "running_after", "state_before"]


@dataclass(frozen=True)
class Difference:
    """A table whose log does not lead to its snapshot."""

    table_id: int
    title: str
    rules_version: int  # of the table
    why: str


def differences() -> Iterator[Difference]:
    """Every running table that differs, one after another, without loading all of them into memory."""
    for table in Table.objects.filter(status=Table.Status.RUNNING).order_by("pk").iterator(chunk_size=100):
        if found := difference_of(table):
            yield found


def running_after(table_id: int, limit: int) -> list[Table]:
    """Some running tables with the next higher ids."""
    rows = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=table_id).order_by("pk")
    return list(rows[:limit])


def difference_of(table: Table) -> Difference | None:
    """How the table differs; None if it does not. The snapshot stays valid in both cases.

    A table that its seats have agreed to play on by newer rules has a log of two rules versions, and is not compared.
    """
    if table.records.exclude(rules_version=table.rules_version).exists():
        return None
    try:
        state = _replayed(table, _entries(table))
    except ReplayError as error:
        return Difference(table.pk, table.title, table.rules_version, str(error))
    if dump_state(state) != table.state:
        return Difference(table.pk, table.title, table.rules_version, "the log leads to another state")
    return None


def state_before(table: Table, ply: int) -> Any:
    """The state before a ply that stands, replayed from the log. Raises ReplayError if the log does not replay."""
    if table.records.exclude(rules_version=table.rules_version).exists():
        raise ReplayError(ply, "it was played under other rules")
    if found := difference_of(table):
        raise ReplayError(ply, found.why)
    return _replayed(table, _entries(table, before=ply))


def _replayed(table: Table, entries: Iterator[Entry]) -> Any:
    game = TITLES.game_of(table.title, table.rules_version)
    if game is None:
        raise ReplayError(-1, "its rules version is not played here")
    return replay(game, table.seat_count, table.options, bytes(table.seed), entries)


def _entries(table: Table, *, before: int | None = None) -> Iterator[Entry]:
    rows = (
        MoveRecord.objects.filter(table=table, ply__gte=0).exclude(kind=MoveRecord.Kind.NOTE).order_by("ply")
    )
    if before is not None:
        rows = rows.filter(ply__lt=before)
    for ply, kind, seat, move, back_to in rows.values_list("ply", "kind", "seat", "move", "back_to"):
        yield Entry(ply, cast("Any", kind), seat, move, back_to or 0)
