"""Lists of tables: the lobby, the reader's finished tables, the next table that waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Reader, User
from games.engine.presenter import Text
from games.models import Block, Invitation, Seat, Table
from games.pages.paging import Slice, slice_of
from games.presenters import PRESENTERS
from games.tables.words import clock_words

__all__ = [
    "TableRow", "finished_tables", "lobby_tables", "next_table", "offered_tables", "open_invitations",
    "rows_of", "watchable_tables", "with_seats",
]  # fmt: skip


@dataclass(frozen=True)
class TableRow:
    """One table in a list, for one reader."""

    table: Table
    title: Text  # the title's name
    seats: tuple[Seat, ...]
    mine: Seat | None
    unread: int = 0  # unread lines of talk

    @property
    def is_waiting_for_me(self) -> bool:
        """Whether the reader is to act."""
        return self.mine is not None and self.mine.is_awaited and not self.table.is_held

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that are to act."""
        return tuple(seat for seat in self.seats if seat.is_awaited)

    @property
    def since(self) -> datetime | None:
        """When the table began to wait, or was opened or ended."""
        waits = [seat.awaited_since for seat in self.awaited if seat.awaited_since]
        return (
            min(waits) if waits else self.table.finished_at or self.table.started_at or self.table.created_at
        )

    @property
    def deadline(self) -> datetime | None:
        """The reader's deadline; if the reader is not to act, the first deadline of the others."""
        asked = [self.mine] if self.mine is not None and self.mine.is_awaited else self.awaited
        return min((seat.deadline for seat in asked if seat.deadline), default=None)

    @property
    def clock(self) -> str:
        """The clock in words."""
        return clock_words(self.table.timing)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return self.table.seat_count - len(self.seats)


def lobby_tables(title: str = "", before: int | None = None) -> Slice[Table]:
    """Open tables that everybody may join, the newest first."""
    return _public(Table.Status.OPEN, title, before)


def watchable_tables(title: str = "", before: int | None = None) -> Slice[Table]:
    """Running tables that everybody may watch, the newest first."""
    return _public(Table.Status.RUNNING, title, before)


def offered_tables(title: str = "", before: int | None = None) -> Slice[Table]:
    """Running tables that everybody may watch, with a seat to take over, the newest first."""
    given_up = Seat.objects.filter(is_offered=True).values("table_id")
    tables = Table.objects.filter(
        pk__in=given_up, status=Table.Status.RUNNING, admission=Table.Admission.OPEN
    )
    return slice_of(with_seats(tables.filter(title=title) if title else tables), before)


def _public(status: str, title: str, before: int | None) -> Slice[Table]:
    tables = with_seats(Table.objects.filter(status=status, admission=Table.Admission.OPEN))
    return slice_of(tables.filter(title=title) if title else tables, before)


def finished_tables(user: User, before: int | None = None) -> Slice[Seat]:
    """The reader's seats at tables that are over for the reader, the newest first."""
    seats = (
        Seat.objects.filter(user=user, is_live=False)
        .select_related("table")
        .defer("table__state", "table__seed")
    )
    return slice_of(seats.prefetch_related("table__seats__user"), before, key="table_id")


def open_invitations(user: User) -> QuerySet[Invitation]:
    """Tables to which the reader is invited, except by people whom the reader has blocked."""
    has_room = Q(table__status=Table.Status.OPEN) | Exists(
        Seat.objects.filter(table=OuterRef("table"), is_offered=True)
    )
    blocked = Block.objects.filter(by=user, person=OuterRef("by"))
    live = Invitation.objects.filter(has_room, user=user, is_live=True).exclude(Exists(blocked))
    return live.select_related("table", "by").order_by("-pk")[:50]


def next_table(user: User, skip: Iterable[int] = ()) -> int | None:
    """The table that waits most urgently for the reader, without those in `skip`: by deadline, then by waiting time.

    None if there is none.
    """
    waiting = Seat.objects.filter(user=user, is_awaited=True, table__is_held=False).exclude(
        table_id__in=list(skip)
    )
    by_urgency = waiting.order_by(F("deadline").asc(nulls_last=True), "awaited_since", "pk")
    return by_urgency.values_list("table_id", flat=True).first()


def rows_of(tables: Iterable[Table], user: Reader) -> list[TableRow]:
    """Rows for one reader, from tables whose seats are loaded."""
    return [_row(table, user) for table in tables]


def _row(table: Table, user: Reader) -> TableRow:
    seats = tuple(sorted(table.seats.all(), key=lambda seat: seat.number))
    mine = next((seat for seat in seats if user.is_authenticated and seat.user_id == user.pk), None)
    return TableRow(table, PRESENTERS[table.title].name, seats, mine)


def with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables with their seats and players, for `rows_of`; without the columns that only a board needs."""
    return tables.defer("state", "seed").prefetch_related("seats__user")
