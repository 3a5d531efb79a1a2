"""Lists of tables: the lobby, the reader's active tables (most urgent first), and the finished ones."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    DateTimeField,
    Exists,
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

from accounts.models import Reader, User
from games.engine.presenter import Text
from games.models import Block, Invitation, Seat, Table
from games.pages.paging import PAGE, Slice, slice_of
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.words import clock_words


@dataclass(frozen=True)
class TableRow:
    """One table in a list, for one reader."""

    table: Table
    title: Text  # the title's name
    seats: tuple[Seat, ...]
    mine: Seat | None
    unread: int = 0  # unread chat lines

    @property
    def is_waiting_for_me(self) -> bool:
        """Whether the reader must act."""
        return self.mine is not None and self.mine.is_awaited and not self.table.is_held

    @property
    def has_position(self) -> bool:
        """Whether the game has begun, so that there is a position to draw."""
        return self.table.started_at is not None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that must act."""
        return tuple(seat for seat in self.seats if seat.is_awaited)

    @property
    def since(self) -> datetime | None:
        """Since when the table has been waiting for somebody, or else when it ended, started or was created."""
        waits, table = [seat.awaited_since for seat in self.awaited if seat.awaited_since], self.table
        return min(waits) if waits else table.finished_at or table.started_at or table.created_at

    @property
    def deadline(self) -> datetime | None:
        """The reader's deadline; if the reader doesn't have to act, the others' first deadline."""
        asked = [self.mine] if self.mine is not None and self.mine.is_awaited else self.awaited
        return min((seat.deadline for seat in asked if seat.deadline), default=None)

    @property
    def clock(self) -> str:
        """The clock in words."""
        return clock_words(self.table.timing)

    @property
    def options(self) -> str:
        """The chosen options of the title in words: "Memory: assisted; Length: long"."""
        words, chosen = PRESENTERS[self.table.title].options, self.table.options
        return "; ".join(
            f"{each.label}: {each.label_of(chosen[name])}" for name, each in words.items() if name in chosen
        )

    @property
    def players(self) -> str:
        """The number of players: "2-4", or "3"."""
        least, most = self.table.seats_from or self.table.seat_count, self.table.seat_count
        return f"{least}-{most}" if least < most else str(most)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return self.table.seat_count - len(self.seats)


def public_tables(show: str) -> QuerySet[Table]:
    """Public tables: to join ("", without rematches), to "watch", or with an "offered" seat."""
    tables = Table.objects.filter(admission=Table.Admission.OPEN)
    if not show:
        tables = tables.filter(status=Table.Status.OPEN, rematch_of=None)
    else:
        tables = tables.filter(status=Table.Status.RUNNING)
    if show == "offered":
        tables = tables.filter(pk__in=Seat.objects.filter(is_offered=True).values("table_id"))
    return tables


def finished_tables(user: User, before: int | None = None) -> Slice[Seat]:
    """The reader's seats at tables that are finished or left, newest first."""
    seats = (
        Seat.objects.filter(user=user, is_live=False)
        .select_related("table")
        .defer("table__state", "table__seed")
    )
    return slice_of(seats.prefetch_related("table__seats__user"), before, key="table_id")


def open_invitations(user: User) -> QuerySet[Invitation]:
    """The reader's open invitations, except from people whom the reader has blocked."""
    has_room = Q(table__status=Table.Status.OPEN) | Exists(
        Seat.objects.filter(table=OuterRef("table"), is_offered=True)
    )
    blocked = Block.objects.filter(by=user, person=OuterRef("by"))
    live = Invitation.objects.filter(has_room, user=user, is_live=True).exclude(Exists(blocked))
    return live.select_related("table", "by").order_by("-pk")[:50]


_KNOWN = 30  # suggested names, at most
_KNOWN_FROM = 50  # a player's latest tables to search


