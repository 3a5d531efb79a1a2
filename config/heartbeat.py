"""The heartbeat of each process: twice a minute it records that the process works, and checks what is late.

A web process has a thread for it, which shows only that the process lives. Beat's heartbeat depends on the sweeps that
it sends, and that of a Redis worker on the timer of its event loop, so they stop if those hang. An embedded worker has
no event loop: its timer is a thread that only stops with the worker, so only the last sweep shows that it works.
Heartbeats are written on a thread, so that an unresponsive database blocks nothing.
"""

import logging
import threading
import time
from collections.abc import Collection
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.pages.read_only import is_outage

log = logging.getLogger(__name__)

SECONDS = 30


class HeartbeatTimer:
    """Records at most one heartbeat per interval, however often `beat` is called."""

    def __init__(self, role: str, seconds: float = SECONDS) -> None:
        self._role, self._seconds = role, seconds
        self._last: float | None = None
        self._writing: threading.Thread | None = None

    def beat(self) -> None:
        """Record that the process is working; returns immediately."""
        now = time.monotonic()
        is_busy = self._writing is not None and self._writing.is_alive()
        if (
            is_busy
            or not settings.HEARTBEATS
            or (self._last is not None and now - self._last < self._seconds)
        ):
            return
        self._last = now
        self._writing = threading.Thread(target=_record, args=(self._role,), name="heart", daemon=True)
        self._writing.start()


def web_heartbeat_start() -> None:
    """Record heartbeats as long as this process runs."""
    if not settings.HEARTBEATS:
        return

    def beat_forever() -> None:
        while True:
            _record("web")
            time.sleep(SECONDS)

    threading.Thread(target=beat_forever, name="heart", daemon=True).start()


def _record(role: str) -> None:
    from games.upkeep import outages  # noqa: PLC0415  # models, which this must not wait for
    from games.upkeep.heartbeats import heartbeat_note  # noqa: PLC0415
    from games.upkeep.services import late_tell  # noqa: PLC0415

    now = timezone.now()
    try:
        outages.redis_note(now)
        heartbeat_note(role)
        outages.database_note(now)
        late_tell(now)
    except Exception as error:
        log.warning("could not record the heartbeat of %s: %s", role, type(error).__name__)
        if is_outage(error):
            outages.database_fail(now)
    finally:
        connection.close()


def roles_of(queues: Collection[str]) -> list[str]:
    """The roles of a worker with these queues. On a small machine, one worker may read all queues."""
    thinks = ["thinker"] if "thinking" in queues else []
    return [*(["worker"] if set(queues) - {"thinking"} else []), *thinks]


class HeartbeatStep(bootsteps.StartStopStep):
    """Records heartbeats from a Celery worker's timer."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self._timer: Any = None
        self._timers: list[HeartbeatTimer] = []

    def start(self, parent: Any) -> None:
        """Start once the worker has its timer."""
        self._timers = [
            HeartbeatTimer(role, SECONDS / 2) for role in roles_of(parent.app.amqp.queues.consume_from)
        ]
        self._beat()
        self._timer = parent.timer.call_repeatedly(SECONDS, self._beat)

    def _beat(self) -> None:
        for timer in self._timers:
            timer.beat()

    def stop(self, parent: Any) -> None:
        """Stop with the worker."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
