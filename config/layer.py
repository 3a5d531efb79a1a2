"""The channel layer's connection to Redis, which knows when nudges may have been missed."""

from typing import Any

from redis.asyncio import Connection

__all__ = ["LayerConnection"]


class LayerConnection(Connection):
    """A connection that closes this process's sockets when a subscription was lost and is there again.

    Redis keeps no nudge for who was away, and a browser cannot tell an open socket that heard nothing from one
    that missed something. A closed one it opens anew, and then looks. Over TLS (`rediss:`) redis-py takes a class
    of its own; there a page is at worst as old as its slow look of five minutes.
    """

    def register_connect_callback(self, callback: Any) -> None:
        """Only subscriptions ask to be called, once they are connected: so this is called when they are again."""
        super().register_connect_callback(callback)
        super().register_connect_callback(self._connected_again)

    async def _connected_again(self, connection: Any) -> None:
        from games.web.consumers import sockets_close

        await sockets_close()
