"""Chat, private notes and blocks, as a reader may see them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import Reader, User
from games.errors import TableError
from games.ledger.circles import is_member
from games.models import Block, Decision, Invitation, Member, PrivateNote, Seat, Table, TalkLine, TalkRead
from games.tables.access import may_see, seat_of
from games.tables.log import names_of
from games.tables.panels import Visit
from games.talk.services import expect_to_speak, expect_unmuted
from games.talk.text import message_html

if TYPE_CHECKING:  # only type checkers need this package
    from django_stubs_ext import WithAnnotations

LATEST = 20  # messages on a table's page
OLDER = 50  # messages on a page of the chat
NO_NAMES: Mapping[int | None, str] = {}


@dataclass(frozen=True)
class MessageLine:
    """A chat message as the reader may see it; without its text if it was removed."""

    pk: int
    user: User
    name: str
    seat_number: int | None  # of its author; None if written before the game started
    said_at: datetime
    text: str
    html: str
    is_mine: bool
    is_to_me: bool  # mentions the reader
    is_blocked: bool  # the reader has blocked its author
    is_removed: bool
    why_removed: str  # only for its author


@dataclass(frozen=True)
class TalkGroup:
    """Consecutive messages that are shown the same way. Messages of blocked people are folded."""

    lines: tuple[MessageLine, ...]
    is_blocked: bool

    @property
    def pk(self) -> int:
        """The id of the group on the page, which stays the same when messages follow."""
        return self.lines[0].pk


@dataclass(frozen=True)
class Talk:
    """A part of a table's chat for one reader, oldest message first."""

    groups: tuple[TalkGroup, ...]
    newest: int  # id of the last message of this part; 0 if it is empty
    before: int | None  # key of earlier messages; None if there are none
    unread: int  # number of unread messages in this part
    is_more_unread: bool  # there may be unread messages before this part
    is_seat: bool
    why_silent: str | Promise  # why the reader can't write; empty if they can
    names: tuple[tuple[str, str], ...]  # people the reader can mention: user name and display name


def talk_panel(visit: Visit) -> "Talk | None":
    """The latest messages for the table's page; None for readers who only have its link."""
    return None if visit.by_link else talk_of(visit.user, visit.table, visit.seats)


def talk_of(
    user: Reader, table: Table, seats: list[Seat], *, before: int | None = None, size: int = LATEST
) -> Talk:
    """The latest messages before message `before`, for a reader who may see the table. Runs one query."""
    lines = _as_read_by(TalkLine.objects.filter(table=table), user, _mark(user.pk, Value(table.pk)))
    if before is not None:
        lines = lines.filter(pk__lt=before)
    found = list(lines.order_by("-pk")[: size + 1])
    rows = found[:size]
    mine = seat_of(user, seats)
    unread = 0
    if mine is not None:
        fresh = [row for row in rows if row.pk > row.read_to and not row.is_blocked and not row.is_hidden]
        unread = sum(row.user_id != user.pk for row in fresh)
    names = {seat.user_id: name for seat, name in zip(seats, names_of(seats), strict=True)}
    handles = [seat.user.username for seat in seats if seat.user is not None]
    return Talk(
        groups=_groups(reversed(rows), user, handles, names, table.started_at),
        newest=rows[0].pk if rows else 0,
        before=rows[-1].pk if len(found) > size else None,
        unread=unread,
        is_more_unread=unread > 0 and len(found) > size and rows[-1].pk > rows[-1].read_to,
        is_seat=mine is not None,
        why_silent=_why_silent(user, table, seats),
        names=tuple(
            (seat.user.username, str(seat.user))
            for seat in seats
            if seat.user is not None and seat is not mine
        ),
    )


def circle_talk(own: Member, *, before: int | None = None, size: int = LATEST) -> Talk:
    """The latest messages of a circle before message `before`, for one of its members. Runs two queries."""
    lines = _as_read_by(TalkLine.objects.filter(circle=own.circle_id), own.user, Value(own.read_to))
    if before is not None:
        lines = lines.filter(pk__lt=before)
    found = list(lines.order_by("-pk")[: size + 1])
    rows = found[:size]
    people = User.objects.filter(memberships__circle=own.circle_id).exclude(pk=own.user_id)
    names = [(person.username, str(person)) for person in people.order_by("memberships__pk")]
    fresh = [row for row in rows if row.pk > own.read_to and not row.is_blocked and not row.is_hidden]
    return Talk(
        groups=_groups(reversed(rows), own.user, [own.user.username, *(name for name, _shown in names)]),
        newest=rows[0].pk if rows else 0, before=rows[-1].pk if len(found) > size else None,
        unread=sum(row.user_id != own.user_id for row in fresh),
        is_more_unread=len(found) > size and rows[-1].pk > own.read_to, is_seat=True,
        why_silent=_why_muted(own.user), names=tuple(names),
    )  # fmt: skip


def _why_muted(user: User) -> str | Promise:
    try:
        expect_unmuted(user, timezone.now())
    except TableError as error:
        return error.sentence
    return ""


def newest_message(table_id: int) -> int:
    """The id of the table's latest message, seen by everybody who sees the table; 0 if there is none."""
    return TalkLine.objects.filter(table=table_id).order_by("-pk").values_list("pk", flat=True).first() or 0


def _why_silent(user: Reader, table: Table, seats: list[Seat]) -> str | Promise:
    try:
        expect_to_speak(user, table, seats, timezone.now())
    except TableError as error:
        return error.sentence
    return ""


