"""Quiet hours: the part of the day in which a player wants to hear nothing that can wait."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

__all__ = ["quiet_end"]


def quiet_end(begin: time | None, end: time | None, zone: ZoneInfo, now: datetime) -> datetime | None:
    """When the quiet hours end that `now` lies in; None outside of them, and without any.

    They may cross midnight; equal times mean none. Hours are those of the zone's clocks, however these are changed.
    """
    if begin is None or end is None or begin == end:
        return None
    local = now.astimezone(zone)
    if not _is_between(begin, end, local.time()):
        return None
    day = local.date() if local.time() < end else local.date() + timedelta(days=1)
    return datetime.combine(day, end, zone).astimezone(UTC)


def _is_between(begin: time, end: time, at: time) -> bool:
    if begin < end:
        return begin <= at < end
    return at >= begin or at < end
