"""The clocks of the seats. The table is locked; the caller saves the changes."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import msgspec

from accounts.rhythm import with_reply
from games.clock.clocks import DAY, Fixed, allowance, bank_after, bank_left, first_bank
from games.clock.deadline import Reckoned, deadline, margin_of, rest_after
from games.clock.rest import AWAKE, Calendar
from games.models import Seat, Table

__all__ = [
    "clock_drop", "clock_extend", "clock_keep", "clock_offer", "clock_pause", "clock_recount",
    "clock_renew", "clock_restore", "clock_resume", "clock_shorten", "clock_start", "clock_stop",
    "is_kept_clock_back", "is_kept_clock_running", "reply_note",
]  # fmt: skip

# What a deadline keeps when the vacation or the extension that had moved it is taken back.
NOTICE = timedelta(days=1)


class _Kept(msgspec.Struct):
    """The columns of a seat that stopping its clock changes, as they were before."""

    deadline: datetime | None
    clock_since: datetime | None
    allowance: int | None
    remaining: int | None
    extension: int
    reckoning: list[dict[str, str]]
    bank: int | None
    rest_left: int
    timeouts: int


def clock_start(table: Table, seat: Seat, now: datetime, *, is_answer: bool) -> None:
    """Start the clock of a seat that is asked something new."""
    if seat.bank is None:
        seat.bank = first_bank(table.timing)
    seat.allowance = allowance(table.timing, seat.bank, is_answer=is_answer)
    seat.extension = 0
    _run(table, seat, now)


def _run(table: Table, seat: Seat, now: datetime) -> None:
    """Start the seat's allowance now, or keep it for the end of a pause."""
    seat.clock_since, seat.deadline, seat.remaining, seat.reckoning = now, None, None, []
    if table.is_paused:
        seat.clock_since, seat.remaining = None, seat.allowance
    else:
        _reckon(seat)


def _reckon(seat: Seat) -> None:
    since, granted = seat.clock_since, seat.allowance
    if since is None or granted is None:
        return
    margin = _margin_of(seat, granted + seat.extension)
    found = deadline(since, granted + seat.extension, _calendar_of(seat), seat.rest_left, margin=margin)
    steps = list(found.steps)
    if seat.extension:
        steps[:1] = [
            Reckoned("clock", since + timedelta(seconds=granted)),
            Reckoned("agreed", steps[0].until),
        ]
    seat.deadline, seat.reckoning = found.at, msgspec.to_builtins(steps)


def _margin_of(seat: Seat, granted: int) -> int:
    """The margin after rest: what a pause has left of a clock does not make it shorter."""
    timing = seat.table.timing
    return margin_of(max(granted, timing.move) if isinstance(timing, Fixed) else granted)


def _calendar_of(seat: Seat) -> Calendar:
    return AWAKE if seat.user is None else seat.user.calendar


def clock_stop(table: Table, seat: Seat, now: datetime, *, is_decided: bool, is_in_time: bool) -> None:
    """Stop the clock: the seat has decided, in time or by a time-out, or it is not asked any more."""
    spent, used = _spent(seat, now), _rest_used(seat, now)
    seat.bank = bank_after(table.timing, seat.bank, spent) if is_decided else bank_left(seat.bank, spent)
    seat.rest_left = rest_after(seat.rest_left, used) if is_in_time else max(0, seat.rest_left - used)
    clock_drop(seat)


def clock_drop(seat: Seat) -> None:
    """Stop the clock as if it had never run: it costs nothing and brings nothing."""
    seat.clock_since, seat.deadline, seat.allowance, seat.remaining = None, None, None, None
    seat.reckoning, seat.extension, seat.undo_clock = [], 0, None


def clock_keep(seat: Seat) -> dict[str, Any]:
    """The running clock, for `clock_restore`."""
    kept: dict[str, Any] = msgspec.to_builtins(
        {name: getattr(seat, name) for name in _Kept.__struct_fields__}
    )
    return kept


def clock_restore(table: Table, seat: Seat, now: datetime) -> None:
    """Let the clock run on as if the ply that had stopped it had never been: the deadline is the same."""
    kept = msgspec.convert(seat.undo_clock, _Kept)
    for name in _Kept.__struct_fields__:
        setattr(seat, name, getattr(kept, name))
    seat.undo_clock = None
    if table.is_paused:
        clock_pause(seat, now)
    else:
        clock_resume(table, seat, now)


def is_kept_clock_running(seat: Seat, now: datetime) -> bool:
    """Whether a clock is kept whose time is not up."""
    if seat.undo_clock is None:
        return False
    deadline = msgspec.convert(seat.undo_clock, _Kept).deadline
    return deadline is None or now < deadline


def is_kept_clock_back(seat: Seat, kept: dict[str, Any] | None) -> bool:
    """Whether the clock that runs is the one that was kept: its deadline has gone for a while, and has not moved."""
    if kept is None or seat.undo_clock is not None:
        return False
    former = msgspec.convert(kept, _Kept)
    return (former.deadline, former.clock_since) == (seat.deadline, seat.clock_since)


