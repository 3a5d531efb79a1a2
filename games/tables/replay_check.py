"""Replay check: whether a table's log leads to its snapshot under the rules that the table started with."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from games.engine.chance import SETUP
from games.engine.codec import dump_state
from games.engine.replay import Entry, ReplayError, walk
from games.models import MoveRecord, Table
from games.tables.chain import chance_at
from games.tables.past import Past, past_of
from games.tables.starts import first_step
from games.titles import TITLES


@dataclass(frozen=True)
class Difference:
    """A table whose log does not lead to its snapshot."""

    table_id: int
    title: str
    rules_version: int  # of the table
    why: str


def running_after(table_id: int, limit: int) -> list[Table]:
    """Some running tables with the next higher ids."""
    rows = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=table_id).order_by("pk")
    return list(rows[:limit])


def difference_of(table: Table) -> Difference | None:
    """How the log differs from the snapshot, or None. The snapshot stays valid in both cases.

    A table whose players upgraded it to newer rules has a log of two rules versions and is not compared.
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


def past_checked(table: Table, record: MoveRecord) -> Past:
    """The state before a ply of the log, after checking that the whole log replays. Raises ReplayError."""
    if found := difference_of(table):
        raise ReplayError(record.ply, found.why)
    return past_of(table, record)


def _replayed(table: Table, entries: Iterator[Entry]) -> Any:
    game = TITLES.game_of(table.title, table.rules_version)
    if game is None:
        raise ReplayError(-1, "its rules version is not played here")
    first = first_step(game, table, chance_at(table, SETUP))
    *_before, last = walk(game, first, partial(chance_at, table), entries)
    return last.state


def _entries(table: Table) -> Iterator[Entry]:
    rows = (
        MoveRecord.objects.filter(table=table, ply__gte=0).exclude(kind=MoveRecord.Kind.NOTE).order_by("ply")
    )
    for ply, kind, seat, move, back_to in rows.values_list("ply", "kind", "seat", "move", "back_to"):
        yield Entry(ply, cast("Any", kind), seat, move, back_to or 0)
