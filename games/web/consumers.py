"""WebSockets. They carry no game data and no chat, only messages that a table or its chat has changed."""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol, cast
from weakref import WeakSet

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.http import Http404
from structlog.contextvars import bind_contextvars

from accounts.models import Reader
from games.ledger.announce import table_group, user_group
from games.models import Table
from games.pages.rate_limit import Address, address_behind, rate_limit_unit
from games.tables.access import table_for
from games.talk.selectors import newest_message
from games.upkeep.figures import figure_measure
from games.web.context import waiting_count

# Codes for closing a socket:
OUT = 4401  # the reader was logged out
MISSING = 4404  # the table does not exist, or the reader may not see it
AGAIN = 4012  # messages may be lost: the browser reconnects and reloads
JOIN_SECONDS = 15  # how long a new socket waits for the channel layer


log = logging.getLogger(__name__)


class Open(Protocol):
    """A socket, or a stream of a program."""

    async def close(self, code: int) -> None:
        """Close it."""


open_sockets: WeakSet[Open] = WeakSet()  # of this process
figure_measure("sockets", lambda: len(open_sockets))


class NudgeConsumer(AsyncJsonWebsocketConsumer):
    """Messages about the reader's own tables and, at `ws/tables/<id>/`, about the open table."""

    groups_joined: list[str]
    taken: list[str] | None  # the keys counted for this socket

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket until it is closed."""

        async def send_if_there(message: Any) -> None:
            # The server raises these if the browser has disconnected or the socket is closed. The next message is
            # the disconnect, which must still be handled.
            with suppress(OSError, RuntimeError):
                await send(message)

        await super().__call__(scope, receive, send_if_there)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Channels first closes old database connections on a thread, which costs as much again.

        Nothing here queries the database but through `database_sync_to_async`, which closes them too.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Join the groups of the tables that the reader may see. Anonymous readers can only watch tables.

        The socket is accepted last. Its first message is what its page compares with what it shows; all that happens
        after that comes as a message.
        """
        self.groups_joined = []
        self.passed_on: tuple[int, int] | None = None  # table and ply of the latest message
        self.talked: str | None = None  # the stamp of the latest chat message
        user = cast("Reader", self.scope["user"])
        self.taken = socket_take(user.pk, rate_limit_unit(_address_in(self.scope)))
        if self.taken is None:
            await self.close()  # not accepted: the browser polls and tries again later
            return
        try:
            await self._join(user)
        except BaseException:  # even if cancelled, because then nobody calls `disconnect`
            self._release()
            raise

    async def _join(self, user: Reader) -> None:
        table_id = self.scope["url_route"]["kwargs"].get("table_id")
        if table_id is None:
            refusal = None if user.is_authenticated else OUT  # such as a log-out while the page was loading
        else:
            refusal = None if await _may_see(user, table_id) else MISSING
        if refusal is not None:
            await self.accept()  # only an open socket can send a close code
            await self.close(refusal)
            return
        groups = [] if table_id is None else [table_group(table_id)]
        if user.is_authenticated:
            bind_contextvars(user=user.pk)
            groups.append(user_group(user.pk))
        await self._open(groups)

    def _release(self) -> None:
        taken, self.taken = self.taken, None
        socket_release(taken or [])

    async def _open(self, groups: list[str]) -> None:
        """Join the groups and accept the socket."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                for group in groups:
                    await self.channel_layer.group_add(group, self.channel_name)
                    self.groups_joined.append(group)
        except Exception:  # any error of the layer's driver: the browser tries again
            log.exception("could not accept a socket")
            await self.close()
            return
        open_sockets.add(self)
        await self.accept()
        await self.send_json({"type": "now", **await _now(self.scope)})

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        open_sockets.discard(self)
        self._release()
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, *args: Any, **kwargs: Any) -> None:
        """Ignore messages from browsers."""

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Forward a message once: players at the table receive it through two groups."""
        nudge = (event["table"], event["ply"])
        if nudge == self.passed_on:
            return
        self.passed_on = nudge
        await self.send_json({"type": "table.changed", "table": event["table"], "ply": event["ply"]})

    async def talk_changed(self, event: dict[str, Any]) -> None:
        """Forward once that a table's chat has changed; the browser fetches it over HTTP."""
        if event["stamp"] != self.talked:
            self.talked = event["stamp"]
            await self.send_json({"type": "talk.changed", "table": event["table"]})

    @classmethod
    async def encode_json(cls, content: dict[str, Any]) -> str:
        """The text of a frame, encoded once for all sockets."""
        return _frame(tuple(content.items()))

    async def person_out(self, event: dict[str, Any]) -> None:
        """Close the socket of a reader who was logged out; the page then checks the login."""
        await self.close(OUT)


@lru_cache(maxsize=64)
def _frame(content: tuple[tuple[str, Any], ...]) -> str:
    return json.dumps(dict(content))


async def sockets_close() -> None:
    """Close all sockets of this process when messages may be lost: browsers reconnect and reload."""
    for consumer in list(open_sockets):
        await consumer.close(AGAIN)


def _address_in(scope: Mapping[str, Any]) -> Address | None:
    lists = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = scope.get("client") or [""]
    return address_behind(peer[0], ",".join(lists).split(",") if lists else [])


@database_sync_to_async
def _may_see(user: Reader, table_id: int) -> bool:
    try:
        table_for(user, table_id)
    except Http404:
        return False
    return True


@database_sync_to_async
def _now(scope: Mapping[str, Any]) -> dict[str, int]:
    """The table's ply and its latest chat message; without a table, the number of tables that wait for the reader."""
    table_id = scope["url_route"]["kwargs"].get("table_id")
    if table_id is None:
        return {"waiting": waiting_count(scope["user"].pk)}
    ply = Table.objects.values_list("ply", flat=True).filter(pk=table_id).first()
    return {"ply": -1 if ply is None else ply, "line": newest_message(table_id)}


_held: Counter[str] = Counter()  # open sockets of this process, by person and by address


def socket_take(person: int | None, address: str) -> list[str] | None:
    """Count one more socket; None if the person or address has too many. Pass the result to `socket_release`."""
    keys = _keys(person, address)
    if any(_held[key] >= most for key, most in keys.items()):
        return None
    _held.update(keys.keys())
    return list(keys)


def socket_release(taken: list[str]) -> None:
    """Count one socket fewer."""
    _held.subtract(taken)
    for key in taken:
        if _held[key] <= 0:
            del _held[key]


def _keys(person: int | None, address: str) -> Mapping[str, int]:
    limits = {f"address:{address}": settings.SOCKETS_PER_ADDRESS}
    return limits if person is None else {**limits, f"person:{person}": settings.SOCKETS_PER_PERSON}
