"""Heartbeats of processes, and the times when a sweep or an email last succeeded. Few rows, rarely written."""

import os
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.models import Heartbeat, LastTime
from games.upkeep.figures import figures_now

EVERY = timedelta(seconds=30)  # minimum time between two notes of the same thing by one process
FORGOTTEN = timedelta(minutes=10)  # after this, we delete the heartbeat of a process that ended

PAUSE = timedelta(seconds=100)  # without a heartbeat: the machine was suspended
# This process's first heartbeat after its start or a pause, and its last.
_beats: tuple[datetime, datetime] | None = None
_noted: dict[str, datetime] = {}  # when this process last noted each name
_carrier: list[str] = []  # the role whose heartbeat contains this process's figures


def heartbeat_note(role: str) -> None:
    """Record that this process is working in a role, and delete old heartbeats of that role."""
    global _beats
    now, machine = timezone.now(), socket.gethostname()[:100]
    since = _beats[0] if _beats is not None and abs(now - _beats[1]) <= PAUSE else now
    _beats = since, now
    row = Heartbeat(
        role=role, machine=machine, pid=os.getpid(), since=since, seen_at=now, figures=_figures_for(role)
    )
    Heartbeat.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["role", "machine", "pid"],
        update_fields=["since", "seen_at", "figures"],
    )  # fmt: skip
    # The second part means that a clock was wrong.
    gone = Q(seen_at__lt=now - FORGOTTEN) | Q(seen_at__gt=now + FORGOTTEN)
    Heartbeat.objects.filter(gone, role=role).delete()


def pause_note() -> None:
    """Start over with the next heartbeat, because nothing else could work during an outage either."""
    global _beats
    _beats = None


def working_since() -> datetime | None:
    """When this process began to record heartbeats: after its preparations, and again after a pause."""
    return _beats and _beats[0]


def _figures_for(role: str) -> dict[str, Any]:
    """This process's figures for only one of its roles. In the embedded mode a process has three."""
    if not _carrier:
        _carrier.append(role)
    return figures_now() if role == _carrier[0] else {}


def last_time_note(name: str, now: datetime, *, may_fail: bool = False) -> None:
    """Record a success, at most once per EVERY. With `may_fail`, a success after a failure is recorded at once."""
    noted = _noted.get(name)
    if noted is not None and abs(now - noted) < EVERY:
        if may_fail:
            failing = LastTime.objects.filter(name=name, failing_since__isnull=False)
            failing.update(at=now, failing_since=None)
        return
    _noted[name] = now
    LastTime.objects.bulk_create(
        [LastTime(name=name, at=now)], update_conflicts=True, unique_fields=["name"],
        update_fields=["at", "failing_since"],
    )  # fmt: skip


def write_check() -> None:
    """Write a row: on a full disk or a standby server, reading still works. Raises DatabaseError."""
    LastTime.objects.bulk_create(
        [LastTime(name="write", at=timezone.now())], update_conflicts=True, unique_fields=["name"],
        update_fields=["at"],
    )  # fmt: skip


def last_time_fail(name: str, now: datetime) -> None:
    """Record the start of a failure, unless it is already failing."""
    LastTime.objects.bulk_create([LastTime(name=name)], ignore_conflicts=True)
    LastTime.objects.filter(name=name, failing_since__isnull=True).update(failing_since=now)
