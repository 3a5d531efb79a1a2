"""The server for pages and sockets: Daphne, in one process or in several that share a listening socket.

Any ASGI server can serve `config.asgi:application`. This module adds what Daphne lacks: a stopping process finishes the
requests it has received, and processes that die or need a reload are replaced.
"""

import asyncio
import signal
import socket
from collections.abc import Callable, MutableMapping
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any

from daphne.server import Server, twisted_loop
from django.utils.module_loading import import_string
from twisted.internet import reactor

from games.bots.processes import end_with_parent

READY_SECONDS = 60  # to wait for the start of a process, which takes long on a busy machine
IDLE_SECONDS = 150  # longer than proxies keep connections, so that they don't send into a closing one
STOP_SECONDS = 15  # for requests in progress to finish
FIRST_SECONDS = 1  # for the first request on a connection to arrive when the process stops
HANDSHAKE_SECONDS = 60  # for a socket; after a restart all open pages reconnect at once
STOPS = (signal.SIGTERM, signal.SIGINT)

_spawning = get_context("spawn")  # a fork would share connections and threads
_twisted: Any = reactor


def serve(listening: socket.socket, processes: int, ready: Callable[[], None]) -> None:
    """Serve on this socket until a signal ends it; call `ready` once it accepts requests.

    With several processes, SIGHUP replaces them one at a time, each by one that is ready, so no request is refused.
    """
    with closing(listening):
        if processes > 1:
            _Processes(listening, processes).run(ready)
        else:
            _Process(listening).run(ready)


def _serve_beside_others(listening: socket.socket, is_ready: Any) -> None:
    """Run one of several processes. It ends with its parent process."""
    end_with_parent()  # on a thread, because `is_ready.set` waits forever for a parent that was killed meanwhile
    _Process(listening).run(is_ready.set)


class _Process:
    """A process that serves."""

    def __init__(self, listening: socket.socket) -> None:
        listening.setblocking(False)  # otherwise Twisted would block in `accept`
        self._listening = listening
        self._application = import_string("config.asgi.application")
        self._stopping: asyncio.Future[None] | None = None
        self._server = Server(
            self._answer,
            endpoints=["given"],
            signal_handlers=False,  # Daphne's own handlers drop requests in progress
            websocket_connect_timeout=HANDSHAKE_SECONDS,
            websocket_handshake_timeout=HANDSHAKE_SECONDS,
            websocket_max_message_size=65_536,
            server_name="",  # don't reveal the server software
            verbosity=0,
        )
        # `_listen` passes the socket instead, because an `fd:` endpoint only supports IPv4
        self._server.endpoints.clear()

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
        """Stop accepting connections, and end when all requests are finished. Further calls change nothing.

        There are some, because systemd signals all processes, and so does their parent.
        """
        if self._stopping is None:
            self._stopping = asyncio.ensure_future(self._stop(), loop=twisted_loop)

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
        """Respond like the application. While stopping, ask clients to close their connections."""

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and self._stopping is not None:
                message = {**message, "headers": [*message.get("headers", []), (b"connection", b"close")]}
            await send(message)

        await self._application(scope, receive, answer)


class _Processes:
    """The parent process, which starts and replaces the serving processes."""

    def __init__(self, listening: socket.socket, count: int) -> None:
        self._listening, self._count = listening, count
        self._running: list[Any] = []
        self._is_over = self._is_to_reload = False

    def run(self, ready: Callable[[], None]) -> None:
        """Keep `count` processes running until a signal."""
        for number in STOPS:
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._reload)
        started = [self._start() for _ in range(self._count)]
        if all(self._becomes_ready(is_ready) for is_ready in started) and not self._is_over:
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

    def _becomes_ready(self, is_ready: Any) -> bool:
        """Whether the process is ready within READY_SECONDS."""
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
            if not self._becomes_ready(self._start()):
                return  # the new release does not start, so the old processes continue
            self._running.remove(process)
            process.terminate()
            process.join(FIRST_SECONDS + 2 * STOP_SECONDS)
