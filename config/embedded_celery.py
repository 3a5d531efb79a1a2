"""Celery's worker and beat inside the web process, for the embedded mode.

Why not the command `celery worker --beat`: it takes over the signals and the log of its process.
"""

import logging
import threading
from typing import Any, cast

from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import WorkController

log = logging.getLogger(__name__)

RESTART_SECONDS = 1  # pause before replacing a worker or beat that ended unexpectedly


class EmbeddedCelery:
    """A Celery worker and beat on threads of this process.

    A worker or beat that ends unexpectedly is replaced. On stop, running tasks finish. Queued tasks are dropped; after
    the next start, the sweep finds their work in the database.
    """

    def __init__(self, app: Celery, concurrency: int = 2) -> None:
        self._app = app
        self._concurrency = concurrency
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start the worker and beat."""
        self._app.finalize()
        self._app.loader.import_default_modules()  # the tasks; importing them on the thread would be a race
        self._worker = self._new_worker()
        self._thread = threading.Thread(target=self._work, name="celery-worker", daemon=True)
        self._thread.start()
        self._beat = self._new_beat()
        threading.Thread(target=self._tick, name="celery-beat", daemon=True).start()

    def stop(self, timeout: float = 15) -> None:
        """Stop beat and the worker, waiting at most `timeout` seconds for running tasks."""
        self._stopping.set()
        self._beat.stop()
        self._worker.stop(exitcode=0)
        self._thread.join(timeout)

    def _new_worker(self) -> WorkController:
        # The bare controller, because Celery's worker command would take over the signals and the log.
        return WorkController(
            app=self._app,
            pool_cls="threads",
            concurrency=self._concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )

    def _new_beat(self) -> Any:
        return cast(Any, Service)(self._app, max_interval=1, scheduler_cls=Scheduler, remote_control=False)

    def _tick(self) -> None:
        """Run beat, and replace it whenever it ends."""
        self._app.set_current()
        while True:
            try:
                cast(Any, self._beat).start()
            except Exception:
                log.exception("beat stopped with an error")
            if self._stopping.wait(RESTART_SECONDS):
                return
            log.error("beat stopped; starting it again")
            self._beat = self._new_beat()
            if self._stopping.is_set():  # `stop` may have stopped the old one meanwhile
                return

    def _work(self) -> None:
        self._app.set_current()
        while True:
            self._worker.start()  # returns when stopped, or after an unrecoverable error
            if self._stopping.wait(RESTART_SECONDS):
                return
            log.error("the Celery worker stopped (%s); starting it again", self._worker.exitcode)
            self._worker = self._new_worker()
            if self._stopping.is_set():  # as above
                return