def _spent(seat: Seat, now: datetime) -> int:
    """Seconds of the seat's own time that are spent; time added by agreement does not count."""
    if seat.clock_since is None:
        return 0
    return max(0, round((now - seat.clock_since).total_seconds()) - seat.extension)


def _rest_used(seat: Seat, now: datetime) -> int:
    """Seconds of rest that the seat needed: none if it decided before the clock alone would have ended."""
    steps = msgspec.convert(seat.reckoning, list[Reckoned])
    used = timedelta()
    for before, step in pairwise(steps):
        if step.reason not in ("vacation", "margin", "agreed", "notice", "changed"):
            used += max(timedelta(), min(now, step.until) - before.until)
    return round(used.total_seconds())


def clock_renew(seat: Seat, now: datetime) -> None:
    """Keep at least half of the allowance, because somebody else has changed the question; nobody is due in rest."""
    if seat.deadline is not None and seat.allowance is not None:
        half = timedelta(seconds=seat.allowance // 2)
        if seat.deadline < now + half:
            due = _awake(seat, now, half)
            seat.deadline, seat.reckoning = due, [*seat.reckoning, _step("changed", due)]


def clock_offer(table: Table, seat: Seat, now: datetime, span: timedelta) -> None:
    """Keep a seat that was given up for this span."""
    seat.allowance, seat.extension = round(span.total_seconds()), 0
    _run(table, seat, now)


def clock_pause(seat: Seat, now: datetime) -> None:
    """Stop the clock in the middle of a decision, and keep the time that is left."""
    if seat.deadline is not None:
        left = max(60, round((seat.deadline - now).total_seconds()))
        seat.bank = bank_left(seat.bank, _spent(seat, now))
        seat.rest_left = max(0, seat.rest_left - _rest_used(seat, now))
        seat.allowance = seat.remaining = left
        seat.clock_since, seat.deadline, seat.reckoning, seat.extension = None, None, [], 0


def clock_resume(table: Table, seat: Seat, now: datetime) -> None:
    """Let the clock go on with the time that was kept."""
    if seat.remaining is not None:
        seat.allowance = seat.remaining
        _run(table, seat, now)


def clock_extend(seat: Seat, days: int) -> None:
    """Add days to the present decision, whether the clock runs or is paused."""
    if seat.remaining is not None:
        seat.remaining += days * DAY
    elif seat.deadline is not None:
        seat.extension += days * DAY
        _reckon(seat)


def clock_shorten(seat: Seat, now: datetime, days: int) -> None:
    """Take back days that were added and are not used; at least a day is left, if there was one."""
    if seat.remaining is not None:
        seat.remaining = max(min(seat.remaining, DAY), seat.remaining - days * DAY)
    elif seat.deadline is not None and seat.extension >= days * DAY:
        old = seat.deadline
        seat.extension -= days * DAY
        _reckon(seat)
        _keep(seat, old, now)


def clock_recount(seat: Seat, now: datetime) -> None:
    """Compute the deadline again because the calendar has changed. It moves no closer than a day from now."""
    old = seat.deadline
    if old is None:
        return
    _reckon(seat)
    _keep(seat, old, now)


def _keep(seat: Seat, old: datetime, now: datetime) -> None:
    """Keep a deadline that moves closer at least a day away and out of rest, or where it was."""
    if seat.deadline is not None and seat.deadline < min(old, now + NOTICE):
        kept = min(old, _awake(seat, now, NOTICE))  # never later than it was: calendars can be changed often
        seat.deadline, seat.reckoning = kept, [*seat.reckoning, _step("notice", kept)]


def _awake(seat: Seat, now: datetime, span: timedelta) -> datetime:
    """So long from now, or when the seat's player has rested, and woken, if that would be within rest."""
    seconds, margin = round(span.total_seconds()), _margin_of(seat, seat.allowance or 0)
    return deadline(now, seconds, _calendar_of(seat), seat.rest_left, margin=margin).at


def _step(reason: str, until: datetime) -> dict[str, str]:
    step: dict[str, str] = msgspec.to_builtins(Reckoned(reason, until))
    return step


def reply_note(table: Table, seat: Seat, now: datetime) -> None:
    """Add the time that the player took for the first decision of a turn, or for an answer, to the latest replies.

    Later decisions of the turn do not count, nor does a reply with a vacation or a pause in between, nor what happens
    at tables with bots and at continued ones: people compare each other by these times.
    """
    if not table.is_compared:
        return
    is_away = any(step["reason"] == "vacation" for step in seat.reckoning)
    if seat.user is None or seat.awaited_since is None or seat.clock_since != seat.awaited_since or is_away:
        return
    player = seat.user
    player.replies = with_reply(player.replies, round((now - seat.awaited_since).total_seconds()))
    player.save(update_fields=["replies"])
