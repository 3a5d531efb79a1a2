"""The server of pages and sockets: uvicorn, one process or several that share one socket.

Why uvicorn: the same site, CPU of the web process for a move 10.8 ms, by granian 12.2, by Daphne 14.5 (docs/speed.md).
Any ASGI server will do: `daphne config.asgi:application` serves the same.
"""

import os
import socket
from collections.abc import Callable
from contextlib import closing

from uvicorn import Config, Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

__all__ = ["PatientHttp", "serve"]

READY_SECONDS = 60  # for which the start of a process is waited for; on a loaded machine it takes long
IDLE_SECONDS = 150  # longer than a proxy keeps a connection: it must not send into one that is closing
STOP_SECONDS = 15  # for which requests that have begun may go on
FIRST_SECONDS = 1  # for which the first request of a connection may be on its way when the process stops


def serve(listening: socket.socket, processes: int, ready: Callable[[], None]) -> None:
    """Serve on this socket until a signal ends it; call `ready` when it answers.

    With several processes, SIGHUP replaces them one after the other, each by one that is ready: no request is refused.
    """
    with closing(listening):
        config = _config(processes)
        if processes > 1:
            _Several(config, listening, ready).run()
        else:
            _One(config, ready).run(sockets=[listening])


def _config(processes: int) -> Config:
    return Config(
        "config.asgi:application",
        workers=processes,
        timeout_worker_healthcheck=READY_SECONDS,
        lifespan="off",
        http=PatientHttp,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # frames are short, and the memory for it is not
        ws_max_size=65_536,
        proxy_headers=False,  # Django reads them, as far as TRUSTED_PROXIES says
        server_header=False,
        access_log=False,  # of whole addresses; `config.logs` writes one without secrets
        log_config=None,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


class PatientHttp(HttpToolsProtocol):
    """Reads the first request of a connection that it has accepted, though the process is to stop.

    uvicorn's own hangs up if it has not read the whole head yet: of a reload one in many would get no answer.
    """

    def shutdown(self) -> None:
        """Stop, once this connection has been asked something."""
        if self.cycle is None:
            self.loop.call_later(FIRST_SECONDS, super().shutdown)
        else:
            super().shutdown()


class _One(Server):
    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


class _Several(Multiprocess):
    def __init__(self, config: Config, listening: socket.socket, ready: Callable[[], None]) -> None:
        os.set_inheritable(listening.fileno(), True)
        super().__init__(config, [listening])
        self._ready = ready

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(READY_SECONDS, self.should_exit) for process in self.processes):
            self._ready()
