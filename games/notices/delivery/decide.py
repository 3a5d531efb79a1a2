"""Decides whether a notice is sent now, later, or never."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games.clock.rest import Calendar, rest_at
from games.models import Notice, Preferences, Seat
from games.notices.delivery.context import TALKING, DeliveryContext
from games.notices.services import next_digest

GRACE = timedelta(minutes=5)  # after the player's own move, because they are probably still on the page
NEAR = timedelta(hours=1)  # a deadline closer than this is not held until a better hour
AFTER_DIGEST = timedelta(minutes=5)  # then a notice is decided again if its digest failed
# How long a notice waits for others after the last message on its channel, to be sent together.
MERGE = {
    Notice.Channel.MAIL: timedelta(minutes=10),
    Notice.Channel.PUSH: timedelta(minutes=1),
    Notice.Channel.WEBHOOK: timedelta(minutes=1),
}

AGAIN = timedelta(hours=1)  # then a notice that is held without an end is decided again

_Kind, _Reason, _Talk = Notice.Kind, Notice.Reason, Preferences.Talk
_ASKING = (_Kind.TURN, _Kind.REMINDER)
_ASKED_FOR = (_Kind.DIGEST, _Kind.TEST)  # requested by the player for that time
_ENDINGS = (_Kind.FINISHED, _Kind.CANCELLED)


class Action(Enum):
    """What to do with a notice."""

    SEND = "send"
    HOLD = "hold"
    SUPPRESS = "suppress"


@dataclass(frozen=True)
class Verdict:
    """What to do with a notice, why, and until when to hold it."""

    action: Action
    reason: str = ""
    until: datetime | None = None


SEND = Verdict(Action.SEND)


def verdicts(notices: Sequence[Notice], context: DeliveryContext) -> list[Verdict]:
    """A verdict for each notice of one person and channel. If any is sent now, held notices may join it."""
    found = [_verdict(notice, context) for notice in notices]
    sent = [notice for notice, each in zip(notices, found, strict=True) if each.action is Action.SEND]
    along = _along(sent)
    return [SEND if each.action is Action.HOLD and each.reason in along else each for each in found]


def _along(sent: Sequence[Notice]) -> tuple[str, ...]:
    """The reasons for holding that no longer apply once a message with these notices is sent."""
    if any(notice.kind == _Kind.DIGEST for notice in sent):
        return (_Reason.TOGETHER, _Reason.QUIET, _Reason.ASLEEP, _Reason.DIGEST)
    return (_Reason.TOGETHER,) if sent else ()


def _verdict(notice: Notice, context: DeliveryContext) -> Verdict:
    if reason := _why_not(notice, context):
        return Verdict(Action.SUPPRESS, reason)
    if notice.kind in _ASKED_FOR:
        return SEND
    for reason, until in _waits(notice, context):
        if (
            until is not None
            and until > context.now
            and not (_gives_way(reason, context) and _is_near(notice, context, until))
        ):
            return Verdict(Action.HOLD, reason, until)
    return SEND


def _why_not(notice: Notice, context: DeliveryContext) -> str:
    """Why the notice is not sent at all, for example because it is out of date; empty if it is sent."""
    if reason := context.why_unreachable(notice.kind):
        return reason
    if notice.table is None or notice.kind in (*_ENDINGS, _Kind.DECISION):
        is_back = notice.kind in _ENDINGS and notice.table is not None and notice.table.is_running
        return _Reason.GOES_ON if is_back else ""
    if notice.table_id in context.muted:
        return _Reason.MUTED
    if notice.kind in TALKING and (reason := _why_not_talk(notice, context)):
        return reason
    return _why_not_any_more(notice, context)


def _why_not_any_more(notice: Notice, context: DeliveryContext) -> str:
    if notice.kind == _Kind.INVITATION and notice.table is not None and not notice.table.is_open:
        return _Reason.NOT_OPEN
    if notice.kind == _Kind.STOPPED and notice.table is not None and not notice.table.is_held:
        return _Reason.GOES_ON
    if notice.kind == _Kind.PROPOSAL and notice.ply not in context.proposals:
        return _Reason.NOT_PROPOSED
    return _why_not_asked(notice, context.seat_at(notice.table_id))


def _why_not_talk(notice: Notice, context: DeliveryContext) -> str:
    wanted = context.preferences.talk
    is_mention = notice.kind == _Kind.MENTION
    if context.seat_at(notice.table_id) is None:
        return _Reason.LEFT
    if wanted == _Talk.NOTHING or (wanted == _Talk.MENTIONS and not is_mention):
        return _Reason.UNWANTED
    unread = context.unread_talk.mentioning if is_mention else context.unread_talk.lines
    return "" if notice.table_id in unread else _Reason.READ


def _why_not_asked(notice: Notice, seat: Seat | None) -> str:
    # A time-out notice may be about how the seat was lost.
    if seat is not None and seat.has_left and notice.kind != _Kind.TIMEOUT:
        return _Reason.LEFT
    if notice.kind not in _ASKING:
        return ""
    if seat is None or not seat.is_awaited or seat.turn_ply != notice.ply:
        return _Reason.NOT_AWAITED
    if notice.kind == _Kind.REMINDER and seat.deadline != notice.about:
        return _Reason.DEADLINE_MOVED
    return ""


def _waits(notice: Notice, context: DeliveryContext) -> list[tuple[str, datetime | None]]:
    """Reasons to hold the notice and until when, most important first. Times in the past have no effect."""
    if notice.kind == _Kind.DECISION:
        return _nights(context)
    chosen = context.preferences
    acted = context.acted_at(notice.table_id) if notice.kind in (*_ASKING, *TALKING) else None
    talked = context.unread_talk.spoke_at.get(notice.table_id or 0) if notice.kind in TALKING else None
    daily = chosen.digest_time if context.channel == Notice.Channel.MAIL else None
    is_held = notice.kind in _ASKING and notice.table is not None and notice.table.is_held
    digest = next_digest(daily, context.zone, notice.created_at)
    return [
        (_Reason.HELD, context.now + AGAIN if is_held else None),
        (_Reason.ACTED, acted and acted + GRACE),
        (_Reason.TALKED, talked and talked + GRACE),
        (_Reason.DIGEST, digest and digest + AFTER_DIGEST),
        *_nights(context),
        (_Reason.TOGETHER, _together(notice, context)),
    ]


def _nights(context: DeliveryContext) -> list[tuple[str, datetime | None]]:
    """Until when the player's quiet hours, and the nights in the player's calendar, hold a notice."""
    chosen, calendar = context.preferences, context.user.calendar
    sleep = Calendar(calendar.zone, calendar.sleep)
    return [
        (_Reason.QUIET, quiet_end(chosen.quiet_hours(calendar.zone), context.now)),
        (_Reason.ASLEEP, quiet_end(sleep, context.now)),
    ]


def _gives_way(reason: str, context: DeliveryContext) -> bool:
    """Whether a near deadline overrides this reason. It overrides nights only if the player chose that."""
    return reason not in (_Reason.QUIET, _Reason.ASLEEP) or context.preferences.rings_when_near


def _together(notice: Notice, context: DeliveryContext) -> datetime | None:
    """Until when a notice waits for others after the last message. A notice written long after it doesn't wait."""
    if context.last_sent is None:
        return None
    return min(context.last_sent, notice.created_at) + MERGE[Notice.Channel(context.channel)]


def _is_near(notice: Notice, context: DeliveryContext, until: datetime) -> bool:
    seat = context.seat_at(notice.table_id) if notice.kind in _ASKING else None
    return seat is not None and seat.deadline is not None and seat.deadline <= until + NEAR


def quiet_end(quiet: Calendar | None, now: datetime) -> datetime | None:
    """The end of the quiet hours if `now` is within them, else None."""
    rest = None if quiet is None else rest_at(quiet, now)
    return None if rest is None else rest.until
