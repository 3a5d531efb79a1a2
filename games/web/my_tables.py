"""The player's own tables, with the number of unread lines of talk."""

from dataclasses import replace
from typing import Any

from games.models import Table
from games.tables.lists import TableRow, rows_of, with_seats
from games.talk.selectors import unread_by_table

__all__ = ["tables_of"]

LIVE_TABLES = 200  # on one page, at most


def tables_of(user: Any) -> list[TableRow]:
    """The reader's open and running tables. Those that wait for the reader come first, by deadline, then by wait."""
    unread = unread_by_table(user, limit=LIVE_TABLES)
    rows = rows_of(with_seats(Table.objects.filter(pk__in=list(unread))), user)
    return sorted((replace(row, unread=unread[row.table.pk]) for row in rows), key=_urgency)


def _urgency(row: TableRow) -> tuple[bool, bool, bool, Any, Any]:
    since = row.mine.awaited_since if row.mine is not None and row.mine.is_awaited else row.since
    deadline = row.deadline
    return (not row.is_waiting_for_me, row.table.is_open, deadline is None, deadline or since, since)