def known_players(user: User, but: Iterable[int | None] = ()) -> list[str]:
    """User names of people who recently played with the user, except the ids in `but`."""
    lately = Seat.objects.filter(user=user).order_by("-table_id").values("table_id")[:_KNOWN_FROM]
    people = User.objects.filter(is_active=True, kind=User.Kind.PERSON, seats__table_id__in=lately)
    people = people.exclude(pk__in=[user.pk, *(pk for pk in but if pk)])
    people = people.exclude(Exists(Block.objects.filter(by=user, person=OuterRef("pk"))))
    return list(people.order_by("username").distinct().values_list("username", flat=True)[:_KNOWN])


def next_table(user: User, skip: Iterable[int] = ()) -> int | None:
    """The reader's most urgent table, by deadline and waiting time, except those in `skip`; None if there is none."""
    waiting = Seat.objects.filter(user=user, is_awaited=True, table__is_held=False)
    waiting = waiting.exclude(table_id__in=list(skip))
    by_urgency = waiting.order_by(F("deadline").asc(nulls_last=True), "awaited_since", "pk")
    return by_urgency.values_list("table_id", flat=True).first()


def row_of(table: Table, user: Reader) -> TableRow:
    """The row of a table with loaded seats, for one reader."""
    seats = tuple(sorted(table.seats.all(), key=lambda seat: seat.number))
    return TableRow(table, PRESENTERS[table.title].name, seats, seat_of(user, seats))


def with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables with their seats and players, for `rows_of`, without columns that only a board needs."""
    return tables.defer("state", "seed").prefetch_related("seats__user")


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # sorts tables without a deadline last
_KEY = re.compile(r"([0-2])-([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,18})", re.ASCII)
_MICROSECOND = timedelta(microseconds=1)


class Place(NamedTuple):
    """The position of a table in the reader's list. Places sort like the list."""

    group: int  # 0: the reader must act; 1: others must, or a moderator holds the table; 2: not started
    due: datetime  # the deadline of the seats that must act; far in the future without a clock
    since: datetime  # since when the table has been waiting
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


def urgent_tables(
    user: User, after: Place | None = None, *, size: int = PAGE
) -> tuple[list[int], Place | None]:
    """The ids of the reader's tables after a place, most urgent first, and the place where the next page begins.

    A table's place changes with every move: paging by count could leave one out. One query.
    """
    seats = _seats_with_places(user)
    if after is not None:
        seats = seats.filter(_after_place(after))
    columns = seats.order_by("group", "due", "since", "table_id").values_list(*Place._fields[:3], "table_id")
    found = [Place(*row) for row in columns[: size + 1]]
    return [place.table for place in found[:size]], found[size - 1] if len(found) > size else None


def _seats_with_places(user: User) -> QuerySet[Any]:
    """The reader's seats at unfinished tables, each with its place."""
    opened = Coalesce(F("table__started_at"), F("table__created_at"))
    return Seat.objects.filter(user=user, is_live=True).annotate(
        group=Case(
            When(table__status=Table.Status.OPEN, then=Value(2)),
            When(is_awaited=True, table__is_held=False, then=Value(0)),
            default=Value(1),
            output_field=IntegerField(),
        ),
        due=Coalesce(_own_or_lowest("deadline"), Value(_NEVER), output_field=DateTimeField()),
        since=Coalesce(_own_or_lowest("awaited_since"), opened, output_field=DateTimeField()),
    )


def _own_or_lowest(column: str) -> Case:
    """The reader's own column if their seat must act, or else the lowest value among the seats that must."""
    asked = Seat.objects.filter(table=OuterRef("table"), is_awaited=True).order_by().values("table")
    return Case(
        When(is_awaited=True, then=F(column)),
        When(table__status=Table.Status.OPEN, then=Value(None, output_field=DateTimeField())),
        default=Subquery(asked.annotate(first=Min(column)).values("first")),
    )


def _after_place(place: Place) -> Q:
    """Filter for rows after `place`: greater in the first column that differs."""
    found = Q()
    for column, value in reversed(list(zip(("group", "due", "since", "table_id"), place, strict=True))):
        found = Q(**{f"{column}__gt": value}) | (Q(**{column: value}) & found if found else Q())
    return found
