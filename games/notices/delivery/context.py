"""The delivery context: everything needed to decide about a person's notices on one channel, loaded together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.engine.kit import listed
from games.models import (
    MoveRecord,
    Notice,
    Preferences,
    Proposal,
    PushSubscription,
    Seat,
    TableMute,
    TalkLine,
)
from games.notices.selectors import preferences_of
from games.talk.selectors import unread_among
from games.talk.text import in_one_line

TALKING = (Notice.Kind.TALK, Notice.Kind.MENTION)
LINES = 3  # messages of one table in one notice
LENGTH = 200  # characters of one chat message in a notice


@dataclass(frozen=True)
class UnreadLines:
    """The latest unread messages of one table, oldest first, and the number of earlier ones."""

    lines: tuple[tuple[str, str], ...]  # name and text
    writers: tuple[int, ...]  # user id of each message's author
    more: int

    @property
    def who(self) -> str:
        """The names of the authors, without repetitions."""
        return listed(dict.fromkeys(name for name, _text in self.lines), "")

    def named(self, names: Mapping[int | None, str]) -> "UnreadLines":
        """Return a copy with these names, which are unambiguous at their table."""
        lines = zip(self.writers, self.lines, strict=True)
        return replace(self, lines=tuple((names.get(writer, name), text) for writer, (name, text) in lines))


@dataclass(frozen=True)
class UnreadTalk:
    """The unread chat at a person's tables that have chat notices."""

    lines: dict[int, UnreadLines] = field(
        default_factory=dict
    )  # by table id, only tables with unread messages
    mentioning: frozenset[int] = frozenset()  # tables with an unread message that mentions the person
    spoke_at: dict[int, datetime] = field(default_factory=dict)  # the person's latest message, by table id


def unread_talk_for(user: User, notices: Sequence[Notice]) -> UnreadTalk:
    """The unread chat for these notices. Runs three queries, or none if no notice is about chat."""
    talking = [notice for notice in notices if notice.kind in TALKING and notice.table_id is not None]
    if not talking:
        return UnreadTalk()
    tables = {notice.table_id for notice in talking}
    lines = TalkLine.objects.filter(table__in=tables, pk__gte=min(notice.ply for notice in talking))
    unread = unread_among(lines, user, OuterRef("table"))
    own = TalkLine.objects.filter(user=user, table__in=tables).order_by().values("table_id")
    return UnreadTalk(
        lines=_latest(unread),
        mentioning=frozenset(unread.filter(mentioned=user).values_list("table_id", flat=True)),
        spoke_at=dict(own.annotate(latest=Max("said_at")).values_list("table_id", "latest")),
    )


def _latest(unread: QuerySet[TalkLine]) -> dict[int, UnreadLines]:
    numbered = unread.annotate(
        place=Window(RowNumber(), partition_by=F("table_id"), order_by=F("pk").desc()),
        count=Window(Count("pk"), partition_by=F("table_id")),
    )
    rows = numbered.filter(place__lte=LINES).select_related("user").order_by("table_id", "pk")
    return {table: _unread_lines(list(lines)) for table, lines in groupby(rows, lambda row: row.table_id)}


def _unread_lines(rows: list[Any]) -> UnreadLines:
    lines = tuple((str(row.user), in_one_line(row.text, LENGTH)) for row in rows)
    return UnreadLines(lines, tuple(row.user_id for row in rows), rows[0].count - len(rows))


_Reason = Notice.Reason


@dataclass(frozen=True)
class DeliveryContext:
    """A person, a channel, and the current state of everything that the notices depend on."""

    now: datetime
    user: User
    channel: str
    preferences: Preferences
    seats: dict[int, Seat]  # by table id
    acted: dict[int, datetime | None]  # by table id: the time of the seat's last own move
    muted: frozenset[int]  # table ids
    proposals: frozenset[int]  # ids of open proposals
    last_sent: datetime | None  # on this channel
    browsers: tuple[PushSubscription, ...]  # only for push
    unread_talk: UnreadTalk  # at tables with chat notices

    def why_unreachable(self, kind: str) -> str:
        """Why nothing can be sent on this channel; empty if it can."""
        if kind == Notice.Kind.DECISION and self.channel == Notice.Channel.MAIL:
            # Decisions are always emailed, above all to people who cannot log in.
            return "" if self.user.email else _Reason.NO_ADDRESS
        if not self.user.is_active:
            return _Reason.NO_ADDRESS
        match self.channel:
            case Notice.Channel.PUSH:
                return "" if self.browsers else _Reason.NO_BROWSER
            case Notice.Channel.WEBHOOK:
                return self._why_no_webhook()
        return self._why_no_mail(kind)

    def _why_no_mail(self, kind: str) -> str:
        if not self.user.email:
            return _Reason.NO_ADDRESS
        if self.preferences.is_suspended(self.user.email):
            return _Reason.SUSPENDED
        # Otherwise people who rely on a webhook would never learn that it was closed.
        return "" if self.user.mail_turns or kind == Notice.Kind.WEBHOOK_OVER else _Reason.NO_MAILS

    def _why_no_webhook(self) -> str:
        if not self.preferences.webhook_url:
            return _Reason.NO_WEBHOOK
        return "" if self.preferences.webhook_ended_at is None else _Reason.ENDED


def context_of(notices: Sequence[Notice], now: datetime) -> DeliveryContext:
    """The context of notices of one person and channel. Runs a fixed number of queries."""
    user, channel = notices[0].user, notices[0].channel
    tables = {notice.table_id for notice in notices if notice.table_id is not None}
    seats = _seats(user, tables)
    mutes = TableMute.objects.filter(user=user)
    browsers = (
        PushSubscription.objects.filter(user=user, ended_at=None) if channel == Notice.Channel.PUSH else ()
    )
    sent = Notice.objects.filter(user=user, channel=channel, status=Notice.Status.SENT).order_by("-sent_at")
    return DeliveryContext(
        now=now, user=user, channel=channel, preferences=preferences_of(user),
        seats={seat.table_id: seat for seat, _acted in seats},
        acted={seat.table_id: acted for seat, acted in seats},
        muted=frozenset(mutes.filter(table__in=tables).values_list("table", flat=True)),
        proposals=_open_proposals(notices), last_sent=sent.values_list("sent_at", flat=True).first(),
        browsers=tuple(browsers), unread_talk=unread_talk_for(user, notices),
    )  # fmt: skip


def _seats(user: User, tables: set[int]) -> list[tuple[Seat, datetime | None]]:
    """The person's seats at the tables, each with the time of its last own move."""
    # Compare the seat too: before its first move, acted_ply is the ply of the set-up, which has no seat.
    own = MoveRecord.objects.filter(
        table=OuterRef("table"), ply=OuterRef("acted_ply"), seat=OuterRef("number")
    )
    seats = Seat.objects.filter(user=user, table__in=tables).annotate(
        acted_at=Subquery(own.values("made_at")[:1])
    )
    return [(seat, seat.acted_at) for seat in seats]


def _open_proposals(notices: Sequence[Notice]) -> frozenset[int]:
    asked = [notice.ply for notice in notices if notice.kind == Notice.Kind.PROPOSAL]
    found = Proposal.objects.filter(pk__in=asked, status=Proposal.Status.OPEN)
    return frozenset(found.values_list("pk", flat=True) if asked else ())
