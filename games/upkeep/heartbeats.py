"""Signs of life: heartbeats of processes, and when a sweep or a mail last went well. Few rows, seldom written."""

import os
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.models import Heartbeat, LastTime
from games.upkeep.figures import figures_now

__all__ = ["BEGAN", "EVERY", "FORGOTTEN", "heartbeat_note", "last_time_fail", "last_time_note"]

EVERY = timedelta(seconds=30)  # between two notes of the same thing by one process
FORGOTTEN = timedelta(minutes=10)  # the heartbeat of a process that ended, where another one does its work

BEGAN = timezone.now()  # this process
_noted: dict[str, datetime] = {}  # when this process last noted each
_carrier: list[str] = []  # the role whose heartbeat carries the figures of this process


def heartbeat_note(role: str) -> None:
    """Note that this process is at work in a role, and forget those in the same role that ended long ago."""
    now, machine = timezone.now(), socket.gethostname()[:100]
    row = Heartbeat(
        role=role, machine=machine, pid=os.getpid(), since=BEGAN, seen_at=now, figures=_figures_for(role)
    )
    Heartbeat.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["role", "machine", "pid"],
        update_fields=["since", "seen_at", "figures"],
    )  # fmt: skip
    gone = Q(seen_at__lt=now - FORGOTTEN) | Q(seen_at__gt=now + FORGOTTEN)  # the latter by a wrong clock
    Heartbeat.objects.filter(gone, role=role).delete()


def _figures_for(role: str) -> dict[str, Any]:
    """The figures of this process, in one of its roles alone: in the embedded way to run it has three."""
    if not _carrier:
        _carrier.append(role)
    return figures_now() if role == _carrier[0] else {}


def last_time_note(name: str, now: datetime, *, may_fail: bool = False) -> None:
    """Note that something went well, not more often than EVERY; of what `may_fail` at once after a failure."""
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


def last_time_fail(name: str, now: datetime) -> None:
    """Note that something failed, unless it is known to fail."""
    LastTime.objects.bulk_create([LastTime(name=name)], ignore_conflicts=True)
    LastTime.objects.filter(name=name, failing_since__isnull=True).update(failing_since=now)
