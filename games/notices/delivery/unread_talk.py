"""Unread chat: the unread messages that chat notices are about, and when the person last wrote."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, F, Max, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Notice, TalkLine
from games.talk.selectors import unread_among
from games.talk.text import in_one_line

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

__all__ = ["TALKING", "Told", "UnreadTalk", "unread_talk_for"]

TALKING = (Notice.Kind.TALK, Notice.Kind.MENTION)
LINES = 3  # messages of one table in one notice
LENGTH = 200  # characters of one chat message in a notice


@dataclass(frozen=True)
class Told:
    """The latest unread messages of one table, oldest first, and the number of earlier ones."""

    lines: tuple[tuple[str, str], ...]  # name and text
    writers: tuple[int, ...]  # user id of each message's author
    more: int

    @property
    def who(self) -> str:
        """The names of the authors, without repetitions."""
        return _(", ").join(dict.fromkeys(name for name, _text in self.lines))

    def named(self, names: Mapping[int | None, str]) -> "Told":
        """Return a copy with these names, which are unambiguous at their table."""
        lines = zip(self.writers, self.lines, strict=True)
        return replace(self, lines=tuple((names.get(writer, name), text) for writer, (name, text) in lines))


@dataclass(frozen=True)
class UnreadTalk:
    """The unread chat at a person's tables that have chat notices."""

    lines: dict[int, Told] = field(default_factory=dict)  # by table id, only tables with unread messages
    mentioning: frozenset[int] = frozenset()  # tables with an unread message that mentions the person
    # Time of the person's own latest message, by table id.
    spoke_at: dict[int, datetime] = field(default_factory=dict)


def unread_talk_for(user: User, notices: Sequence[Notice]) -> UnreadTalk:
    """The unread chat for these notices. Runs three queries, or none if no notice is about chat."""
    talking = [notice for notice in notices if notice.kind in TALKING and notice.table_id is not None]
    if not talking:
        return UnreadTalk()
    tables = {notice.table_id for notice in talking}
    unread = _unread(user, tables, since=min(notice.ply for notice in talking))
    own = TalkLine.objects.filter(user=user, table__in=tables).order_by().values("table_id")
    return UnreadTalk(
        lines=_latest(unread),
        mentioning=frozenset(unread.filter(mentioned=user).values_list("table_id", flat=True)),
        spoke_at=dict(own.annotate(latest=Max("said_at")).values_list("table_id", "latest")),
    )


def _unread(user: User, tables: Iterable[int | None], *, since: int) -> QuerySet[TalkLine]:
    """The unread messages of these tables, from the first one that a notice is about."""
    lines = TalkLine.objects.filter(table__in=tables, pk__gte=since)
    return unread_among(lines, user, OuterRef("table"))


class _Counted(TypedDict):
    """The annotations of an unread message."""

    place: int  # position among the table's unread messages, newest first
    count: int  # the table's unread messages


def _latest(unread: QuerySet[TalkLine]) -> dict[int, Told]:
    numbered = unread.annotate(
        place=Window(RowNumber(), partition_by=F("table_id"), order_by=F("pk").desc()),
        count=Window(Count("pk"), partition_by=F("table_id")),
    )
    rows = numbered.filter(place__lte=LINES).select_related("user").order_by("table_id", "pk")
    return {table: _told(list(lines)) for table, lines in groupby(rows, lambda row: row.table_id)}


def _told(rows: "list[WithAnnotations[TalkLine, _Counted]]") -> Told:
    lines = tuple((str(row.user), in_one_line(row.text, LENGTH)) for row in rows)
    return Told(lines, tuple(row.user_id for row in rows), rows[0].count - len(rows))
