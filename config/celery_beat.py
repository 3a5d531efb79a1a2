"""The schedulers of Celery's beat, safe when the clock of the machine is set while they run.

Why not Celery's own: after a step back of four days they send nothing for four days, and these go on at once. On a
steady clock both send the same at the same moment (`tests/config/test_celery_beat.py`).
"""

from typing import Any

from celery.beat import PersistentScheduler, Scheduler

from config.heart import Heart

__all__ = ["ClockSafePersistentScheduler", "ClockSafeScheduler"]


_heart = Heart("beat")


class _ClockSafe:
    """Works out anew at every tick what is due.

    Celery keeps a queue of moments, and when each task ran last. After a step back those lie in the future, and
    nothing would run until the clock has come there again; after a step forward the queue is in a wrong order.
    """

    schedule: dict[str, Any]
    app: Any
    populate_heap: Any

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run one task that is due, if any; returns in how many seconds to look again."""
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
        self.populate_heap()
        seconds: float = super().tick(*args, **kwargs)  # type: ignore[misc]
        _heart.beat()
        return seconds


class ClockSafeScheduler(_ClockSafe, Scheduler):
    """Remembers nothing beyond the process."""


class ClockSafePersistentScheduler(_ClockSafe, PersistentScheduler):
    """Keeps in a file when each task ran last."""
