"""The state of the site itself: failed work and its retries, replay differences, hourly statistics, what is late."""

import logging
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Model
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import (
    Heartbeat,
    HourlyStats,
    LastTime,
    MoveRecord,
    Notice,
    ReplayDifference,
    Table,
    TaskFailure,
)
from games.tables.past import Difference
from games.upkeep.heartbeats import working_since
from games.upkeep.outages import BLIP, redis_names
from games.upkeep.words import lateness_text, recovery_text

log = logging.getLogger(__name__)

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
def differences_record(tables: Iterable[int], found: Iterable[Difference]) -> None:
    """Record which of these tables differ from their logs, and that the others don't."""
    by_table = {each.table_id: each for each in found}
    ReplayDifference.objects.filter(table__in=set(tables) - set(by_table)).delete()
    for each in by_table.values():
        columns = {"why": each.why[:500], "rules_version": each.rules_version}
        ReplayDifference.objects.update_or_create(
            table_id=each.table_id, defaults=columns, create_defaults={**columns, "found_at": timezone.now()}
        )


def hourly_stats_take(now: datetime) -> None:
    """Record this hour's statistics, unless they are already recorded."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    HourlyStats.objects.get_or_create(hour=hour, defaults=_measurements())
    HourlyStats.objects.filter(hour__lt=now - KEPT).delete()


def _measurements() -> dict[str, int]:
    return {
        "plies": _newest(MoveRecord), "people": _newest(User),
        "running": Table.objects.filter(status=Table.Status.RUNNING).count(),
        "due": Notice.objects.filter(status=Notice.Status.DUE).count(),
    }  # fmt: skip


def _newest(model: type[Model]) -> int:
    """The latest id. The difference between two hours is the number of new rows, without a slow count."""
    return int(model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0)


def late_tell(now: datetime) -> None:
    """Log what has become late and what has recovered. Each is logged by only one process."""
    watched = watched_now(now)
    told = set(LastTime.objects.filter(told_at__isnull=False).values_list("name", flat=True))
    services = redis_names()
    for each in watched:
        if each.is_late and each.name not in told and _claim(each.name, now):
            what = "not responding" if each.name in services else "late"
            log.error("%s: %s", what, each.name, extra={"told": lateness_text(each.name, each.seen_at)})
        elif not each.is_missing and each.name in told and _release(each.name):
            log.warning("recovered: %s", each.name, extra={"told": recovery_text(each.name, now)})


def _claim(name: str, now: datetime) -> bool:
    """Whether this process is the one that logs it."""
    LastTime.objects.bulk_create([LastTime(name=name)], ignore_conflicts=True)
    return bool(LastTime.objects.filter(name=name, told_at=None).update(told_at=now))


def _release(name: str) -> bool:
    return bool(LastTime.objects.filter(name=name, told_at__isnull=False).update(told_at=None))


LATE = timedelta(seconds=100)  # about three missed heartbeats, or missed sweeps for this long
FAILING = timedelta(minutes=10)  # messages that fail for this long count as late
QUEUED = timedelta(minutes=10)  # a due message that waits for this long counts as late
BACKED_UP = timedelta(hours=28)  # a day plus the duration of a backup
CAUGHT_UP = timedelta(hours=1)  # after a pause of the site, for the backup that was missed

# Without these, deadlines or bots don't work, so the site is not ready.
NEEDED = ("worker", "thinker", "beat", "sweep")
_Role = Heartbeat.Role


@dataclass(frozen=True)
class Watched:
    """Something that operators watch."""

    name: str
    seen_at: datetime | None  # when it last worked; None: never, or nothing to do
    is_missing: bool
    has_had_time: bool  # whether the site has been running long enough for an alarm
    processes: int | None = None  # seen recently; None if it is not a process

    @property
    def is_late(self) -> bool:
        """Whether it is missing even though it has had enough time."""
        return self.is_missing and self.has_had_time

    @property
    def words(self) -> str:
        """Its name on pages."""
        return str(_NAMES[self.name])


_NAMES = {
    _Role.WEB: gettext_lazy("Pages"), _Role.WORKER: gettext_lazy("Workers"), _Role.THINKER: gettext_lazy("Bots"),
    _Role.BEAT: gettext_lazy("Beat"), "sweep": gettext_lazy("Last sweep"), "mail": gettext_lazy("Last mail"),
    "queue": gettext_lazy("Oldest unsent message"), "backup": gettext_lazy("Last backup"),
    "redis": gettext_lazy("Redis"), "pictures": gettext_lazy("Redis for pictures"),
}  # fmt: skip


def watched_now(now: datetime) -> list[Watched]:
    """Everything that is watched, in three queries."""
    hearts = list(Heartbeat.objects.defer("figures"))
    last = {row.name: row for row in LastTime.objects.all()}
    oldest = Notice.objects.filter(status=Notice.Status.DUE, due_at__lte=now).order_by("due_at")
    due = oldest.values_list("due_at", flat=True).first()
    up = _uptime(hearts, now)
    roles = [_watched_role(role, hearts, now, up) for role in _Role.values]
    sweep, mail = last.get("sweep"), last.get("mail")
    swept = sweep.at if sweep is not None else None
    failing = mail.failing_since if mail is not None else None
    is_failing = failing is not None and now - failing > FAILING
    return [
        *roles,
        Watched("sweep", swept, swept is None or _is_past(swept, now, LATE), up > LATE),
        Watched("mail", mail.at if mail else None, is_failing, up > FAILING),
        Watched("queue", due, due is not None and now - due > QUEUED, up > QUEUED),
        _backup(last.get("backup"), now, up),
        *(_redis(name, last.get(name), now) for name in redis_names()),
    ]


def _redis(name: str, last: LastTime | None, now: datetime) -> Watched:
    is_failing = last is not None and last.failing_since is not None and now - last.failing_since > BLIP
    return Watched(name, last.at if last else None, is_failing, has_had_time=True)


def _uptime(hearts: Iterable[Heartbeat], now: datetime) -> timedelta:
    """How long the site has been running: any live process, or this one if heartbeats cannot be stored.

    Right after a start, everything else was last seen before it, which is not an alarm yet.
    """
    began = [heart.since for heart in hearts if not _is_past(heart.seen_at, now, LATE)]
    mine = working_since() if settings.HEARTBEATS else None
    return max((now - each for each in (*began, mine) if each is not None), default=timedelta())


def _watched_role(role: str, hearts: Iterable[Heartbeat], now: datetime, up: timedelta) -> Watched:
    """The processes of a role."""
    seen = [heart.seen_at for heart in hearts if heart.role == role]
    alive = sum(not _is_past(each, now, LATE) for each in seen)
    is_here = not (settings.EMBEDDED and role == _Role.THINKER)  # in embedded mode, the worker runs the bots
    return Watched(role, max(seen, default=None), is_here and not alive, up > LATE, alive)


def _backup(last: LastTime | None, now: datetime, up: timedelta) -> Watched:
    """The last recorded backup. It is late if the latest one failed or is too old; without any, it is never late."""
    if last is None:
        return Watched("backup", None, is_missing=False, has_had_time=True)
    has_failed = last.failing_since is not None
    is_missing = last.at is not None and _is_past(last.at, now, BACKED_UP)
    return Watched("backup", last.at, has_failed or is_missing, has_failed or up > CAUGHT_UP)


def _is_past(moment: datetime, now: datetime, span: timedelta) -> bool:
    """Whether the time is further away than the span, in the past or (by a wrong clock) in the future."""
    return abs(now - moment) > span


def watched_as_json(each: Watched) -> dict[str, Any]:
    """The state of something watched as JSON, for operators."""
    found: dict[str, Any] = {"seen": each.seen_at and each.seen_at.isoformat(), "late": each.is_late}
    return found if each.processes is None else {**found, "processes": each.processes}
