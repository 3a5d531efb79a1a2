"""The cache of the served site: Django's for Redis, with a client that stays and counts in one answer.

Why not Django's own: it makes a client for each call, and asks whether there is a count before it counts. A count takes
0.26 ms of CPU against 3.9 ms with Django's own client and pool (`make bench ARGS=own`).
Each move counts.
`tests/config/test_redis_pool.py` holds it against Django's.
"""

from functools import cache
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import ConnectionPool, Redis

__all__ = ["CountingRedisCache"]


class _OneClient(RedisCacheClient):
    """Django's, with one client for all calls that go over a pool of connections."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        """The client of this process: it has no state but its pool, and threads may share it."""
        return _client_of(self._get_connection_pool(write))  # type: ignore[attr-defined]  # not in its stubs

    def count(self, key: str, span: int) -> int:
        """Count one more in one answer; what nobody counts for `span` seconds is forgotten."""
        with self.get_client(key, write=True).pipeline(transaction=False) as pipe:
            pipe.incr(key)
            pipe.expire(key, span)
            counted, _kept = pipe.execute()
        return int(counted)


class CountingRedisCache(RedisCache):
    """Django's cache for Redis."""

    def __init__(self, server: Any, params: Any) -> None:
        super().__init__(server, params)
        self._class = _OneClient

    def count(self, key: str, span: int) -> int:
        """Count one more under this key, from 1 on; the count is kept for at least `span` seconds."""
        client: Any = self._cache
        return int(client.count(self.make_and_validate_key(key), span))


@cache
def _client_of(pool: ConnectionPool) -> Redis:
    return Redis(connection_pool=pool)
