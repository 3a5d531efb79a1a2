"""Lists of tables: the lobby, the reader's active tables (most urgent first), and the finished ones."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import Reader, User
from accounts.row_query import RowQuery
from games.engine.kit import labelled
from games.engine.presenter import Text
from games.models import Block, Follow, Invitation, Seat, Table
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
        return _("; ").join(
            labelled(each.label, each.label_of(chosen[name]))
            for name, each in words.items()
            if name in chosen
        )

    @property
    def has_conditions(self) -> bool:
        """Whether the table asks something of its players."""
        return bool(self.table.conditions)

    @property
    def players(self) -> str:
        """The number of players: "2-4", or "3"."""
        least, most = self.table.seats_from or self.table.seat_count, self.table.seat_count
        return f"{least}-{most}" if least < most else str(most)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return self.table.seat_count - len(self.seats)


def public_tables(show: str, user: Reader) -> QuerySet[Table]:
    """Public tables: to join ("", without rematches), to "watch", or with an "offered" seat.

    Those to join leave out the tables of people whom the user has blocked.
    """
    tables = Table.objects.filter(admission=Table.Admission.OPEN)
    if show != "watch" and user.is_authenticated:
        tables = tables.exclude(Exists(Block.objects.filter(by=user, person=OuterRef("creator"))))
    if not show:
        tables = tables.filter(status=Table.Status.OPEN, rematch_of=None)
    else:
        tables = tables.filter(status=Table.Status.RUNNING)
    if show == "offered":
        tables = tables.filter(pk__in=Seat.objects.filter(is_offered=True).values("table_id"))
    return tables


_FOLLOWED = 10  # tables of followed players at the head of the lobby


def of_followed(tables: QuerySet[Table], user: Reader) -> QuerySet[Table]:
    """Those of these tables that people created whom the user follows, newest first; a few at most."""
    followed = Follow.objects.filter(by=user.pk or 0).values("person")
    return tables.filter(creator__in=followed).order_by("-pk")[:_FOLLOWED]


def followed_by(user: User) -> list[User]:
    """The people whom the user follows, latest first."""
    rows = Follow.objects.filter(by=user).select_related("person").order_by("-pk")
    return [row.person for row in rows]


def finished_tables(user: User, before: int | None = None) -> Slice[Seat]:
    """The reader's seats at tables that are finished or left, newest first."""
    seats = (
        Seat.objects.filter(user=user, is_live=False)
        .select_related("table")
        .defer("table__state", "table__seed")
    )
    return slice_of(seats, before, key="table_id")


_INVITATIONS = RowQuery(
    Invitation,
    """
SELECT {columns} FROM games_invitation JOIN games_table ON games_table.id = table_id
WHERE user_id = %s AND is_live AND (status = 'open'
        OR EXISTS (SELECT 1 FROM games_seat WHERE games_seat.table_id = games_table.id AND is_offered))
    AND NOT EXISTS (SELECT 1 FROM games_block
        WHERE games_block.by_id = games_invitation.user_id AND person_id = games_invitation.by_id)
ORDER BY games_invitation.id DESC LIMIT 50
""",
)


def open_invitations(user: User) -> list[Invitation]:
    """The reader's open invitations, except from people whom the reader has blocked. One query if there are none."""
    found = _INVITATIONS([user.pk])
    prefetch_related_objects(found, "table", "by")
    return found


_KNOWN = 30  # suggested names, at most
_KNOWN_FROM = 50  # a player's latest tables to search


def known_players(user: User, but: Iterable[int | None] = ()) -> list[str]:
    """User names of people who recently played with the user, except the ids in `but`."""
    lately = Seat.objects.filter(user=user).order_by("-table_id").values("table_id")[:_KNOWN_FROM]
    people = User.objects.filter(is_active=True, kind__in=User.ACCOUNTS, seats__table_id__in=lately)
    people = people.exclude(pk__in=[user.pk, *(pk for pk in but if pk)])
    people = people.exclude(Exists(Block.objects.filter(by=user, person=OuterRef("pk"))))
    return list(people.order_by("username").distinct().values_list("username", flat=True)[:_KNOWN])


def next_table(user: User, skip: Iterable[int] = ()) -> int | None:
    """The reader's most urgent table, by deadline and waiting time, except those in `skip`; None if there is none."""
    waiting = Seat.objects.filter(user=user, is_awaited=True, table__is_held=False)
    waiting = waiting.exclude(table_id__in=list(skip))
    by_urgency = waiting.order_by(F("deadline").asc(nulls_last=True), "awaited_since", "pk")
    return by_urgency.values_list("table_id", flat=True).first()


_SEATS = RowQuery(
    Seat,
    """
    SELECT {columns}, username, display_name, kind, replies
    FROM games_seat LEFT JOIN accounts_user ON accounts_user.id = user_id
    WHERE table_id IN ({ids}) ORDER BY number
    """,
    only=["id", "table", "number", "user", "is_awaited", "awaited_since", "deadline", "rank"],
    extra=["username", "display_name", "kind", "replies"],
)


