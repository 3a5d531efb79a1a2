"""The heart of each process: twice a minute it notes that the process is at work, and looks for what is late.

A web process has a thread for it: it says that the process lives. Beat's heart hangs on its ticks, and that of a worker
of Redis on the timer of its own loop, so that they stop when those hang. An embedded worker has no such loop: its timer
is a thread, and stops only when the worker ends; that it does its work is told by the last sweep alone. Hearts are
written on a thread: a database that does not answer keeps nothing waiting.
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

__all__ = ["Heart", "HeartStep", "roles_of", "web_heart_start"]

log = logging.getLogger(__name__)

SECONDS = 30


class Heart:
    """Notes at most one heartbeat in so many seconds, however often it is told to."""

    def __init__(self, role: str, seconds: float = SECONDS) -> None:
        self._role, self._seconds = role, seconds
        self._last: float | None = None
        self._writing: threading.Thread | None = None

    def beat(self) -> None:
        """Note that the process is at work, and return at once."""
        now = time.monotonic()
        is_busy = self._writing is not None and self._writing.is_alive()
        if (
            is_busy
            or not settings.HEARTBEATS
            or (self._last is not None and now - self._last < self._seconds)
        ):
            return
        self._last = now
        self._writing = threading.Thread(target=_note, args=(self._role,), name="heart", daemon=True)
        self._writing.start()


def web_heart_start() -> None:
    """Beat for as long as this process serves pages."""
    if not settings.HEARTBEATS:
        return

    def go_on() -> None:
        while True:
            _note("web")
            time.sleep(SECONDS)

    threading.Thread(target=go_on, name="heart", daemon=True).start()


def _note(role: str) -> None:
    from games.upkeep.alarms import late_tell  # noqa: PLC0415  # models, which this must not wait for
    from games.upkeep.heartbeats import heartbeat_note  # noqa: PLC0415

    try:
        heartbeat_note(role)
        late_tell(timezone.now())
    except Exception as error:  # without a database there is nothing to note it in
        log.warning("no heartbeat of %s could be noted: %s", role, type(error).__name__)
    finally:
        connection.close()


def roles_of(queues: Collection[str]) -> list[str]:
    """What a worker of these queues is to those who watch: on a small machine one may read all of them."""
    thinks = ["thinker"] if "thinking" in queues else []
    return [*(["worker"] if set(queues) - {"thinking"} else []), *thinks]


class HeartStep(bootsteps.StartStopStep):
    """Lets the timer of a Celery worker beat its heart."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self._timer: Any = None
        self._hearts: list[Heart] = []

    def start(self, parent: Any) -> None:
        """Begin, once the worker's loop has its timer."""
        self._hearts = [Heart(role, SECONDS / 2) for role in roles_of(parent.app.amqp.queues.consume_from)]
        self._beat()
        self._timer = parent.timer.call_repeatedly(SECONDS, self._beat)

    def _beat(self) -> None:
        for heart in self._hearts:
            heart.beat()

    def stop(self, parent: Any) -> None:
        """End with the worker."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
