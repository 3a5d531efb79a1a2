"""The text of a message for all channels: which game, with whom, until when. It contains nothing about the position."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import never_an_answer
from games.models import Decision, Notice, Seat, Table
from games.moderation.words import decision_words
from games.notices.delivery.context import TALKING, DeliveryContext, Told
from games.notices.delivery.words import WORDS, fate_words, others_at, time_left
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.chain import commitment_of
from games.tables.log import names_of
from games.tables.table_rules import game_at, is_playable, state_at

WAITING = 50  # tables in a digest, at most

_Kind = Notice.Kind
_ASKING = (_Kind.TURN, _Kind.REMINDER)


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
    told: Told | None = None  # unread chat messages
    text: str = ""  # only for items without a table

    @property
    def proof(self) -> str:
        """The evidence that the past was not changed: an open table's commitment, or a game's receipt."""
        if self.table is None:
            return ""
        return commitment_of(self.table).hex() if self.table.is_open else self.table.receipt

    @property
    def order(self) -> tuple[Any, ...]:
        """The sort key by urgency: items that need action come first, nearest deadline on top."""
        return (
            self.kind not in _ASKING,
            self.deadline is None,
            self.deadline,
            self.table.pk if self.table else 0,
        )


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
        seat = context.seat_at(notice.table_id) if notice.kind in _ASKING else None
        deadline = seat.deadline if seat is not None else None
        return (
            notice.kind != _Kind.DIGEST,
            notice.kind not in _ASKING,
            deadline is None,
            deadline,
            notice.pk,
        )

    return sorted(notices, key=urgency)


def message_of(name: UUID, notices: Sequence[Notice], context: DeliveryContext) -> Message:
    """Build the message for these notices, in the active language and time zone."""
    is_digest = any(notice.kind == _Kind.DIGEST for notice in notices)
    told = [notice for notice in notices if not (is_digest and notice.kind in (*_ASKING, _Kind.DIGEST))]
    waiting = _waiting(context) if is_digest else []
    tables = [notice.table for notice in told if notice.table] + [seat.table for seat in waiting]
    seats = _seats_at(tables)
    items = [_item_of(notice, seats, context) for notice in _once(told)]
    items += [_item(_Kind.TURN, seat.table, seats[seat.table_id], context, seat.deadline) for seat in waiting]
    items.sort(key=lambda item: item.order)
    return Message(name, _subject(items), tuple(items), _url(items))


def _once(notices: Sequence[Notice]) -> list[Notice]:
    """Remove repetitions: a reminder replaces the turn's notice, and each table has at most one chat notice."""
    reminded = {notice.table_id for notice in notices if notice.kind == _Kind.REMINDER}
    talking = {
        notice.table_id: notice for notice in sorted(notices, key=_is_mention) if notice.kind in TALKING
    }
    return [
        each
        for each in notices
        if (each.kind != _Kind.TURN or each.table_id not in reminded)
        and (each.kind not in TALKING or each is talking[each.table_id])
    ]


def _is_mention(notice: Notice) -> bool:
    return notice.kind == _Kind.MENTION


def _waiting(context: DeliveryContext) -> list[Seat]:
    mine = Seat.objects.filter(user=context.user, is_awaited=True, table__is_held=False)
    seats = mine.exclude(table__mutes__user=context.user)
    ordered = seats.order_by(F("deadline").asc(nulls_last=True), "awaited_since")
    return list(ordered.select_related("table").defer("table__seed")[:WAITING])


def _seats_at(tables: Iterable[Table]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=list(found)).select_related("user").order_by("number"):
        found[seat.table_id].append(seat)
    return found


def _item_of(notice: Notice, seats: dict[int, list[Seat]], context: DeliveryContext) -> Item:
    if notice.decision is not None:
        return _item_of_decision(notice.decision)
    if notice.table is None:
        words, text = WORDS[notice.kind].subject({}), WORDS[notice.kind].text({})
        return Item(notice.kind, words, words, "", _absolute(reverse("notifications")), text=text)
    mine = context.seat_at(notice.table_id) if notice.kind in _ASKING else None
    deadline = mine.deadline if mine is not None else None
    item = _item(notice.kind, notice.table, seats[notice.table.pk], context, deadline)
    return _with_talk(item, context) if notice.kind in TALKING else item


def _with_talk(item: Item, context: DeliveryContext) -> Item:
    table = item.table
    told = None if table is None else context.unread_talk.lines.get(table.pk)
    if table is None or told is None:
        return item
    names = names_of(item.seats)
    told = told.named({seat.user_id: name for seat, name in zip(item.seats, names, strict=True)})
    words = {
        "who": told.who,
        "title": PRESENTERS[table.title].name,
        "number": table.pk,
        "others": item.others,
    }
    return replace(
        item,
        subject=WORDS[item.kind].subject(words),
        heading=WORDS[item.kind].heading(words),
        url=f"{item.url}#talk",
        told=told,
    )


def _item_of_decision(decision: Decision) -> Item:
    heading = decision_words(decision.kind, decision.facts)
    url = _absolute(reverse("decisions"))
    return Item(_Kind.DECISION, WORDS[_Kind.DECISION].subject({}), heading, "", url, text=decision.reason)


def _item(
    kind: str, table: Table, seats: list[Seat], context: DeliveryContext, deadline: datetime | None
) -> Item:
    others = others_at(seats, context.user)
    words = {
        "is_answer": kind in _ASKING and _is_answer(table, seat_of(context.user, seats)),
        "title": PRESENTERS[table.title].name, "number": table.pk, "others": others or _("nobody yet"),
        "left": "" if deadline is None else time_left(deadline, context.now), "who": "",
        "fate": fate_words(table, seat_of(context.user, seats)),
    }  # fmt: skip
    url = _absolute(reverse("table", args=[table.pk]))
    return Item(
        kind,
        WORDS[kind].subject(words),
        WORDS[kind].heading(words),
        others,
        url,
        table,
        tuple(seats),
        deadline,
    )


def _is_answer(table: Table, mine: Seat | None) -> bool:
    """Whether the seat is asked out of turn. For titles that never do that, the state is not loaded."""
    if mine is None or not mine.is_awaited or not table.state or not is_playable(table):
        return False
    game = game_at(table)
    return game.is_answer is not never_an_answer and game.is_answer(state_at(table), mine.number)


def _subject(items: Sequence[Item]) -> str:
    """The subject for a single table, preferably its time-out; or the number of time-outs and waiting tables."""
    if len({item.table.pk if item.table else id(item) for item in items}) == 1:
        return next((item for item in items if item.kind == _Kind.TIMEOUT), items[0]).subject
    asking, missed = (sum(item.kind in kinds for item in items) for kinds in (_ASKING, (_Kind.TIMEOUT,)))
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
    return _(", ").join(told)


def _url(items: Sequence[Item]) -> str:
    return items[0].url if len(items) == 1 else _absolute(reverse("my_tables"))


def _absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
