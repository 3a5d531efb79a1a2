"""The embedded way to run: channel layer, Celery worker and beat inside the process that serves the pages."""

import asyncio
import logging
import threading
from collections.abc import Coroutine, Iterable
from typing import Any, cast

from asgiref.sync import async_to_sync
from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController
from channels.layers import InMemoryChannelLayer

from config.beat import SteadyScheduler

log = logging.getLogger(__name__)

HOP_SECONDS = 10  # the longest wait of a caller on another thread for the serving loop
RESTART_SECONDS = 1  # pause before a worker that ended by itself is replaced


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """A channel layer for one process, safe to call from any thread.

    All its state belongs to the loop where the consumers wait; a call from another loop hops over to it.
    The layer that Channels ships does not wake that loop, so that a message from a Celery thread could lie
    for a second.
    """

    _home: asyncio.AbstractEventLoop | None = None

    async def receive(self, channel: str) -> dict[str, Any]:
        """Return the next message on `channel`; the loop that waits here becomes the home of the layer."""
        self._home = asyncio.get_running_loop()
        received: dict[str, Any] = await super().receive(channel)
        return received

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send `message` to one channel."""
        await self._hop(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Let `channel` receive what is sent to `group`."""
        await self._hop(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Let `channel` no longer receive what is sent to `group`."""
        await self._hop(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to every channel of `group`."""
        await self._hop(super().group_send(group, message))

    def publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        """Send `message` to every channel of each of the groups, from where no loop runs."""
        async_to_sync(self._publish)(groups, message)

    async def _publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        for group in groups:
            await self.group_send(group, message)

    async def _hop(self, call: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await call
            return
        future = asyncio.run_coroutine_threadsafe(call, home)
        await asyncio.wait_for(asyncio.wrap_future(future), HOP_SECONDS)


class EmbeddedCelery:
    """A Celery worker and beat on threads of this process.

    A worker that ends by itself is replaced. At the stop, running tasks finish; those still queued are left
    to the next start, whose sweep finds their work in the database.
    """

    def __init__(self, app: Celery, concurrency: int = 2) -> None:
        self._app = app
        self._concurrency = concurrency
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start the worker and beat."""
        self._app.finalize()
        self._app.loader.import_default_modules()  # the tasks; importing them on the thread would race
        self._worker = self._new_worker()
        self._thread = threading.Thread(target=self._work, name="celery-worker", daemon=True)
        self._thread.start()
        self._beat = cast(Any, EmbeddedService(self._app, thread=True, scheduler_cls=SteadyScheduler))
        self._beat.start()

    def stop(self, timeout: float = 15) -> None:
        """Stop beat and the worker, waiting at most `timeout` seconds for tasks that are running."""
        self._stopping.set()
        self._beat.service.stop()
        self._worker.stop(exitcode=0)
        self._thread.join(timeout)

    def _new_worker(self) -> WorkController:
        # The bare controller: Celery's worker command would take over the signals and the log.
        return WorkController(
            app=self._app,
            pool_cls="threads",
            concurrency=self._concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )

    def _work(self) -> None:
        self._app.set_current()
        while True:
            self._worker.start()  # returns when it is stopped, or after an error that it cannot mend
            if self._stopping.wait(RESTART_SECONDS):
                return
            log.error("the Celery worker ended (%s); starting a new one", self._worker.exitcode)
            self._worker = self._new_worker()
