"""The text of a message for all channels: which game, with whom, until when. It contains nothing about the position."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.links import absolute
from games.days.deadlines import IN_A_ROW
from games.engine.contract import never_an_answer
from games.engine.kit import listed
from games.models import Notice, Seat, Table
from games.moderation.selectors import decision_words
from games.notices.delivery.context import TALKING, DeliveryContext, UnreadLines
from games.notices.delivery.kinds import ANSWERS, KINDS, seat_asked
from games.notices.selectors import others_at, seats_at
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.lobby import shuffle_link
from games.tables.log import names_of
from games.tables.table_rules import game_at, is_playable, state_at
from games.tables.words import rough_span

WAITING = 50  # tables in a digest, at most

_Kind = Notice.Kind


@dataclass(frozen=True)
class Item:
    """One thing that a message says, usually about one table."""

    kind: str
    subject: str
    heading: str
    others: str  # names of the other players
    url: str
    table: Table | None = None
    seats: tuple[Seat, ...] = ()
    deadline: datetime | None = None
    told: UnreadLines | None = None  # unread chat messages
    text: str = ""  # only for items without a table
    is_bare: bool = False  # the reader wants nothing about the game in emails

    @property
    def proof(self) -> str:
        """The evidence that nothing is changed later: a link with an open table's commitment, or a game's receipt."""
        if self.table is None:
            return ""
        return shuffle_link(self.table) if self.table.is_open else self.table.receipt

    @property
    def order(self) -> tuple[Any, ...]:
        """The sort key by urgency: items that need action come first, nearest deadline on top."""
        table_id = self.table.pk if self.table else 0
        return not KINDS[self.kind].asks, self.deadline is None, self.deadline, table_id


@dataclass(frozen=True)
class Message:
    """A message: all items that are sent together."""

    name: UUID  # the same at every try
    subject: str
    items: tuple[Item, ...]  # most urgent first
    url: str

    @property
    def deadline(self) -> datetime | None:
        """The nearest deadline of the items."""
        return min((item.deadline for item in self.items if item.deadline), default=None)


def by_urgency(notices: Iterable[Notice], context: DeliveryContext) -> list[Notice]:
    """The notices in order of urgency, after the digest if there is one. The first will be recorded as sent."""

    def urgency(notice: Notice) -> tuple[Any, ...]:
        deadline = _deadline(notice, context)
        return (
            notice.kind != _Kind.DIGEST, not KINDS[notice.kind].asks, deadline is None, deadline, notice.pk,
        )  # fmt: skip

    return sorted(notices, key=urgency)


def message_of(name: UUID, notices: Sequence[Notice], context: DeliveryContext) -> Message:
    """Build the message for these notices, in the active language and time zone."""
    is_digest = any(notice.kind == _Kind.DIGEST for notice in notices)
    told = [
        each for each in notices if not (is_digest and (KINDS[each.kind].asks or each.kind == _Kind.DIGEST))
    ]
    waiting = _waiting_seats(context) if is_digest else []
    reminded = {notice.table_id for notice in notices if notice.kind == _Kind.REMINDER}
    tables = [notice.table for notice in told if notice.table] + [seat.table for seat in waiting]
    seats = seats_at(table.pk for table in tables)
    items = [_item_of(notice, seats, context) for notice in _without_repetitions(told)]
    items += [
        _item(
            _Kind.REMINDER if seat.table_id in reminded else _Kind.TURN,
            seat.table, seats[seat.table_id], context, seat.deadline,
        )
        for seat in waiting
    ]  # fmt: skip
    items.sort(key=lambda item: item.order)
    return Message(
        name, _subject(items), tuple(items), items[0].url if len(items) == 1 else absolute("my_tables")
    )


def _without_repetitions(notices: Sequence[Notice]) -> list[Notice]:
    """Remove repetitions: a reminder replaces the turn's notice, and each table has at most one chat notice."""
    reminded = {notice.table_id for notice in notices if notice.kind == _Kind.REMINDER}
    mentions_last = sorted(notices, key=lambda notice: notice.kind == _Kind.MENTION)
    talking = {notice.table_id: notice for notice in mentions_last if notice.kind in TALKING}
    return [
        each
        for each in notices
        if (each.kind != _Kind.TURN or each.table_id not in reminded)
        and (each.kind not in TALKING or each is talking[each.table_id])
    ]


def _waiting_seats(context: DeliveryContext) -> list[Seat]:
    mine = Seat.objects.filter(user=context.user, is_awaited=True, table__is_held=False)
    seats = mine.exclude(table__mutes__user=context.user)
    ordered = seats.order_by(F("deadline").asc(nulls_last=True), "awaited_since")
    return list(ordered.select_related("table").defer("table__seed")[:WAITING])


