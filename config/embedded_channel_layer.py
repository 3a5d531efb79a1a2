"""The channel layer for the embedded mode: one process, many threads.

Why not Channels' in-memory layer: a message from another thread does not wake the event loop of a waiting consumer. It
arrives after 1,000 ms, when something else wakes the loop, instead of 1.1 ms. Within one loop both behave the same
(`tests/config/test_channel_layer.py`).
"""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer

TIMEOUT = 10  # seconds that a caller on another thread waits for the serving loop


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """A channel layer for one process that can be called from any thread.

    All its state belongs to the event loop of the consumers. Calls from another loop are passed to it.
    """

    _home: asyncio.AbstractEventLoop | None = None

    async def receive(self, channel: str) -> dict[str, Any]:
        """Return the next message on `channel`. The loop that waits here becomes the layer's home loop."""
        self._home = asyncio.get_running_loop()
        received: dict[str, Any] = await super().receive(channel)
        return received

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send `message` to one channel."""
        await self._run_on_home_loop(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Subscribe `channel` to `group`."""
        await self._run_on_home_loop(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Unsubscribe `channel` from `group`."""
        await self._run_on_home_loop(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to every channel of `group`."""
        await self._run_on_home_loop(super().group_send(group, message))

    def publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        """Send `message` to every channel of each group, from code without an event loop."""
        async_to_sync(self._publish)(groups, message)

    async def _publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        for group in groups:
            await self.group_send(group, message)

    async def _run_on_home_loop(self, call: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await call
            return
        future = asyncio.run_coroutine_threadsafe(call, home)
        await asyncio.wait_for(asyncio.wrap_future(future), TIMEOUT)