class _ForReader(TypedDict):
    """The annotations of a message that depend on its reader."""

    is_blocked: bool  # the reader has blocked its author
    is_to_me: bool  # mentions the reader
    read_to: int  # the reader's read mark
    why_removed: str | None


_ReadLine: TypeAlias = "WithAnnotations[TalkLine, _ForReader]"


def _as_read_by(lines: QuerySet[TalkLine], user: Reader, mark: Coalesce | Value) -> QuerySet[_ReadLine]:
    """The messages, annotated for the reader, whose read mark is `mark`."""
    reader = user.pk if user.is_authenticated else None
    reasons = Decision.objects.filter(line=OuterRef("pk"), kind=Decision.Kind.HIDE).order_by("-pk")
    return (
        lines.select_related("user")
        .only(
            "table_id",
            "seat_number",
            "text",
            "said_at",
            "is_hidden",
            "user__username",
            "user__display_name",
            "user__kind",
        )
        .annotate(
            is_blocked=Exists(Block.objects.filter(by=reader, person=OuterRef("user"))),
            is_to_me=Exists(_mentions().filter(talkline=OuterRef("pk"), user=reader)),
            read_to=mark,
            why_removed=Subquery(reasons.values("reason")[:1]),
        )
    )


def _mentions() -> QuerySet[Any]:
    through: Any = TalkLine.mentioned.through
    found: QuerySet[Any] = through.objects.all()
    return found


def _mark(reader: int | None, table: Any) -> Coalesce:
    mark = TalkRead.objects.filter(user=reader, table=table).values("line_id")
    return Coalesce(Subquery(mark), 0, output_field=BigIntegerField())


def _groups(
    rows: Iterable[_ReadLine], user: Reader, handles: list[str], names: Mapping[int | None, str] = NO_NAMES,
    started_at: datetime | None = None,
) -> tuple[TalkGroup, ...]:  # fmt: skip
    lines = [
        _message_line(row, user, handles, names.get(row.user_id, str(row.user)), started_at) for row in rows
    ]
    return tuple(
        TalkGroup(tuple(group), is_blocked)
        for is_blocked, group in groupby(lines, lambda line: line.is_blocked)
    )


def _message_line(
    row: _ReadLine, user: Reader, handles: list[str], name: str, started_at: datetime | None
) -> MessageLine:
    is_mine = row.user_id == user.pk
    is_numbered = started_at is not None and row.said_at >= started_at
    return MessageLine(
        pk=row.pk,
        user=row.user,
        name=name,
        seat_number=row.seat_number if is_numbered else None,
        said_at=row.said_at,
        text="" if row.is_hidden else row.text,
        html="" if row.is_hidden else message_html(row.text, handles),
        is_mine=is_mine,
        is_to_me=row.is_to_me,
        is_blocked=row.is_blocked,
        is_removed=row.is_hidden,
        why_removed=row.why_removed or "" if is_mine and row.is_hidden else "",
    )


def unread_among(lines: QuerySet[TalkLine], user: User, table: OuterRef) -> QuerySet[TalkLine]:
    """Messages after the reader's mark at `table` (may be an OuterRef), by people whom the reader hasn't blocked."""
    blocked = Block.objects.filter(by=user, person=OuterRef("user"))
    fresh = lines.filter(pk__gt=_mark(user.pk, table), is_hidden=False)
    return fresh.exclude(user=user).exclude(Exists(blocked)).order_by()


def last_lines(user: User, table: Table, seats: list[Seat], limit: int) -> list[tuple[str, str]]:
    """The last messages of a table as (name, text), oldest first, except by people whom the reader has blocked."""
    blocked = Block.objects.filter(by=user, person=OuterRef("user"))
    lines = TalkLine.objects.filter(table=table, is_hidden=False).exclude(Exists(blocked))
    names = {seat.user_id: name for seat, name in zip(seats, names_of(seats), strict=True)}
    rows = reversed(lines.select_related("user").order_by("-pk")[:limit])
    return [(names.get(row.user_id, str(row.user)), row.text) for row in rows]


def note_panel(visit: Visit) -> PrivateNote | None:
    """The reader's note at the table; None for readers without a seat."""
    if visit.mine is None or not visit.user.is_authenticated:
        return None
    return note_of(visit.user, visit.table)


def note_of(user: User, table: Table) -> PrivateNote:
    """The reader's note at the table; an empty new one if there is none."""
    return PrivateNote.objects.filter(user=user, table=table).first() or PrivateNote(user=user, table=table)


def blocks_of(user: User) -> QuerySet[Block]:
    """The reader's blocks, newest first."""
    return Block.objects.filter(by=user).select_related("person").order_by("-pk")


def may_read(user: Reader, line: TalkLine) -> bool:
    """Whether the user may read the message: of a table that they may see, or of their circle."""
    return is_member(user, line.circle_id) if line.table is None else may_see(user, line.table)


def find_person(
    user: User, *, name: str = "", line: int | None = None, invitation: int | None = None
) -> User | None:
    """The person with that user name, or who wrote that message or invitation if `user` can see it; None if nobody."""
    if name.strip():
        return User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if line is not None:
        said = TalkLine.objects.filter(pk=line).select_related("user", "table").first()
        return said.user if said is not None and may_read(user, said) else None
    asked = Invitation.objects.filter(pk=invitation or 0, user=user).select_related("by").first()
    return asked.by if asked is not None else None