def _item_of(notice: Notice, seats: dict[int, list[Seat]], context: DeliveryContext) -> Item:
    if notice.decision is not None:
        subject, decision = KINDS[_Kind.DECISION].subject_of({}), notice.decision
        heading = decision_words(decision.kind, decision.facts)
        return Item(_Kind.DECISION, subject, heading, "", absolute("decisions"), text=decision.reason)
    if notice.table is None:
        subject, text = KINDS[notice.kind].subject_of({}), str(KINDS[notice.kind].text)
        return Item(notice.kind, subject, subject, "", absolute("notifications"), text=text)
    seats_there, deadline = seats[notice.table_id or 0], _deadline(notice, context)
    told = context.unread_talk.lines.get(notice.table_id or 0) if notice.kind in TALKING else None
    return _item(notice.kind, notice.table, seats_there, context, deadline, told)


def _deadline(notice: Notice, context: DeliveryContext) -> datetime | None:
    seat = seat_asked(notice, context)
    return None if seat is None else seat.deadline


def _item(  # noqa: PLR0917  # what an item shows
    kind: str, table: Table, seats: list[Seat], context: DeliveryContext, deadline: datetime | None,
    told: UnreadLines | None = None,
) -> Item:  # fmt: skip
    if told is not None:
        told = told.named({seat.user_id: name for seat, name in zip(seats, names_of(seats), strict=True)})
    mine, others = seat_of(context.user, seats), others_at(seats, context.user)
    words = {
        "title": PRESENTERS[table.title].name, "number": table.pk, "others": others or _("nobody yet"),
        "left": "" if deadline is None else rough_span(deadline - context.now), "who": told.who if told else "",
        "fate": _time_out_result(table, mine),
        "circle": table.circle if kind == _Kind.CIRCLE else "",
    }  # fmt: skip
    wording = (ANSWERS if KINDS[kind].asks and _is_answer(table, mine) else KINDS)[kind]
    url = absolute("table", table.pk) + ("#talk" if told else "")
    subject, heading = wording.subject_of(words), wording.heading_of(words)
    return Item(kind, subject, heading, others, url, table, tuple(seats), deadline, told)


def _is_answer(table: Table, mine: Seat | None) -> bool:
    """Whether the seat is asked out of turn. For titles that never do that, the state is not loaded."""
    if mine is None or not mine.is_awaited or not table.state or not is_playable(table):
        return False
    game = game_at(table)
    return game.is_answer is not never_an_answer and game.is_answer(state_at(table), mine.number)


def _time_out_result(table: Table, seat: Seat | None) -> str:
    """What a time-out did to the seat, and how many more in a row would cost it."""
    if seat is None:
        return _("another player has taken your seat")
    if seat.has_left:
        return _("you are out of the game")
    if seat.is_kept:
        return _("a bot plays for you until you say that you're back")
    if seat.is_offered:
        return _("your seat is open for takeover until you make your move")
    left = IN_A_ROW - seat.timeouts
    if not (table.is_running and 0 < left < IN_A_ROW):
        return _("we played a move for you")
    return ngettext(
        "we played a move for you; %(num)s more time-out in a row and you lose your seat",
        "we played a move for you; %(num)s more time-outs in a row and you lose your seat",
        left,
    ) % {"num": left}


def counted(items: Sequence[Item]) -> list[Item]:
    """The items that the subject counts: time-outs and tables that wait, or all if there are none."""
    return [item for item in items if KINDS[item.kind].asks or item.kind == _Kind.TIMEOUT] or list(items)


def _subject(items: Sequence[Item]) -> str:
    """The subject for a single table, preferably its time-out; or the number of time-outs and waiting tables."""
    if len({item.table.pk if item.table else id(item) for item in items}) == 1:
        return next((item for item in items if item.kind == _Kind.TIMEOUT), items[0]).subject
    asking, missed = (
        sum(KINDS[each.kind].asks for each in items),
        sum(each.kind == _Kind.TIMEOUT for each in items),
    )
    if asking == missed == 0:
        return ngettext("%(num)s update from your tables", "%(num)s updates from your tables", len(items)) % {
            "num": len(items)
        }
    told = [ngettext("%(num)s time-out", "%(num)s time-outs", missed) % {"num": missed}] if missed else []
    if asking:
        told.append(
            ngettext("%(num)s table is waiting for you", "%(num)s tables are waiting for you", asking)
            % {"num": asking}
        )
    return listed(told, "")
