"""Lists and figures of the admin's start page: waiting tables, failures, load. All queries are bounded."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import HourlyStats, Notice, ReplayDifference, Seat, Table, TaskFailure
from games.moderation.selectors import reports_readable_by

ROWS = 8  # per list
LATELY = timedelta(days=7)
COUNTED = 1000  # counting stops here
HOURS, DAYS = 48, 30


@dataclass(frozen=True)
class Counted:
    """The first rows of a list, and the number of all rows, counted up to COUNTED."""

    rows: tuple[Any, ...]
    count: int

    @property
    def has_more(self) -> bool:
        """Whether there may be more rows than were counted."""
        return self.count >= COUNTED


@dataclass(frozen=True)
class Bar:
    """One value of a chart."""

    when: datetime
    value: int | None  # None: not measured


def _count_rows(rows: QuerySet[Any]) -> Counted:
    return Counted(tuple(rows[:ROWS]), rows.order_by()[:COUNTED].count())


def longest_waiting() -> list[Seat]:
    """The seats that have kept others waiting longest, except at paused tables."""
    waiting = Seat.objects.filter(is_awaited=True, table__paused_until__isnull=True, table__is_held=False)
    seats = waiting.select_related("table", "user").defer("table__state", "table__seed")
    return list(seats.order_by("awaited_since")[:ROWS])


def failed_notices() -> Counted:
    """Notices of the last days that could not be delivered, latest first."""
    failed = Notice.objects.filter(status=Notice.Status.FAILED, created_at__gt=timezone.now() - LATELY)
    return _count_rows(failed.select_related("user").order_by("-created_at"))


def failed_tasks() -> Counted:
    """Tasks that failed in the last days, latest first."""
    return _count_rows(TaskFailure.objects.filter(last_at__gt=timezone.now() - LATELY).order_by("-last_at"))


def replay_differences() -> Counted:
    """Running tables whose logs do not lead to their snapshots under the current rules."""
    rows = ReplayDifference.objects.select_related("table").defer("table__state", "table__seed")
    return _count_rows(rows.order_by("-found_at"))


def open_reports(user: User) -> Counted:
    """Open reports that this moderator may read, oldest first."""
    waiting = (
        reports_readable_by(user)
        .filter(closed_at__isnull=True)
        .select_related("by", "handler", "table", "person")
    )
    return _count_rows(waiting.order_by("made_at"))


def load_now() -> dict[str, Any]:
    """The current load: running tables, due notices and the machine."""
    due = Notice.objects.filter(status=Notice.Status.DUE, due_at__lte=timezone.now())
    return {
        "running": _up_to(Table.objects.filter(status=Table.Status.RUNNING)), "due": _up_to(due),
        "late": due.order_by("due_at").values_list("due_at", flat=True).first(),
        "machine": round(os.getloadavg()[0], 1), "cores": os.cpu_count(),
    }  # fmt: skip


def _up_to(rows: QuerySet[Any]) -> int:
    """The number of rows, counted up to COUNTED."""
    return rows[:COUNTED].count()


def plies_by_hour() -> tuple[Bar, ...]:
    """Plies in each of the last hours, oldest first."""
    hours = _hours(HOURS + 1)
    return tuple(
        Bar(before, max(0, other.plies - one.plies) if one and other else None)
        for (before, one), (_after, other) in pairwise(hours)
    )


def running_by_hour() -> tuple[Bar, ...]:
    """Running tables at the beginning of each of the last hours, oldest first."""
    return tuple(Bar(hour, None if stats is None else stats.running) for hour, stats in _hours(HOURS))


def _hours(count: int) -> list[tuple[datetime, HourlyStats | None]]:
    """Each of the last hours, oldest first, with its statistics if they were recorded."""
    last = timezone.now().replace(minute=0, second=0, microsecond=0)
    hours = [last - timedelta(hours=back) for back in reversed(range(count))]
    found = {stats.hour: stats for stats in HourlyStats.objects.filter(hour__gte=hours[0])}
    return [(hour, found.get(hour)) for hour in hours]


def sign_ups_by_day() -> tuple[Bar, ...]:
    """New accounts on each of the last days in the reader's time zone, oldest first."""
    rows = list(
        HourlyStats.objects.filter(hour__gt=timezone.now() - timedelta(days=DAYS + 1)).order_by("hour")
    )
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    days = [today - timedelta(days=back) for back in reversed(range(DAYS))]
    return tuple(Bar(day, _growth(rows, day, day + timedelta(days=1))) for day in days)


def _growth(rows: Sequence[HourlyStats], start: datetime, end: datetime) -> int | None:
    """New accounts between the first and last statistics from `start` to `end`; None if there are fewer than two."""
    people = [stats.people for stats in rows if start <= stats.hour <= end]
    return max(people) - min(people) if len(people) > 1 else None
