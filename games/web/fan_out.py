"""Groups of sockets: a process hears each message to a group once, and hands it to all of its sockets there.

With the groups of Channels alone every socket has a queue of its own, and a task that wakes up for each message.
Before 500 sockets, on two quiet cores (`make bench ARGS="served watchers"`), p50 after the post: the first was told
after 12 ms, the last after 57, and the mover had an answer after 16 (with one socket 14; without pauses 12, 28, 26).
"""

import asyncio
import logging
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

__all__ = ["group_join", "group_leave"]

AT_ONCE = 25  # sockets between two pauses: what is written leaves
# Seconds for the threads of requests, such as that of the mover, who waits for the answer: after the first, and others.
FIRST_PAUSE, PAUSE = 0.012, 0.001

log = logging.getLogger(__name__)


class Member(Protocol):
    """A socket."""

    def dispatch(self, message: dict[str, Any]) -> Coroutine[Any, Any, None]:
        """Handle a message to the group."""
        ...


class _Group:
    """The sockets of this process in one group, and the channel by which they hear."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.members: dict[Member, None] = {}  # in the order of joining
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None
        self.begun = asyncio.ensure_future(self._begin())  # done when nothing that is sent can be missed

    async def _begin(self) -> None:
        self._channel = await self._layer.new_channel()
        await self._layer.group_add(self.name, self._channel)
        self._listening = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        while True:
            message = await self._layer.receive(self._channel)
            for number, member in enumerate(tuple(self.members), start=1):
                _hand(member, message)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(FIRST_PAUSE if number == AT_ONCE else PAUSE)

    async def end(self) -> None:
        """Stop hearing."""
        self.begun.cancel()
        if self._listening is not None:
            self._listening.cancel()  # which gives the channel back
        if self._channel:
            await self._layer.group_discard(self.name, self._channel)


_Groups = dict[str, _Group]
_groups: WeakKeyDictionary[asyncio.AbstractEventLoop, _Groups] = WeakKeyDictionary()
_waiting: set[asyncio.Task[None]] = set()  # of sockets whose browser reads slowly


async def group_join(name: str, member: Member) -> None:
    """Let `member` get what is sent to the group from now on; raises any error of the channel layer's driver."""
    here = _groups.setdefault(asyncio.get_running_loop(), {})
    group = here.get(name) or here.setdefault(name, _Group(name))
    group.members[member] = None
    try:
        await asyncio.shield(group.begun)
    except BaseException:
        await group_leave(name, member)
        if group.begun.done() and here.get(name) is group:  # it could not begin: the next one tries anew
            del here[name]
        raise


async def group_leave(name: str, member: Member) -> None:
    """Let `member` no longer get what is sent to the group."""
    here = _groups.get(asyncio.get_running_loop(), {})
    group = here.get(name)
    if group is None:
        return
    group.members.pop(member, None)
    if not group.members:
        del here[name]
        await group.end()


def _hand(member: Member, message: dict[str, Any]) -> None:
    """Let a socket handle a message as far as it gets without waiting, and go on with it in a task."""
    handling = member.dispatch(message)
    try:
        awaited = handling.send(None)
    except StopIteration:
        return
    except Exception:
        log.exception("a socket could not be told of %s", message.get("type"))
        return
    task = asyncio.ensure_future(_rest(handling, awaited))
    _waiting.add(task)
    task.add_done_callback(_done)


async def _rest(handling: Coroutine[Any, Any, None], awaited: Any) -> None:
    await _going_on(handling, awaited)


@types.coroutine
def _going_on(handling: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Await what a coroutine that has begun awaits, and go on with it until it is done."""
    step: Callable[[Any], Any]
    while True:
        try:
            came = yield awaited
        except BaseException as error:  # which is the coroutine's to handle
            step, value = handling.throw, error
        else:
            step, value = handling.send, came
        try:
            awaited = step(value)
        except StopIteration:
            return


def _done(task: asyncio.Task[None]) -> None:
    _waiting.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a socket could not be told", exc_info=error)
