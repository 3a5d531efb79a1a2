"""Django's ASGI handler for plain views: each request runs from beginning to end on one thread of a pool.

Why not Django's own: CPU of the smallest answer 0.19 to 0.33 ms against 0.83 to 1.7 ms, of a board 10 to 15 ms
against 12 to 18 ms; the smallest move that can be written 161 times a second against 102
(docs/speed.md). `tests/config/test_asgi_handler.py` holds every answer against Django's own.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponseBase
from django.urls import set_script_prefix

__all__ = ["ThreadPoolASGIHandler"]

THREADS = 8  # of one process; its pool of connections to the database has a few more


class ThreadPoolASGIHandler(ASGIHandler):
    """Django's handler for a site whose views are all plain functions.

    Django's own goes over to a thread and back for the signal that a request begins, for middleware, for the view and
    for the end, and starts a thread for each request. Here one thread of a pool does all of it. A request whose
    browser has gone is finished all the same: a move that was read is played.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        self._on_thread = sync_to_async(self._answer, thread_sensitive=False, executor=self._pool)

    def load_middleware(self, is_async: bool = False) -> None:
        """Make one chain of plain functions."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await self._on_thread(scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await sync_to_async(response.close, thread_sensitive=False, executor=self._pool)()

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        """The answer, whole; only what is streamed, as a file is, has still to be closed when it is sent."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # sender of the signal at its end
        if not response.streaming:
            response.close()
        return cast(HttpResponseBase, response)
