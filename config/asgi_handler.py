"""Django's ASGI handler for synchronous views: each request runs entirely on one thread of a pool.

Why not Django's own: the smallest response takes 0.19 to 0.33 ms of CPU instead of 0.83 to 1.7 ms, a board 10 to 15 ms
instead of 12 to 18 ms, and the smallest move runs 161 times a second instead of 102 (docs/speed.md).
`tests/config/test_asgi_handler.py` compares every response with Django's own.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import HttpResponseBase
from django.urls import set_script_prefix

THREADS = 8  # per process; its pool of database connections has a few more


async def _chunks(parts: list[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


class ThreadPoolASGIHandler(ASGIHandler):
    """Django's handler for a site with only synchronous views.

    Django's own switches to a thread and back for the request signal, the middleware, the view and the end, and starts
    a thread for each request. Here one pool thread does all of it. A request completes even if its browser disconnects:
    a move that arrived is played.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        self._on_thread = sync_to_async(self._respond, thread_sensitive=False, executor=self._pool)

    def load_middleware(self, is_async: bool = False) -> None:
        """Build a synchronous middleware chain."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response: Any = await self._on_thread(scope, body)
            if response.streaming and response.is_async:
                await self._send_while_there(response, receive, send)
            else:
                await self.send_response(response, send)
            if response.streaming:
                await sync_to_async(response.close, thread_sensitive=False, executor=self._pool)()

    async def _send_while_there(self, response: Any, receive: Any, send: Any) -> None:
        """Send a stream that may never end, until the client disconnects."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in (sending, gone):
                each.cancel()
            results = await asyncio.gather(sending, gone, return_exceptions=True)
        if isinstance(results[0], Exception):
            raise results[0]

    def _respond(self, scope: Any, body: Any) -> HttpResponseBase:
        """The complete response. Only a streamed response, such as a file, must still be closed after sending."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # sender of the request_finished signal
        if response.streaming and not response.is_async:  # a file: reading it would block the event loop
            response.streaming_content = _chunks(list(response.streaming_content))
        if not response.streaming:
            response.close()
        elif response.is_async:  # it may stay open for an hour, and is closed on another thread
            close_old_connections()
        return cast(HttpResponseBase, response)