def rows_of(tables: Iterable[Table], user: Reader) -> list[TableRow]:
    """The rows of these tables for one reader, in the same order. One query for all seats and their players."""
    found = list(tables)
    seats: dict[int, list[Seat]] = {table.pk: [] for table in found}
    for seat in _SEATS([], ids=list(seats)) if seats else ():
        seat.user = _player_of(seat)
        seats[seat.table_id].append(seat)
    return [_row_of(table, tuple(seats[table.pk]), user) for table in found]


def _player_of(seat: Any) -> User | None:
    """The seat's player, with what a list shows, from the columns in `_SEATS`."""
    if seat.user_id is None:
        return None
    names = {"username": seat.username, "display_name": seat.display_name}
    return User(pk=seat.user_id, kind=seat.kind, replies=json.loads(seat.replies), **names)


def _row_of(table: Table, seats: tuple[Seat, ...], user: Reader) -> TableRow:
    unread = getattr(table, "unread", 0)  # only `urgent_tables` counts them
    return TableRow(table, PRESENTERS[table.title].name, seats, seat_of(user, seats), unread)


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


_FIRST = Place(-1, _EPOCH, _EPOCH, 0)  # before all tables


def place_in(key: str) -> Place | None:
    """The place with this key, as `str` writes it; None if the key is invalid."""
    if not (found := _KEY.fullmatch(key)):
        return None
    group, due, since, table = (int(digits) for digits in found.groups())
    try:
        return Place(group, _EPOCH + due * _MICROSECOND, _EPOCH + since * _MICROSECOND, table)
    except OverflowError:  # after the year 9999
        return None


# Raw SQL: the ORM takes much longer to build this query than to run it.
_URGENT = RowQuery(
    Table,
    """
WITH place AS (
    SELECT games_table.id AS table_id, CASE
            WHEN status = 'open' THEN 2
            WHEN mine.is_awaited AND NOT is_held THEN 0
            ELSE 1
        END AS in_group,
        COALESCE(CASE WHEN mine.is_awaited THEN mine.deadline
            WHEN status <> 'open' THEN (SELECT min(deadline) FROM games_seat
                WHERE games_seat.table_id = games_table.id AND is_awaited) END, %s) AS due,
        COALESCE(CASE WHEN mine.is_awaited THEN mine.awaited_since
            WHEN status <> 'open' THEN (SELECT min(awaited_since) FROM games_seat
                WHERE games_seat.table_id = games_table.id AND is_awaited) END, started_at, created_at) AS since
    FROM games_seat mine JOIN games_table ON games_table.id = mine.table_id
    WHERE mine.user_id = %s AND mine.is_live
), page AS (
    SELECT * FROM place WHERE (in_group, due, since, table_id) > (%s, %s, %s, %s)
    ORDER BY in_group, due, since, table_id LIMIT %s
)
SELECT {columns}, (
        SELECT count(*) FROM games_talkline WHERE table_id = games_table.id AND user_id <> %s AND NOT is_hidden
        AND id > COALESCE((SELECT line_id FROM games_talkread WHERE table_id = games_table.id AND user_id = %s), 0)
        AND NOT EXISTS (SELECT 1 FROM games_block WHERE by_id = %s AND person_id = games_talkline.user_id)
    )
FROM page JOIN games_table ON games_table.id = page.table_id
ORDER BY in_group, due, since, id
""",
    only=[
        "id", "title", "options", "seat_count", "seats_from", "status", "created_at", "started_at", "finished_at",
        "clock", "paused_until", "is_held", "ply", "is_rated", "conditions",
    ],
    extra=["unread"],
)  # fmt: skip


def urgent_tables(
    user: User, after: Place | None = None, *, size: int = PAGE
) -> tuple[list[TableRow], Place | None]:
    """The reader's unfinished tables after a place, most urgent first, and the place where the next page begins.

    A table's place changes with every move: paging by count could leave one out. Two queries.
    """
    group, due, since, table = after or _FIRST
    as_stored = connection.ops.adapt_datetimefield_value
    place = [group, as_stored(due), as_stored(since), table]
    words = [as_stored(_NEVER), user.pk, *place, size + 1, user.pk, user.pk, user.pk]
    rows = rows_of(_URGENT(words), user)
    return rows[:size], _place_of(rows[size - 1]) if len(rows) > size else None


def _place_of(row: TableRow) -> Place:
    """The place of a row of the reader's list, as `_URGENT` computes it."""
    table, mine = row.table, row.mine
    group = 2 if table.is_open else 0 if row.is_waiting_for_me else 1
    asked = [mine] if mine is not None and mine.is_awaited else () if table.is_open else row.awaited
    due = min((seat.deadline for seat in asked if seat.deadline), default=_NEVER)
    since = min((seat.awaited_since for seat in asked if seat.awaited_since), default=None)
    return Place(group, due, since or table.started_at or table.created_at, table.pk)
