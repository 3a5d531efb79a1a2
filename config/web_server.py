"""The server of pages and sockets: Daphne, in one process or in several that share one socket.

Any ASGI server can serve `config.asgi:application`. This module adds what Daphne leaves to others: a process that stops
answers what has reached it, and processes that die or are to be reloaded are replaced.
"""

import asyncio
import signal
import socket
from collections.abc import Callable, MutableMapping
from contextlib import closing
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any

from daphne.server import Server, twisted_loop
from django.utils.module_loading import import_string
from twisted.internet import reactor

__all__ = ["serve"]

READY_SECONDS = 60  # for which the start of a process is waited for; on a loaded machine it takes long
IDLE_SECONDS = 150  # longer than a proxy keeps a connection: it must not send into one that is closing
STOP_SECONDS = 15  # for which requests that have begun may go on
FIRST_SECONDS = 1  # for which the first request of a connection may be on its way when the process stops
HANDSHAKE_SECONDS = 60  # for a socket: after a restart all open pages come back at once
STOPS = (signal.SIGTERM, signal.SIGINT)

_spawning = get_context("spawn")  # a fork would share connections and threads
_twisted: Any = reactor


def serve(listening: socket.socket, processes: int, ready: Callable[[], None]) -> None:
    """Serve on this socket until a signal ends it; call `ready` when it answers.

    With several processes, SIGHUP replaces them one after the other, each by one that is ready: no request is refused.
    """
    with closing(listening):
        if processes > 1:
            _Processes(listening, processes).run(ready)
        else:
            _Process(listening).run(ready)


def _serve_beside_others(listening: socket.socket, is_ready: Any) -> None:
    """One of several processes: it also stops when the one that started it is gone."""
    process = _Process(listening)
    parent: Any = parent_process()
    twisted_loop.add_reader(parent.sentinel, process.stop)
    process.run(is_ready.set)


class _Process:
    """One process that serves."""

    def __init__(self, listening: socket.socket) -> None:
        listening.setblocking(False)  # or Twisted would wait in `accept`
        self._listening = listening
        self._application = import_string("config.asgi.application")
        self._stopping: asyncio.Future[None] | None = None
        self._server = Server(
            self._answer,
            endpoints=["given"],
            signal_handlers=False,  # Daphne's own drop requests that have begun
            websocket_connect_timeout=HANDSHAKE_SECONDS,
            websocket_handshake_timeout=HANDSHAKE_SECONDS,
            websocket_max_message_size=65_536,
            server_name="",  # which program answers is nobody's business
            verbosity=0,
        )
        self._server.endpoints.clear()  # `_listen` hands the socket over: an endpoint `fd:` takes IPv4 alone

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until `stop` or a signal."""
        for number in STOPS:
            twisted_loop.add_signal_handler(number, self.stop)
        self._server.ready_callable = partial(self._listen, ready)
        self._server.run()

    def _listen(self, ready: Callable[[], None]) -> None:
        factory = self._server.http_factory
        factory.timeOut = IDLE_SECONDS
        self._port = _twisted.adoptStreamPort(self._listening.fileno(), self._listening.family, factory)
        twisted_loop.call_soon(ready)

    def stop(self) -> None:
        """Accept nothing more, and end when all that has begun is answered; the second time end at once."""
        if self._stopping is None:
            self._stopping = asyncio.ensure_future(self._stop(), loop=twisted_loop)
        else:
            self._server.stop()

    async def _stop(self) -> None:
        self._port.stopListening()
        await asyncio.sleep(FIRST_SECONDS)
        await import_string("games.web.consumers.sockets_close")()
        until = twisted_loop.time() + STOP_SECONDS
        while self._is_busy() and twisted_loop.time() < until:
            await asyncio.sleep(0.05)
        self._server.stop()

    def _is_busy(self) -> bool:
        found = (each.get("application_instance") for each in self._server.connections.values())
        return any(answering is not None and not answering.done() for answering in found)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as the application does. Once the process stops, a client is to close its connection."""

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and self._stopping is not None:
                message = {**message, "headers": [*message.get("headers", []), (b"connection", b"close")]}
            await send(message)

        await self._application(scope, receive, answer)


class _Processes:
    """The process that starts and replaces those that serve."""

    def __init__(self, listening: socket.socket, count: int) -> None:
        self._listening, self._count = listening, count
        self._running: list[Any] = []
        self._is_over = self._is_to_reload = False

    def run(self, ready: Callable[[], None]) -> None:
        """Keep so many processes running until a signal."""
        for number in STOPS:
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._reload)
        started = [self._start() for _ in range(self._count)]
        if all(self._comes(is_ready) for is_ready in started) and not self._is_over:
            ready()
        while not self._is_over:
            wait([process.sentinel for process in self._running], timeout=0.2)
            self._replace_dead()
            if self._is_to_reload:
                self._is_to_reload = False
                self._replace_all()
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.join(FIRST_SECONDS + 2 * STOP_SECONDS)

    def _end(self, *_of_signal: Any) -> None:
        self._is_over = True

    def _reload(self, *_of_signal: Any) -> None:
        self._is_to_reload = True

    def _start(self) -> Any:
        """Start a process; returns the event that it sets when it serves."""
        is_ready = _spawning.Event()
        process = _spawning.Process(
            target=_serve_beside_others, args=(self._listening, is_ready), daemon=True
        )
        process.start()
        self._running.append(process)
        return is_ready

    def _comes(self, is_ready: Any) -> bool:
        """Whether the process is ready before its time is over."""
        parts = int(READY_SECONDS / 0.2)
        return any(self._is_over or is_ready.wait(0.2) for _ in range(parts))

    def _replace_dead(self) -> None:
        dead = [process for process in self._running if not process.is_alive()]
        for process in dead:
            self._running.remove(process)
            if not self._is_over:
                self._start()

    def _replace_all(self) -> None:
        for process in list(self._running):
            if self._is_over:
                return
            if not self._comes(self._start()):
                return  # the new release does not start: the old processes go on
            self._running.remove(process)
            process.terminate()
            process.join(FIRST_SECONDS + 2 * STOP_SECONDS)
