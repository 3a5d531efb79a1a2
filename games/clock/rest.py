"""When a player is not to be expected: sleep, days off, vacations, all by the clock of the player's own zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

__all__ = ["AWAKE", "Calendar", "Rest", "rest_at"]

BACK = time(12)  # on the day after a vacation: nobody comes home at midnight to find a game lost
_ONE = timedelta(days=1)


class Calendar(msgspec.Struct, frozen=True):
    """One player's hours of rest."""

    zone: str = "UTC"  # of the IANA database
    sleep: tuple[time, time] | None = None  # from, to; may cross midnight; equal times mean none
    days_off: frozenset[int] = frozenset()  # 0 is Monday
    vacations: tuple[tuple[date, date], ...] = ()  # first and last day


class Rest(msgspec.Struct, frozen=True):
    """A stretch of rest that one is in."""

    reason: str  # "vacation", "day-off" or "sleep"
    until: datetime


AWAKE = Calendar()  # of whoever has not said anything


def rest_at(calendar: Calendar, at: datetime) -> Rest | None:
    """The rest that `at` falls into, the most weighty first; None in waking time."""
    zone = ZoneInfo(calendar.zone)
    for reason, begin, end in _around(calendar, zone, at.astimezone(zone).date()):
        if begin <= at < end:
            return Rest(reason, end)
    return None


def _around(calendar: Calendar, zone: ZoneInfo, day: date) -> Iterator[tuple[str, datetime, datetime]]:
    """Every rest that an instant of the local `day` may lie in: (reason, begin, end)."""
    for first, last in calendar.vacations:
        yield "vacation", _earliest(first, time(), zone), _latest(last + _ONE, BACK, zone)
    if day.weekday() in calendar.days_off:
        yield "day-off", _earliest(day, time(), zone), _latest(day + _ONE, time(), zone)
    if calendar.sleep is None:
        return
    start, stop = calendar.sleep
    nights = 1 if stop < start else 0
    if start != stop:
        # Yesterday's too: it may reach into today, by midnight or by a change of the clocks.
        for evening in (day - _ONE, day, day + _ONE):
            yield "sleep", _earliest(evening, start, zone), _latest(evening + nights * _ONE, stop, zone)


def _earliest(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The instant of a local time, the first of two where the clocks show it twice or skip it.

    With `_latest` at the other end no local time of rest is ever left out, however the clocks change.
    """
    return min(_instants(day, at, zone))


def _latest(day: date, at: time, zone: ZoneInfo) -> datetime:
    return max(_instants(day, at, zone))


def _instants(day: date, at: time, zone: ZoneInfo) -> tuple[datetime, datetime]:
    local = datetime.combine(day, at, zone)
    return local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC)
