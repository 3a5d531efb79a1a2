"""The clocks of the seats. The caller locks the table and saves the changes."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import msgspec
from django.db.models import F, Value
from django.db.models.functions import Concat, Right

from accounts.models import DECISIONS, User, with_reply
from games.clock.clocks import DAY, Fixed, allowance, bank_after, bank_left, first_bank
from games.clock.deadline import Reckoned, deadline, margin_of, rest_after
from games.clock.rest import AWAKE, Calendar
from games.models import Seat, Table

# At least this much time is left after a vacation or an extension that moved the deadline is withdrawn.
MIN_TIME_LEFT = timedelta(days=1)


class _SavedClock(msgspec.Struct):
    """The seat's columns that change when its clock stops, with their former values."""

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
    """Start the clock of a seat for a new question."""
    if seat.bank is None:
        seat.bank = first_bank(table.timing)
    seat.allowance = allowance(table.timing, seat.bank, is_answer=is_answer)
    seat.extension = 0
    _run(table, seat, now)


def _run(table: Table, seat: Seat, now: datetime) -> None:
    """Start the seat's allowance now, or save it for the end of a pause."""
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
    """The margin after rest. If a pause left only a part of the clock, the margin is not shortened."""
    timing = seat.table.timing
    return margin_of(max(granted, timing.move) if isinstance(timing, Fixed) else granted)


def _calendar_of(seat: Seat) -> Calendar:
    return AWAKE if seat.user is None else seat.user.calendar


def clock_stop(table: Table, seat: Seat, now: datetime, *, is_decided: bool, is_in_time: bool) -> None:
    """Stop the clock: the seat decided, in time or by a time-out, or the question is gone."""
    spent, used = _spent(seat, now), _rest_used(seat, now)
    seat.bank = bank_after(table.timing, seat.bank, spent) if is_decided else bank_left(seat.bank, spent)
    seat.rest_left = rest_after(seat.rest_left, used) if is_in_time else max(0, seat.rest_left - used)
    clock_drop(seat)


def clock_drop(seat: Seat) -> None:
    """Stop the clock as if it had never run: no time is charged or added."""
    seat.clock_since, seat.deadline, seat.allowance, seat.remaining = None, None, None, None
    seat.reckoning, seat.extension, seat.undo_clock = [], 0, None


def clock_dump(seat: Seat) -> dict[str, Any]:
    """The running clock as plain data, for `clock_restore`."""
    kept: dict[str, Any] = msgspec.to_builtins(
        {name: getattr(seat, name) for name in _SavedClock.__struct_fields__}
    )
    return kept


def clock_restore(table: Table, seat: Seat, now: datetime) -> None:
    """Let the clock run on as if the ply that stopped it had never been made; the deadline is the same."""
    kept = msgspec.convert(seat.undo_clock, _SavedClock)
    for name in _SavedClock.__struct_fields__:
        setattr(seat, name, getattr(kept, name))
    seat.undo_clock = None
    if table.is_paused:
        clock_pause(seat, now)
    else:
        clock_resume(table, seat, now)


def has_saved_clock_time(seat: Seat, now: datetime) -> bool:
    """Whether the seat has a saved clock whose time isn't up."""
    if seat.undo_clock is None:
        return False
    deadline = msgspec.convert(seat.undo_clock, _SavedClock).deadline
    return deadline is None or now < deadline


def is_saved_clock_restored(seat: Seat, kept: dict[str, Any] | None) -> bool:
    """Whether an undo has restored the saved clock, with the same deadline."""
    if kept is None or seat.undo_clock is not None:
        return False
    former = msgspec.convert(kept, _SavedClock)
    return (former.deadline, former.clock_since) == (seat.deadline, seat.clock_since)


def _spent(seat: Seat, now: datetime) -> int:
    """How many seconds of its own time the seat has used. Time added by agreement doesn't count."""
    if seat.clock_since is None:
        return 0
    return max(0, round((now - seat.clock_since).total_seconds()) - seat.extension)


def _rest_used(seat: Seat, now: datetime) -> int:
    """How many seconds of rest the seat has used; 0 if it decided before its time without rest was up."""
    steps = msgspec.convert(seat.reckoning, list[Reckoned])
    used = timedelta()
    for before, step in pairwise(steps):
        if step.reason not in ("vacation", "margin", "agreed", "notice", "changed"):
            used += max(timedelta(), min(now, step.until) - before.until)
    return round(used.total_seconds())


