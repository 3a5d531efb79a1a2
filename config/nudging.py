"""The channel layer of the served site, and a way to send by it from where no loop runs."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError  # noqa: A004  # which is not the builtin one
from redis.retry import Retry

from config.layer import LayerConnection

__all__ = ["RedisChannelLayer"]

PATIENCE = 2  # seconds that a request waits for a Redis that does not answer


class RedisChannelLayer(RedisPubSubChannelLayer):
    """The layer that Channels ships for Redis, save that a thread sends without a loop.

    A view is a plain function on a thread: to go over to the serving loop for every group, or to make a loop and a
    connection of its own, costs several times what the publishing itself does. One Redis is spoken to, the first of
    `hosts`: with several, the layer of Channels would spread the groups over them.
    """

    def __init__(self, *, hosts: list[dict[str, Any]], prefix: str = "asgi", **options: Any) -> None:
        super().__init__(hosts=[{**hosts[0], "connection_class": LayerConnection}], prefix=prefix, **options)
        self._address, self._prefix = hosts[0]["address"], prefix

    def publish(self, groups: Iterable[str], message: dict[str, Any]) -> None:
        """Send `message` to every channel of each of the groups; raises RedisError."""
        body = self.serialize(message)
        with self._client.pipeline(transaction=False) as pipe:
            for group in groups:
                pipe.publish(f"{self._prefix}__group__{group}", body)
            pipe.execute()

    @cached_property
    def _client(self) -> Redis:
        """Connections of this process, one for each thread that sends at the same time."""
        # At once: the connection may only have been closed meanwhile. Nobody waits a second time.
        retry = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
        return Redis.from_url(
            self._address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=retry
        )
