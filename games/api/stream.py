"""Streams of events: Server-Sent Events, and answers that wait for one event.

A view authenticates on a thread as usual; its response is then written on the event loop, so that an open stream needs
no thread. It hears what open pages hear (`games/ledger/announce.py`).
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from accounts.models import User
from games.api.cursor import Cursor
from games.api.happenings import Seen, event_of, events_since, seen_at
from games.api.shapes.events import EventList, EventShape
from games.errors import TooOften
from games.pages.rate_limit import address_of, rate_limit_unit
from games.web.consumers import open_sockets, socket_release, socket_take

ALIVE = 25.0  # seconds between signs of life, so that proxies don't close the connection
LONGEST = 3600.0  # seconds; then the program connects again
_SSE = "text/event-stream"
_READ = 64  # messages whose tables are remembered


class Ear:
    """What hears the messages of some groups."""

    def __init__(self, groups: list[str]) -> None:
        self._groups = groups
        self._layer: Any = get_channel_layer()
        self._next: asyncio.Future[Any] | None = None
        self.is_closed = False

    async def __aenter__(self) -> "Ear":
        self._channel = await self._layer.new_channel()
        for group in self._groups:
            await self._layer.group_add(group, self._channel)
        open_sockets.add(self)
        return self

    async def __aexit__(self, *error: object) -> None:
        open_sockets.discard(self)
        if self._next is not None:
            self._next.cancel()
        for group in self._groups:
            with suppress(Exception):  # any error of the layer's driver: the channel expires
                await self._layer.group_discard(group, self._channel)

    async def hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None if there was none in this time."""
        if (
            self._next is None
        ):  # one task for several calls, because layers lose what a cancelled one has received
            self._next = asyncio.ensure_future(self._layer.receive(self._channel))
        done, _waiting = await asyncio.wait({self._next}, timeout=max(0.0, seconds))
        if not done:
            return None
        message: dict[str, Any] = self._next.result()
        self._next = None
        return message

    async def close(self, code: int = 0) -> None:
        """End the stream, because messages may be lost, or the process stops."""
        self.is_closed = True
        if self._next is not None:
            self._next.cancel()


async def told(user: User, ear: Ear, until: float) -> AsyncIterator[EventShape | None]:
    """Each event until a moment of `time.monotonic`, and None as a sign of life."""
    while not ear.is_closed and (left := until - time.monotonic()) > 0:
        try:
            message = await ear.hear(min(ALIVE, left))
        except asyncio.CancelledError:
            if ear.is_closed:
                return
            raise
        if message is None:
            yield None
        elif message["type"] in ("person.out", "token.out"):
            return
        elif (event := await _event_of(user, message)) is not None:
            yield event


_latest: OrderedDict[str, asyncio.Future[Seen | None]] = OrderedDict()  # by stamp of the message


async def _event_of(user: User, message: dict[str, Any]) -> EventShape | None:
    if message.get("table") is None:  # such as the chat of a circle
        return None
    is_chat = message["type"] == "talk.changed"
    seen = await _seen(message["stamp"], message["table"])
    if seen is None:
        return None
    if seen.is_open_to(user):
        return event_of(user, seen, is_chat=is_chat)
    return await database_sync_to_async(event_of)(user, seen, is_chat=is_chat)


async def _seen(stamp: str, table_id: int) -> Seen | None:
    """The table after a message, read once for all streams of this process."""
    if stamp not in _latest:
        _latest[stamp] = asyncio.ensure_future(database_sync_to_async(seen_at)(table_id))
        while len(_latest) > _READ:
            _latest.popitem(last=False)
    return await asyncio.shield(_latest[stamp])


async def stream(user: User, groups: list[str], cursor: Cursor | None) -> AsyncIterator[bytes]:
    """The stream of a person's events after a place, as Server-Sent Events."""
    until = time.monotonic() + LONGEST
    async with Ear(groups) as ear:
        events, place = await database_sync_to_async(events_since)(user, cursor)
        yield f"retry: 3000\nid: {place}\n\n".encode()  # all that happens from here on is told
        for event in events:
            yield frame(event, place)
        async for each in told(user, ear, until):
            if each is None:
                place = place.after([])
                yield f"id: {place}\n: \n\n".encode()
            elif place.new([each]):
                place = place.after([each])
                yield frame(each, place)


def frame(event: EventShape, place: Cursor) -> bytes:
    """An event as bytes of the stream."""
    return f"id: {place}\nevent: {event.type}\ndata: {event.model_dump_json()}\n\n".encode()


async def poll(user: User, groups: list[str], cursor: Cursor | None, seconds: int) -> AsyncIterator[bytes]:
    """The events after a place as one document, as soon as there is one, or after some seconds."""
    until = time.monotonic() + seconds
    async with Ear(groups) as ear:
        events, place = await database_sync_to_async(events_since)(user, cursor)
        if not events:
            async for each in told(user, ear, until):
                if each is not None and place.new([each]):
                    events, place = [each], place.after([each])
                    break
    yield EventList(events=events, last=str(place)).model_dump_json().encode()


def open_stream(
    request: HttpRequest, user: User, content: Callable[[], AsyncIterator[bytes]], kind: str = _SSE
) -> HttpResponseBase:  # fmt: skip
    """The response that streams content. Raises TooOften if the person or address has too many streams and sockets."""
    taken = socket_take(user.pk, rate_limit_unit(address_of(request)))
    if taken is None:
        raise TooOften
    answer = StreamingHttpResponse(content(), content_type=kind, headers={"X-Accel-Buffering": "no"})
    answer._resource_closers.append(lambda: socket_release(taken))  # type: ignore[attr-defined]  # Django's own list
    return answer