def clock_renew(seat: Seat, now: datetime) -> None:
    """Leave at least half of the allowance, because another seat changed the question; no deadline falls in rest."""
    if seat.deadline is not None and seat.allowance is not None:
        half = timedelta(seconds=seat.allowance // 2)
        if seat.deadline < now + half:
            due = _time_outside_rest(seat, now, half)
            seat.deadline, seat.reckoning = due, [*seat.reckoning, _step("changed", due)]


def clock_offer(table: Table, seat: Seat, now: datetime, span: timedelta) -> None:
    """Run the seat's clock for this long while the seat is offered to others."""
    seat.allowance, seat.extension = round(span.total_seconds()), 0
    _run(table, seat, now)


def clock_pause(seat: Seat, now: datetime) -> None:
    """Stop the clock during a decision and save the time left."""
    if seat.deadline is not None:
        left = max(60, round((seat.deadline - now).total_seconds()))
        seat.bank = bank_left(seat.bank, _spent(seat, now))
        seat.rest_left = max(0, seat.rest_left - _rest_used(seat, now))
        seat.allowance = seat.remaining = left
        seat.clock_since, seat.deadline, seat.reckoning, seat.extension = None, None, [], 0


def clock_resume(table: Table, seat: Seat, now: datetime) -> None:
    """Restart the clock with the saved time."""
    if seat.remaining is not None:
        seat.allowance = seat.remaining
        _run(table, seat, now)


def clock_extend(seat: Seat, days: int) -> None:
    """Add days to the current decision, whether the clock runs or is paused."""
    if seat.remaining is not None:
        seat.remaining += days * DAY
    elif seat.deadline is not None:
        seat.extension += days * DAY
        _reckon(seat)


def clock_shorten(seat: Seat, now: datetime, days: int) -> None:
    """Remove added days that haven't been used. If more than a day was left, at least a day stays."""
    if seat.remaining is not None:
        seat.remaining = max(min(seat.remaining, DAY), seat.remaining - days * DAY)
    elif seat.deadline is not None and seat.extension >= days * DAY:
        old = seat.deadline
        seat.extension -= days * DAY
        _reckon(seat)
        _limit_shortening(seat, old, now)


def clock_recompute(seat: Seat, now: datetime) -> None:
    """Recompute the deadline because the calendar changed. If it gets earlier, it stays at least a day away."""
    old = seat.deadline
    if old is None:
        return
    _reckon(seat)
    _limit_shortening(seat, old, now)


def _limit_shortening(seat: Seat, old: datetime, now: datetime) -> None:
    """If the deadline moved closer, keep it at least a day away and out of rest, but never later than it was."""
    if seat.deadline is not None and seat.deadline < min(old, now + MIN_TIME_LEFT):
        kept = min(old, _time_outside_rest(seat, now, MIN_TIME_LEFT))  # calendars can be changed often
        seat.deadline, seat.reckoning = kept, [*seat.reckoning, _step("notice", kept)]


def _time_outside_rest(seat: Seat, now: datetime, span: timedelta) -> datetime:
    """The time after `span` from now; if that is within the player's rest, the time after rest and margin."""
    seconds, margin = round(span.total_seconds()), _margin_of(seat, seat.allowance or 0)
    return deadline(now, seconds, _calendar_of(seat), seat.rest_left, margin=margin).at


def _step(reason: str, until: datetime) -> dict[str, str]:
    step: dict[str, str] = msgspec.to_builtins(Reckoned(reason, until))
    return step


def reply_time_record(table: Table, seat: Seat, now: datetime, kept: str = "") -> None:
    """Add the player's time for the first decision of a turn, or for an answer, to the latest replies.

    With `kept`, a letter of `accounts.models.Kept`, also add it to the latest decisions, if there was a deadline.
    Later decisions of a turn don't count, nor do replies with a vacation or a pause in between, tables with bots and
    continued tables, because people compare each other by these times.
    """
    player = seat.user
    is_first = seat.awaited_since is not None and seat.clock_since == seat.awaited_since
    if player is None or not is_first or seat.awaited_since is None or not _is_judged(table, seat):
        return
    player.replies = with_reply(player.replies, round((now - seat.awaited_since).total_seconds()))
    columns: dict[str, Any] = {"replies": player.replies}
    if kept and seat.deadline is not None:
        columns["punctuality"] = _with_letter(kept)
    User.objects.filter(pk=player.pk).update(**columns)


def lateness_record(table: Table, seat: Seat, kept: str) -> None:
    """Add a time-out or a left game to the player's latest decisions, unless a vacation moved the deadline."""
    if seat.user is not None and _is_judged(table, seat):
        User.objects.filter(pk=seat.user.pk).update(punctuality=_with_letter(kept))


def _is_judged(table: Table, seat: Seat) -> bool:
    return table.is_compared and not any(step["reason"] == "vacation" for step in seat.reckoning)


def _with_letter(kept: str) -> Right:
    """The decisions with one more, as an expression: other tables may add theirs at the same moment."""
    return Right(Concat(F("punctuality"), Value(kept)), DECISIONS)
