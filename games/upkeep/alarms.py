"""Tells operators once when something is late, by an error in the log."""

import logging
from datetime import datetime

from games.models import LastTime
from games.upkeep.selectors import late_words, watched_now

__all__ = ["late_tell"]

log = logging.getLogger(__name__)


def late_tell(now: datetime) -> None:
    """Log what has become late and what has recovered. Each is logged by only one process."""
    watched = watched_now(now)
    told = set(LastTime.objects.filter(told_at__isnull=False).values_list("name", flat=True))
    for each in watched:
        if each.is_late and each.name not in told and _claim(each.name, now):
            log.error("late: %s", each.name, extra={"told": late_words(each)})
        elif not each.is_late and each.name in told and _release(each.name):
            log.warning("well again: %s", each.name)


def _claim(name: str, now: datetime) -> bool:
    """Whether this process is the one to log it."""
    LastTime.objects.bulk_create([LastTime(name=name)], ignore_conflicts=True)
    return bool(LastTime.objects.filter(name=name, told_at=None).update(told_at=now))


def _release(name: str) -> bool:
    return bool(LastTime.objects.filter(name=name, told_at__isnull=False).update(told_at=None))
