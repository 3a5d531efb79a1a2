"""Lightweight browsers for load tests: raw sockets, one connection each, minimal parsing.

Runs as a separate process. Reads one order per line from standard input and writes one report per line, both JSON. It
imports nothing from the site, to use few resources.
"""

import asyncio
import base64
import json
import os
import re
import sys
import time
from typing import Any


class Connection:
    """A persistent connection to a web server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """Return status and body of the response. Reconnects if the server has closed the connection."""
        for is_last in (False, True):
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, limit=1 << 20
                )
            try:
                self._writer.write(request)
                return await self._answer()
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if is_last:
                    raise
        raise AssertionError

    async def _answer(self) -> tuple[int, bytes]:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head[9:12])
        start = head.index(b"content-length:") + 15
        body = await self._reader.readexactly(int(head[start : head.index(b"\r\n", start)]))
        if b"connection: close" in head:
            self.close()
        return status, body

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._writer = None


_PING, _PONG = 0x89, 0x8A  # first bytes of frames (RFC 6455)


class Watcher(asyncio.Protocol):
    """A WebSocket that records its frames."""

    def __init__(self, path: str, session: str) -> None:
        self._path, self._session = path, session
        self.is_open = asyncio.get_running_loop().create_future()
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Request the WebSocket upgrade."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self._session}\r\n\r\n".encode()
        )

    async def wait_for_nudge(self, ply: int) -> None:
        """Wait for the message about this ply."""
        while True:
            frame = await asyncio.wait_for(self.frames.get(), 20)
            if b'"ply": %d' % ply in frame or b'"ply":%d' % ply in frame:
                return

    def data_received(self, data: bytes) -> None:
        """Record the handshake or messages, and answer pings."""
        if self.is_open.done():
            while data:  # our frames are shorter than 126 bytes, and come whole
                frame, data = data[: 2 + data[1]], data[2 + data[1] :]
                if frame[0] == _PING:
                    masked = bytes([0x80 | frame[1], 0, 0, 0, 0]) + frame[2:]  # with zeros
                    self.transport.write(bytes([_PONG]) + masked)
                else:
                    self.frames.put_nowait(frame)
        elif data.startswith(b"HTTP/1.1 101"):
            self.is_open.set_result(None)
        else:
            self.is_open.set_exception(ConnectionError(data[:80].decode(errors="replace")))


class Page:
    """An open page, which knows the keys of its blocks (games/pages/blocks.py)."""

    def __init__(self, port: int) -> None:
        self._connection = Connection(port)
        self._keys: dict[bytes, bytes] = {}  # by id

    async def ask(self, request: str, board: bytes) -> int:
        """Send a request for the board, and return the size of the answer, which must have `board`."""
        keys = b" ".join(self._keys.values())
        asked = request.encode().replace(b"\r\n\r\n", b"\r\nKnown-Blocks: %s\r\n\r\n" % keys, 1)
        status, answer = await self._connection.send(asked)
        _expect(status, answer, board, request)
        kept = {name: self._keys[name] for name in _KEPT.findall(answer)}
        self._keys = {**kept, **dict(_SENT.findall(answer))}
        self._keys.pop(b"table", None)
        return len(answer)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


_SENT = re.compile(rb' id="([^"]*)" data-key="([^"]*)"')
_KEPT = re.compile(rb' id="([^"]*)" hx-preserve')


async def _watcher(port: int, path: str, session: str) -> Watcher:
    loop = asyncio.get_running_loop()
    _, watcher = await loop.create_connection(lambda: Watcher(path, session), "127.0.0.1", port)
    await watcher.is_open
    return watcher


async def _games(order: dict[str, Any]) -> dict[str, Any]:
    """Play games simultaneously, each move with everything it causes: see `_game`."""
    begun = time.perf_counter()
    spent = await asyncio.gather(
        *(_game(order["port"], game, order["spectators"]) for game in order["games"])
    )
    moves = [each for game, _told in spent for each in game]
    told = [each for _game, told in spent for each in told]
    return {
        "moves": len(moves), "bytes": sum(moves), "seconds": time.perf_counter() - begun, "told": told
    }  # fmt: skip


async def _game(port: int, game: dict[str, Any], spectators: int) -> tuple[list[int], list[float]]:
    """Bytes of each move's two boards: the response to the post, and the other seat's, loaded after its nudge.

    Spectators have a socket each and fetch nothing. The second list has the ms from the response to the last nudge.
    """
    watchers = [await _watcher(port, game["socket"], session) for session in game["sessions"]]
    others = [await _watcher(port, game["socket"], "") for _ in range(spectators)]
    pages, spent, told = [Page(port) for _ in game["sessions"]], [], []
    for seat, post, ply in game["moves"]:
        board = f'data-ply="{ply}"'.encode()
        answer = await pages[seat].ask(post, board)
        answered = time.perf_counter()
        for each in (watchers[1 - seat], *others):
            await each.wait_for_nudge(ply)
        told.append((time.perf_counter() - answered) * 1000)
        spent.append(answer + await pages[1 - seat].ask(game["looks"][1 - seat], board))
    for watcher in (*watchers, *others):
        watcher.transport.close()
    for page in pages:
        page.close()
    return spent, told


def _expect(status: int, body: bytes, expected: bytes, request: str) -> None:
    if status != 200 or expected not in body:
        raise RuntimeError(f"{status} instead of {expected!r}: {body[:300]!r} to {request[:200]!r}")


async def _run() -> None:
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        try:
            report = await _games(order)
        except Exception as error:  # the benchmark reports it
            report = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    asyncio.run(_run())
