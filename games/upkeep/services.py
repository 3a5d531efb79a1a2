"""The state of the site itself: failed work and its retries, replay differences, hourly statistics, alarms."""

import logging
import traceback
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Model
from django.utils import timezone

from accounts.models import User
from games.models import HourlyStats, LastTime, MoveRecord, Notice, ReplayDifference, Table, TaskFailure
from games.tables.past import Difference
from games.upkeep.selectors import late_words, watched_now

# Pauses after the first, second ... failure of a task; the last value is for all later ones.
RESTS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
KNOWN = 1000  # failures that one sweep looks up, at most
KEPT = timedelta(days=31)  # for hourly statistics


@transaction.atomic
def failure_note(task: str, about: str, error: Exception) -> TaskFailure:
    """Record that work failed, and when to retry it. The error's message stays in the server's log."""
    now = timezone.now()
    found, is_new = TaskFailure.objects.select_for_update().get_or_create(
        task=task[:100], about=about[:100], defaults={"first_at": now, "last_at": now, "error": ""}
    )
    found.count = 1 if is_new else found.count + 1
    found.last_at, found.error = now, _place_of(error)
    found.retry_at = now + RESTS[min(found.count, len(RESTS)) - 1]
    found.save()
    return found


def _place_of(error: Exception) -> str:
    """The error's type and our last line of code in its traceback. Not its message, which may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(str(settings.BASE_DIR / "games"))]
    where = [f" at {Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in ours[-1:]]
    return "".join((type(error).__name__, *where))[:500]


def failures_known() -> dict[tuple[str, str], datetime]:
    """When to retry failed work, by task and subject, without work that has succeeded since."""
    rows = TaskFailure.objects.filter(retry_at__isnull=False).order_by("-retry_at")
    return {(row.task, row.about): row.retry_at for row in rows[:KNOWN] if row.retry_at is not None}


def failure_over(task: str, about: str) -> None:
    """Record that the work succeeded: it is no longer held back, but its row stays."""
    TaskFailure.objects.filter(task=task, about=about).update(retry_at=None, count=0)


@transaction.atomic
def differences_note(tables: Iterable[int], found: Iterable[Difference]) -> None:
    """Record which of these tables differ from their logs, and that the others don't."""
    by_table = {each.table_id: each for each in found}
    ReplayDifference.objects.filter(table__in=set(tables) - set(by_table)).delete()
    for each in by_table.values():
        columns = {"why": each.why[:500], "rules_version": each.rules_version}
        ReplayDifference.objects.update_or_create(
            table_id=each.table_id, defaults=columns, create_defaults={**columns, "found_at": timezone.now()}
        )


def hourly_stats_take(now: datetime) -> None:
    """Record the statistics of this hour, unless already recorded."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    HourlyStats.objects.get_or_create(hour=hour, defaults=_measured())
    HourlyStats.objects.filter(hour__lt=now - KEPT).delete()


def _measured() -> dict[str, int]:
    return {
        "plies": _newest(MoveRecord), "people": _newest(User),
        "running": Table.objects.filter(status=Table.Status.RUNNING).count(),
        "due": Notice.objects.filter(status=Notice.Status.DUE).count(),
    }  # fmt: skip


def _newest(model: type[Model]) -> int:
    """The latest id. The difference between two hours is the number of new rows, without a slow count."""
    return int(model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0)


log = logging.getLogger(__name__)


def late_tell(now: datetime) -> None:
    """Log what has become late and what has recovered. Each is logged by only one process."""
    watched = watched_now(now)
    told = set(LastTime.objects.filter(told_at__isnull=False).values_list("name", flat=True))
    for each in watched:
        if each.is_late and each.name not in told and _claim(each.name, now):
            log.error("late: %s", each.name, extra={"told": late_words(each)})
        elif not each.is_late and each.name in told and _release(each.name):
            log.warning("recovered: %s", each.name)


def _claim(name: str, now: datetime) -> bool:
    """Whether this process is the one to log it."""
    LastTime.objects.bulk_create([LastTime(name=name)], ignore_conflicts=True)
    return bool(LastTime.objects.filter(name=name, told_at=None).update(told_at=now))


def _release(name: str) -> bool:
    return bool(LastTime.objects.filter(name=name, told_at__isnull=False).update(told_at=None))
