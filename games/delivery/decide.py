"""Whether a notice goes out now, later, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.utils.translation import gettext_noop

from games.delivery.heard import TALKING
from games.delivery.quiet import quiet_end
from games.delivery.situation import Situation
from games.models import Notice, Preferences, Seat
from games.services.preferences import next_digest
from games.services.talk import READ

__all__ = ["Action", "Verdict", "verdicts"]

GRACE = timedelta(minutes=5)  # after one's own move: who has just moved is most likely still there
NEAR = timedelta(hours=1)  # a deadline that would leave less than this does not wait for a better hour
AFTER_DIGEST = timedelta(minutes=5)  # what waits for a digest looks for itself if the digest does not come
# How long a notice waits for others to go with it, after the last message on its channel.
MERGE = {
    Notice.Channel.MAIL: timedelta(minutes=10),
    Notice.Channel.PUSH: timedelta(minutes=1),
    Notice.Channel.WEBHOOK: timedelta(minutes=1),
}

ACTED = gettext_noop("you have just moved there")
TALKED = gettext_noop("you have just been at the table")
DIGEST = gettext_noop("kept for your daily digest")
HELD = gettext_noop("a moderator has paused the table")
AGAIN = timedelta(hours=1)  # and then it is looked at again
QUIET = gettext_noop("your quiet hours")
TOGETHER = gettext_noop("collected with others into one message")

_Kind, _Talk = Notice.Kind, Preferences.Talk
_ASKING = (_Kind.TURN, _Kind.REMINDER)
_AT_ONCE = (_Kind.DECISION, _Kind.DIGEST, _Kind.TEST)
_ENDINGS = (_Kind.FINISHED, _Kind.CANCELLED)


class Action(Enum):
    """What becomes of a notice."""

    SEND = "send"
    HOLD = "hold"
    SUPPRESS = "suppress"


@dataclass(frozen=True)
class Verdict:
    """What becomes of one notice, why, and until when it is held."""

    action: Action
    reason: str = ""
    until: datetime | None = None


SEND = Verdict(Action.SEND)


def verdicts(notices: Sequence[Notice], situation: Situation) -> list[Verdict]:
    """One for each notice, all of one person and channel. If a message goes out anyway, others go along with it."""
    found = [_verdict(notice, situation) for notice in notices]
    sent = [notice for notice, each in zip(notices, found, strict=True) if each.action is Action.SEND]
    is_digest = any(notice.kind == _Kind.DIGEST for notice in sent)
    along = (TOGETHER, QUIET, DIGEST) if is_digest else (TOGETHER,) if sent else ()
    return [SEND if each.action is Action.HOLD and each.reason in along else each for each in found]


def _verdict(notice: Notice, situation: Situation) -> Verdict:
    if reason := _why_not(notice, situation):
        return Verdict(Action.SUPPRESS, reason)
    if notice.kind in _AT_ONCE:
        return SEND
    for reason, until in _waits(notice, situation):
        if until is not None and until > situation.now and not _is_near(notice, situation, until):
            return Verdict(Action.HOLD, reason, until)
    return SEND


def _why_not(notice: Notice, situation: Situation) -> str:
    """Why this is not to be sent at all; empty if it is. What it tells may no longer be so."""
    if reason := situation.why_unreachable(notice.kind):
        return reason
    if notice.table is None or notice.kind in (*_ENDINGS, _Kind.DECISION):
        is_back = notice.kind in _ENDINGS and notice.table is not None and notice.table.is_running
        return gettext_noop("the game goes on") if is_back else ""
    if notice.table_id in situation.muted:
        return gettext_noop("you have muted this table")
    if notice.kind in TALKING and (reason := _why_not_talk(notice, situation)):
        return reason
    return _why_not_any_more(notice, situation)


def _why_not_any_more(notice: Notice, situation: Situation) -> str:
    if notice.kind == _Kind.INVITATION and notice.table is not None and not notice.table.is_open:
        return gettext_noop("the table is not open any more")
    if notice.kind == _Kind.PROPOSAL and notice.ply not in situation.proposals:
        return gettext_noop("nobody asks that any more")
    return _why_not_asked(notice, situation.seat_at(notice.table_id))


def _why_not_talk(notice: Notice, situation: Situation) -> str:
    wanted = situation.preferences.talk
    is_mention = notice.kind == _Kind.MENTION
    if situation.seat_at(notice.table_id) is None:
        return gettext_noop("you have left this table")
    if wanted == _Talk.NOTHING or (wanted == _Talk.MENTIONS and not is_mention):
        return gettext_noop("you do not want to be told of that")
    unread = situation.heard.mentioning if is_mention else situation.heard.lines
    return "" if notice.table_id in unread else READ


def _why_not_asked(notice: Notice, seat: Seat | None) -> str:
    if seat is not None and seat.has_left and notice.kind != _Kind.TIMEOUT:  # by which one may have left
        return gettext_noop("you have left this table")
    if notice.kind not in _ASKING:
        return ""
    if seat is None or not seat.is_awaited or seat.turn_ply != notice.ply:
        return gettext_noop("not awaited any more")
    if notice.kind == _Kind.REMINDER and seat.deadline != notice.about:
        return gettext_noop("the deadline has moved")
    return ""


def _waits(notice: Notice, situation: Situation) -> list[tuple[str, datetime | None]]:
    """What may hold this back, and until when, the most weighty first. A moment that has passed holds nothing."""
    chosen = situation.preferences
    acted = situation.acted_at(notice.table_id) if notice.kind in (*_ASKING, *TALKING) else None
    talked = situation.heard.spoke_at.get(notice.table_id or 0) if notice.kind in TALKING else None
    daily = chosen.digest_time if situation.channel == Notice.Channel.MAIL else None
    is_held = notice.kind in _ASKING and notice.table is not None and notice.table.is_held
    digest = next_digest(daily, situation.zone, notice.created_at)
    return [
        (HELD, situation.now + AGAIN if is_held else None),
        (ACTED, acted and acted + GRACE),
        (TALKED, talked and talked + GRACE),
        (DIGEST, digest and digest + AFTER_DIGEST),
        (QUIET, quiet_end(chosen.quiet_from, chosen.quiet_until, situation.zone, situation.now)),
        (TOGETHER, _together(notice, situation)),
    ]


def _together(notice: Notice, situation: Situation) -> datetime | None:
    """Not long after the last message this waits for others, but never longer than the span since it was written."""
    if situation.last_sent is None:
        return None
    return min(situation.last_sent, notice.created_at) + MERGE[Notice.Channel(situation.channel)]


def _is_near(notice: Notice, situation: Situation, until: datetime) -> bool:
    seat = situation.seat_at(notice.table_id) if notice.kind in _ASKING else None
    return seat is not None and seat.deadline is not None and seat.deadline <= until + NEAR
