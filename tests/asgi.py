"""Send requests to an ASGI application as a server would, without a server."""

import asyncio
from collections.abc import Sequence
from typing import Any


def scope_of(
    address: str, *, method: str = "GET", headers: Sequence[tuple[bytes, bytes]] = (), **more: Any
) -> dict[str, Any]:
    """Return the ASGI scope of a request for this address."""
    return {
        "type": "http", "http_version": "1.1", "method": method, "path": address, "raw_path": address.encode(),
        "root_path": "", "query_string": b"", "headers": [(b"host", b"testserver"), *headers], "scheme": "http",
        "client": ("192.0.2.7", 4711), "server": ("testserver", 80), **more,
    }  # fmt: skip


async def messages_of(
    application: Any, scope: dict[str, Any], bodies: Sequence[bytes] = (b"",)
) -> list[dict[str, Any]]:
    """Return the messages that the application sends for a request with these body chunks."""
    waiting = [{"type": "http.request", "body": body, "more_body": True} for body in bodies]
    waiting[-1]["more_body"] = False
    sent = []

    async def receive() -> Any:
        return waiting.pop(0) if waiting else await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(scope, receive, send)
    return sent
