"""The cache of the served site: Django's Redis cache with one client for the process."""

from functools import cache, cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache

__all__ = ["SharedRedisCache"]


class SharedRedisCache(RedisCache):
    """One client for the whole process, which is safe for threads.

    Django makes a cache, and with it connections, anew for each request; to connect takes longer than to count.
    """

    _class: Any
    _servers: list[str]
    _options: dict[str, Any]

    @cached_property
    def _cache(self) -> Any:
        return _client(self._class, tuple(self._servers), tuple(sorted(self._options.items())))


@cache
def _client(kind: Any, servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Any:
    return kind(list(servers), **dict(options))
