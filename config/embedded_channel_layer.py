"""The channel layer of the embedded site: one process, many threads.

Why not the layer in memory that Channels ships: a message from another thread does not wake the loop where a consumer
waits. It is there after 1.1 ms against 1,000 ms, which is when something else happens in the loop. Within one loop both
do the same (`tests/config/test_channel_layer.py`).
"""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer

__all__ = ["EmbeddedChannelLayer"]

TIMEOUT = 10  # seconds: the longest wait of a caller on another thread for the serving loop


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """A channel layer for one process, safe to call from any thread.

    All its state belongs to the loop where the consumers wait; a call from another loop hops over to it.
    """

    _home: asyncio.AbstractEventLoop | None = None

    async def receive(self, channel: str) -> dict[str, Any]:
        """Return the next message on `channel`; the loop that waits here becomes the home of the layer."""
        self._home = asyncio.get_running_loop()
        received: dict[str, Any] = await super().receive(channel)
        return received

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send `message` to one channel."""
        await self._hop(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Let `channel` receive what is sent to `group`."""
        await self._hop(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Let `channel` no longer receive what is sent to `group`."""
        await self._hop(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to every channel of `group`."""
        await self._hop(super().group_send(group, message))

    def publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        """Send `message` to every channel of each of the groups, from where no loop runs."""
        async_to_sync(self._publish)(groups, message)

    async def _publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        for group in groups:
            await self.group_send(group, message)

    async def _hop(self, call: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await call
            return
        future = asyncio.run_coroutine_threadsafe(call, home)
        await asyncio.wait_for(asyncio.wrap_future(future), TIMEOUT)
