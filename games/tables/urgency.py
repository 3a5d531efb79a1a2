"""A player's open and running tables, most urgent first, page by page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    DateTimeField,
    F,
    IntegerField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Seat, Table
from games.pages.paging import PAGE

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # sorts tables without a deadline last
_KEY = re.compile(r"([0-2])-([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,18})", re.ASCII)
_MICROSECOND = timedelta(microseconds=1)


class Place(NamedTuple):
    """The position of a table in the reader's list. Places sort like the list."""

    group: int  # 0: the reader must act; 1: others must, or a moderator holds the table; 2: not started
    due: datetime  # the deadline of the seats that must act; far in the future without a clock
    since: datetime  # since when the table waits
    table: int

    def __str__(self) -> str:
        """The key for the next page's address, to the microsecond, so that no table falls between two pages."""
        due, since = ((moment - _EPOCH) // _MICROSECOND for moment in (self.due, self.since))
        return f"{self.group}-{due}-{since}-{self.table}"


def place_in(key: str) -> Place | None:
    """The place with this key, as `str` writes it; None if the key is invalid."""
    if not (found := _KEY.fullmatch(key)):
        return None
    group, due, since, table = (int(digits) for digits in found.groups())
    try:
        return Place(group, _EPOCH + due * _MICROSECOND, _EPOCH + since * _MICROSECOND, table)
    except OverflowError:  # after the year 9999
        return None


@dataclass(frozen=True)
class UrgentTables:
    """Ids of some tables, most urgent first, and the place where the next page begins."""

    tables: tuple[int, ...]
    after: Place | None  # None on the last page

    def __iter__(self) -> Iterator[int]:
        return iter(self.tables)


def urgent_tables(user: User, after: Place | None = None, *, size: int = PAGE) -> UrgentTables:
    """The reader's tables after the place `after`, most urgent first; one query.

    A table's place changes with every move. Paging by place and not by count leaves no table out if the reader has
    answered an earlier one meanwhile.
    """
    seats = _placed(user)
    if after is not None:
        seats = seats.filter(_behind(after))
    columns = seats.order_by("group", "due", "since", "table_id").values_list(*Place._fields[:3], "table_id")
    found = [Place(*row) for row in columns[: size + 1]]
    return UrgentTables(
        tuple(place.table for place in found[:size]), found[size - 1] if len(found) > size else None
    )


def _placed(user: User) -> QuerySet[Any]:
    """The reader's seats at unfinished tables, each with its place."""
    opened = Coalesce(F("table__started_at"), F("table__created_at"))
    return Seat.objects.filter(user=user, is_live=True).annotate(
        group=Case(
            When(table__status=Table.Status.OPEN, then=Value(2)),
            When(is_awaited=True, table__is_held=False, then=Value(0)),
            default=Value(1),
            output_field=IntegerField(),
        ),
        due=Coalesce(_of_those_asked("deadline"), Value(_NEVER), output_field=DateTimeField()),
        since=Coalesce(_of_those_asked("awaited_since"), opened, output_field=DateTimeField()),
    )


def _of_those_asked(column: str) -> Case:
    """The column of the reader's seat if it must act, or else the lowest value among the seats that must."""
    asked = Seat.objects.filter(table=OuterRef("table"), is_awaited=True).order_by().values("table")
    return Case(
        When(is_awaited=True, then=F(column)),
        When(table__status=Table.Status.OPEN, then=Value(None, output_field=DateTimeField())),
        default=Subquery(asked.annotate(first=Min(column)).values("first")),
    )


def _behind(place: Place) -> Q:
    """Filter for rows after `place`: greater in the first column that differs."""
    found = Q()
    for column, value in reversed(list(zip(("group", "due", "since", "table_id"), place, strict=True))):
        found = Q(**{f"{column}__gt": value}) | (Q(**{column: value}) & found if found else Q())
    return found
