"""The Celery application. It finds tasks in each app's `tasks` module."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import before_task_publish

from config.heartbeat import HeartbeatStep, HeartbeatTimer
from config.logs import LoggedTask

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class RecordedTask(LoggedTask):
    """A task that records its failures, for the overview in the admin."""

    def on_failure(self, exc: Any, task_id: str, args: Any, kwargs: Any, einfo: Any) -> None:
        """Record what failed; the traceback is in the log."""
        from games.upkeep.services import failure_note  # noqa: PLC0415  # models, which this must not wait for

        failure_note(self.name.rpartition(".")[2], " ".join(map(str, args))[:100], exc)


app: Celery[Any] = Celery("captain", task_cls=RecordedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(HeartbeatStep)
app.autodiscover_tasks(["games.web"])
# Make it the default in all threads. Otherwise threads that serve requests or run tasks would use an app without
# settings.
app.set_default()

_beat_heartbeat = HeartbeatTimer("beat")


@before_task_publish.connect(sender="games.web.tasks.sweep")  # only beat sends it, every second
def _record_beat(**_of_task: Any) -> None:
    _beat_heartbeat.beat()
