"""Calendars and instants for the tests of clocks: chosen by Hypothesis, or written down."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.clock.rest import Calendar, rest_at

# One that never changes, both hemispheres, a change of half an hour, one at midnight, ends of the world.
ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Havana", "Asia/Beirut", "Asia/Tokyo",
    "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Pago_Pago",
)  # fmt: skip

FIRST = datetime(2024, 1, 1, tzinfo=UTC)

zones = st.sampled_from(ZONES)
moments = st.integers(0, 366 * 24 * 60).map(lambda minutes: FIRST + timedelta(minutes=minutes))
times = st.integers(0, 24 * 60 - 1).map(lambda minutes: time(minutes // 60, minutes % 60))
spans = st.integers(3600, 14 * 86400)
days = st.integers(0, 366).map(lambda number: date(2024, 1, 1) + timedelta(days=number))


def _nights(start: time, minutes: int) -> tuple[time, time]:
    stop = (start.hour * 60 + start.minute + minutes) % (24 * 60)
    return start, time(stop // 60, stop % 60)


nights = st.builds(_nights, times, st.integers(30, 12 * 60))
vacations = st.builds(lambda first, length: (first, first + timedelta(days=length)), days, st.integers(0, 29))
calendars = st.builds(
    Calendar,
    zone=zones,
    sleep=st.none() | nights,
    days_off=st.frozensets(st.integers(0, 6), max_size=4),
    vacations=st.lists(vacations, max_size=2).map(tuple),
)


def is_rest(calendar: Calendar, at: datetime) -> bool:
    """What the player's own clock on the wall says, without any of the arithmetic."""
    local = at.astimezone(ZoneInfo(calendar.zone))
    on_vacation = any(first <= local.date() <= last for first, last in calendar.vacations)
    return on_vacation or local.weekday() in calendar.days_off or _is_night(calendar.sleep, local.time())


def _is_night(sleep: tuple[time, time] | None, now: time) -> bool:
    if sleep is None:
        return False
    start, stop = sleep
    return start <= now < stop if start <= stop else now >= start or now < stop


def next_waking(calendar: Calendar, at: datetime) -> datetime:
    """The first moment from `at` on that is not rest; the calendar must have one."""
    for _ in range(10_000):  # hours, days and vacations of the most restful life
        rest = rest_at(calendar, at)
        if rest is None:
            return at
        at = rest.until
    raise AssertionError(f"{calendar} never wakes")
