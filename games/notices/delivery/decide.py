"""Decides whether a notice is sent now, later, or never."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.clock.rest import Calendar, rest_at
from games.models import Notice
from games.notices.delivery.context import TALKING, DeliveryContext
from games.notices.delivery.kinds import KINDS, seat_asked, why_stale
from games.notices.services import next_digest

GRACE = timedelta(minutes=5)  # after the player's own move, because they are probably still on the page
NEAR = timedelta(hours=1)  # if the deadline is closer than this, the notice is sent at any hour
AFTER_DIGEST = timedelta(minutes=5)  # then we decide again about a notice whose digest failed
# How long a notice waits for others after the last message on its channel, to be sent together.
MERGE = {
    Notice.Channel.MAIL: timedelta(minutes=10),
    Notice.Channel.PUSH: timedelta(minutes=1),
    Notice.Channel.WEBHOOK: timedelta(minutes=1),
}

AGAIN = timedelta(hours=1)  # then we decide again about a notice that is held indefinitely

_Kind, _Reason = Notice.Kind, Notice.Reason


class Verdict(NamedTuple):
    """Why a notice isn't sent now, and until when it is held; without a time, it is never sent."""

    reason: str = ""
    until: datetime | None = None


SEND = Verdict()


def verdicts(notices: Sequence[Notice], context: DeliveryContext) -> list[Verdict]:
    """A verdict for each notice of one person and channel. If any is sent now, held notices may join it."""
    found = [_verdict(notice, context) for notice in notices]
    sent = [notice for notice, each in zip(notices, found, strict=True) if each == SEND]
    along: tuple[str, ...] = (_Reason.TOGETHER,) if sent else ()  # these reasons no longer apply
    if any(notice.kind == _Kind.DIGEST for notice in sent):
        along = (_Reason.TOGETHER, _Reason.QUIET, _Reason.ASLEEP, _Reason.DIGEST)
    return [SEND if each.until and each.reason in along else each for each in found]


def _verdict(notice: Notice, context: DeliveryContext) -> Verdict:
    if reason := _why_not(notice, context):
        return Verdict(reason)
    if KINDS[notice.kind].is_ordered:
        return SEND
    for reason, until in _reasons_to_hold(notice, context):
        if (
            until is not None
            and until > context.now
            and not (_yields_to_deadline(reason, context) and _is_near(notice, context, until))
        ):
            return Verdict(reason, until)
    return SEND


def _why_not(notice: Notice, context: DeliveryContext) -> str:
    """Why the notice is not sent at all, for example because it is out of date; empty if it is sent."""
    if reason := context.why_unreachable(notice.kind):
        return reason
    is_muted = notice.table_id in context.muted and not KINDS[notice.kind].is_sent_muted
    return _Reason.MUTED if is_muted else why_stale(notice, context)


def _reasons_to_hold(notice: Notice, context: DeliveryContext) -> list[tuple[str, datetime | None]]:
    """Reasons to hold the notice and until when, most important first. Times in the past have no effect."""
    if notice.kind == _Kind.DECISION:
        return _quiet_reasons(context)
    chosen = context.preferences
    asks, is_talk, table_id = KINDS[notice.kind].asks, notice.kind in TALKING, notice.table_id or 0
    acted = context.acted.get(table_id) if asks or is_talk else None
    talked = context.unread_talk.spoke_at.get(table_id) if is_talk else None
    daily = chosen.digest_time if context.channel == Notice.Channel.MAIL else None
    is_held = asks and notice.table is not None and notice.table.is_held
    digest = next_digest(daily, context.user.zone, notice.created_at)
    return [
        (_Reason.HELD, context.now + AGAIN if is_held else None),
        (_Reason.ACTED, acted and acted + GRACE),
        (_Reason.TALKED, talked and talked + GRACE),
        (_Reason.DIGEST, digest and digest + AFTER_DIGEST),
        *_quiet_reasons(context),
        (_Reason.TOGETHER, _end_of_merging(notice, context)),
    ]


def _quiet_reasons(context: DeliveryContext) -> list[tuple[str, datetime | None]]:
    """Until when to hold a notice because of the player's quiet hours, and the nights in the player's calendar."""
    chosen, calendar = context.preferences, context.user.calendar
    sleep = Calendar(calendar.zone, calendar.sleep)
    return [
        (_Reason.QUIET, end_of_quiet_hours(chosen.quiet_hours(calendar.zone), context.now)),
        (_Reason.ASLEEP, end_of_quiet_hours(sleep, context.now)),
    ]


def _yields_to_deadline(reason: str, context: DeliveryContext) -> bool:
    """Whether a near deadline overrides this reason. It overrides nights only if the player chose that."""
    return reason not in (_Reason.QUIET, _Reason.ASLEEP) or context.preferences.rings_when_near


def _end_of_merging(notice: Notice, context: DeliveryContext) -> datetime | None:
    """Until when a notice waits for others after the last message. A notice written long after it doesn't wait."""
    if context.last_sent is None:
        return None
    return min(context.last_sent, notice.created_at) + MERGE[Notice.Channel(context.channel)]


def _is_near(notice: Notice, context: DeliveryContext, until: datetime) -> bool:
    seat = seat_asked(notice, context)
    return seat is not None and seat.deadline is not None and seat.deadline <= until + NEAR


def end_of_quiet_hours(quiet: Calendar | None, now: datetime) -> datetime | None:
    """The end of the quiet hours if `now` is within them, else None."""
    rest = None if quiet is None else rest_at(quiet, now)
    return None if rest is None else rest.until
