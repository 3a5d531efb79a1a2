"""A cache for drawn pictures, separate so that pictures cannot evict the counters of the other cache."""

import hashlib
import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import caches

__all__ = ["BRIEFLY", "KEEP", "kept"]

log = logging.getLogger(__name__)
KEEP, BRIEFLY = 21_600, 600  # seconds; the second for pictures that are many and rarely requested again

T = TypeVar("T", str, bytes)


def kept(parts: tuple[object, ...], draw: Callable[[], T], seconds: int = KEEP) -> T:
    """Return the picture, which depends only on `parts`, from the cache.

    Draw it if it is missing or the cache fails.
    """
    key = "picture:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    try:
        found: T | None = caches["pictures"].get(key)
    except Exception:  # the cache driver can raise anything
        log.exception("the cache of pictures does not answer")
        return draw()
    if found is None:
        found = draw()
        _keep(key, found, seconds)
    return found


def _keep(key: str, picture: str | bytes, seconds: int) -> None:
    try:
        caches["pictures"].set(key, picture, seconds)
    except Exception:  # as above
        log.exception("the cache of pictures keeps nothing")
