"""Schedulers for Celery's beat that keep working when the machine's clock is changed.

Why not Celery's own: after the clock is set back by four days, they send nothing for four days. These continue at once.
On a steady clock both send the same tasks at the same times (`tests/config/test_celery_beat.py`).
"""

from typing import Any

from celery.beat import PersistentScheduler, Scheduler

from config.heart import Heart

_heart = Heart("beat")


class _ClockSafe:
    """Recomputes at every tick which tasks are due.

    Celery keeps a queue of times, and the time when each task last ran. After the clock is set back, those times are in
    the future, so nothing would run until then. After it is set forward, the queue is in the wrong order.
    """

    schedule: dict[str, Any]
    app: Any
    populate_heap: Any

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run a due task, if any; returns the number of seconds until the next check."""
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
        self.populate_heap()
        seconds: float = super().tick(*args, **kwargs)  # type: ignore[misc]
        _heart.beat()
        return seconds


class ClockSafeScheduler(_ClockSafe, Scheduler):
    """Stores the last runs only in memory."""


class ClockSafePersistentScheduler(_ClockSafe, PersistentScheduler):
    """Stores the last runs in a file."""
