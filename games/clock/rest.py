"""Hours of rest: sleep, days off and vacations, in the player's own time zone."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

LEAD = timedelta(hours=1)  # before rest begins: time to react to a notification
BACK = time(12)  # on the day after a vacation, so that nobody comes home at midnight to a lost game
_ONE = timedelta(days=1)


class Calendar(msgspec.Struct, frozen=True):
    """One player's hours of rest."""

    zone: str = "UTC"  # of the IANA database
    sleep: tuple[time, time] | None = None  # from, to; may cross midnight; equal times mean none
    days_off: frozenset[int] = frozenset()  # 0 is Monday
    vacations: tuple[tuple[date, date], ...] = ()  # first and last day


class Rest(msgspec.Struct, frozen=True):
    """The rest that covers a moment."""

    reason: str  # "vacation", "day-off" or "sleep"
    until: datetime
    since: datetime


AWAKE = Calendar()  # of players without a calendar


def rest_at(calendar: Calendar, at: datetime) -> Rest | None:
    """The rest at a moment; None in waking time. A vacation takes precedence over a day off, and that over sleep."""
    zone = ZoneInfo(calendar.zone)
    for reason, begin, end in _around(calendar, zone, at.astimezone(zone).date()):
        if begin <= at < end:
            return Rest(reason, end, begin)
    return None


def woken_at(calendar: Calendar, at: datetime) -> datetime | None:
    """The end of the latest rest before a moment; None if there was none on that day or the day before."""
    zone = ZoneInfo(calendar.zone)
    today = at.astimezone(zone).date()
    ends = (end for day in (today - _ONE, today) for _, _, end in _around(calendar, zone, day))
    return max((end for end in ends if end <= at), default=None)


def before_rest(calendars: Sequence[Calendar], at: datetime, *, after: datetime) -> datetime:
    """`at` if nobody rests then; otherwise an hour before that rest begins, outside everybody's rest.

    The search ends at `after`: ignore a result that is not later.
    """
    while at > after and (rests := [rest for each in calendars if (rest := rest_at(each, at)) is not None]):
        at = min(rest.since for rest in rests) - LEAD
    return at


def days_in(stretches: Sequence[tuple[date, date]], year: int) -> int:
    """The number of a year's days in these stretches, each a first and a last day. They must not overlap."""
    new_year, end = date(year, 1, 1), date(year, 12, 31)
    return sum(max(0, (min(last, end) - max(first, new_year)).days + 1) for first, last in stretches)


def _around(calendar: Calendar, zone: ZoneInfo, day: date) -> Iterator[tuple[str, datetime, datetime]]:
    """Every rest that may cover an instant of the local `day`, as (reason, begin, end)."""
    for first, last in calendar.vacations:
        yield "vacation", _earliest(first, time(), zone), _latest(last + _ONE, BACK, zone)
    if day.weekday() in calendar.days_off:
        yield "day-off", _earliest(day, time(), zone), _latest(day + _ONE, time(), zone)
    if calendar.sleep is None:
        return
    start, stop = calendar.sleep
    nights = 1 if stop < start else 0
    if start != stop:
        # Yesterday's too: its rest may reach into today, past midnight or because the clocks change.
        for evening in (day - _ONE, day, day + _ONE):
            yield "sleep", _earliest(evening, start, zone), _latest(evening + nights * _ONE, stop, zone)


def _earliest(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The instant of a local time; the earlier one if the clocks show that time twice or skip it.

    Rest begins at the earliest instant and ends at the latest, so that it covers every local time in it.
    """
    return min(_instants(day, at, zone))


def _latest(day: date, at: time, zone: ZoneInfo) -> datetime:
    return max(_instants(day, at, zone))


def _instants(day: date, at: time, zone: ZoneInfo) -> tuple[datetime, datetime]:
    local = datetime.combine(day, at, zone)
    return local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC)
