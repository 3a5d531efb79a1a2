"""Connections of the cache to Redis: one pool for the process, named in `CACHES` as `pool_class`.

Why not the pool of redis-py: Django makes a cache for each request, and each cache makes a pool, so that it connects
anew: two calls take 0.3 ms of CPU against 1.5 ms (`make bench ARGS=own`), and wait the longer for Redis.
`tests/config/test_redis_pool.py` holds the cache against Django's.
"""

from functools import cache
from typing import Any

from redis import ConnectionPool

__all__ = ["SharedConnectionPool"]


class SharedConnectionPool(ConnectionPool):
    """A pool of connections that is the same for all who ask for it with the same options, on every thread."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Any:
        """The pool for this address, made the first time."""
        return _pool(url, tuple(sorted(options.items())))


@cache
def _pool(url: str, options: tuple[tuple[str, Any], ...]) -> ConnectionPool:
    made: ConnectionPool = ConnectionPool.from_url(url, **dict(options))
    return made
