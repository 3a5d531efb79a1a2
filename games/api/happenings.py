"""What happened at a person's tables, as events."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from accounts.links import absolute
from accounts.models import User
from games.api.cursor import Cursor, cursor_now
from games.api.shapes.events import EventShape
from games.models import Block, Invitation, MoveRecord, Seat, Table, TalkLine
from games.tables.access import may_see
from games.tables.lists import open_invitations
from games.tables.unit_of_work import table_read

TABLES = 500  # of one person that are looked at, at most


@dataclass(frozen=True)
class Seen:
    """A table when it changed: what decides who is told what. It is read once for all who listen."""

    table: Table
    seats: Mapping[int | None, Seat]  # by person
    invited: frozenset[int]
    line: tuple[int, int] | None  # the latest chat message and its author
    deaf: frozenset[int]  # people who have blocked that author

    def is_open_to(self, user: User) -> bool:
        """Whether the user may see the table, for those of whom this is known without asking the database."""
        people = (*self.seats, *self.invited, self.table.creator_id)
        return self.table.admission == Table.Admission.OPEN or user.pk in people


def seen_at(table_id: int) -> Seen | None:
    """The table as it is now; None if there is none."""
    table = table_read(table_id)
    if table is None:
        return None
    lines = TalkLine.objects.filter(table=table, is_hidden=False).order_by("-pk")
    line = lines.values_list("pk", "user").first()
    invitations = Invitation.objects.filter(table=table, is_live=True) if table.is_open else ()
    return Seen(
        table, {seat.user_id: seat for seat in Seat.objects.filter(table=table)},
        frozenset(each.user_id for each in invitations), line,
        frozenset(Block.objects.filter(person=line[1]).values_list("by", flat=True)) if line else frozenset(),
    )  # fmt: skip


def event_of(user: User, seen: Seen, *, is_chat: bool = False) -> EventShape | None:
    """What the user is told when a table or its chat has changed; None if it doesn't concern them."""
    table, seat = seen.table, seen.seats.get(user.pk)
    if not seen.is_open_to(user) and not may_see(user, table):
        return None
    if is_chat:
        is_news = seen.line is not None and seen.line[1] != user.pk and user.pk not in seen.deaf
        return _event("chat", table, None, message=seen.line[0]) if seen.line and is_news else None
    if seat is None and user.pk in seen.invited:
        return _event("invited", table, None)
    return _event(_type(table, seat), table, seat)


def _type(table: Table, seat: Seat | None) -> Any:
    if table.finished_at is not None and not table.is_running:
        return "over"
    return "turn" if seat is not None and seat.is_awaited and not table.is_held else "changed"


def _event(kind: Any, table: Table, seat: Seat | None, **more: Any) -> EventShape:
    status: Any = str(table.status)
    deadline = seat.deadline if seat is not None and kind == "turn" else None
    return EventShape(
        type=kind, table=table.pk, title=table.title, ply=table.ply, status=status, deadline=deadline,
        url=absolute("table", table.pk), **more,
    )  # fmt: skip


def events_since(user: User, cursor: Cursor | None) -> tuple[list[EventShape], Cursor]:
    """What the user wasn't told since a place, and the next place. Without a place, the tables that wait now."""
    if cursor is None:
        found, now = [*_waiting(user), *_invited(user)], cursor_now()
        return found, now.after(
            [*_changed(user, now.since), *found]
        )  # the former are old news for a beginner
    fresh = cursor.new([*_changed(user, cursor.since), *_invited(user, cursor.since)])
    return fresh, cursor.after(fresh)


def _seats(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user).select_related("table").defer("table__state", "table__seed")


def _waiting(user: User) -> Iterator[EventShape]:
    for seat in _seats(user).filter(is_awaited=True, table__is_held=False).order_by("pk")[:TABLES]:
        yield _event("turn", seat.table, seat)


def _invited(user: User, since: datetime | None = None) -> Iterator[EventShape]:
    for invitation in open_invitations(user):
        if since is None or invitation.created_at >= since:
            yield _event("invited", invitation.table, None)


def _changed(user: User, since: datetime) -> Iterator[EventShape]:
    """One event for each table that has changed, and one for each chat."""
    last = MoveRecord.objects.filter(table=OuterRef("table"), ply=OuterRef("table__ply") - 1)
    blocked = Block.objects.filter(by=user).values("person")
    lines = TalkLine.objects.filter(table=OuterRef("table"), is_hidden=False).exclude(user__in=blocked)
    line = lines.exclude(user=user).order_by("-pk")
    seats: Iterable[Any] = _seats(user).filter(is_live=True).annotate(
        last_at=Subquery(last.values("made_at")[:1]), line=Subquery(line.values("pk")[:1]),
        line_at=Subquery(line.values("said_at")[:1]),
    ).order_by("-table_id")[:TABLES]  # fmt: skip
    for seat in seats:
        if any(at is not None and at >= since for at in (seat.last_at, seat.awaited_since, seat.joined_at)):
            yield _event(_type(seat.table, seat), seat.table, seat)
        if seat.line_at is not None and seat.line_at >= since:
            yield _event("chat", seat.table, None, message=seat.line)
    yield from _over(user, since)


def _over(user: User, since: datetime) -> Iterator[EventShape]:
    # Only logs of games that ended within days are not packed, and the index has only those.
    ended = Table.objects.filter(
        is_packed=False, finished_at__isnull=False, finished_at__gte=since, seats__user=user
    )
    for table in ended.defer("state", "seed").order_by(F("finished_at").desc())[:TABLES]:
        yield _event("over", table, None)


def is_player(user: User, table_id: int) -> bool:
    """Whether the user has a seat at the table, and so is told about it anyway."""
    return Seat.objects.filter(Q(table=table_id), user=user).exists()
