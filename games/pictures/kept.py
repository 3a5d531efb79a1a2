"""Pictures that were drawn before, kept in a cache of their own: they must not drive out what the others count."""

import hashlib
import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import caches

__all__ = ["BRIEFLY", "KEEP", "kept"]

log = logging.getLogger(__name__)
KEEP, BRIEFLY = 21_600, 600  # seconds; the latter for what there are many of, and few come back to

T = TypeVar("T", str, bytes)


def kept(parts: tuple[object, ...], draw: Callable[[], T], seconds: int = KEEP) -> T:
    """The picture that depends on these parts alone; drawn anew if it is not kept, or if the cache does not answer."""
    key = "picture:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    try:
        found: T | None = caches["pictures"].get(key)
    except Exception:  # any error of the cache's driver
        log.exception("the cache of pictures does not answer")
        return draw()
    if found is None:
        found = draw()
        _keep(key, found, seconds)
    return found


def _keep(key: str, picture: str | bytes, seconds: int) -> None:
    try:
        caches["pictures"].set(key, picture, seconds)
    except Exception:  # the same
        log.exception("the cache of pictures keeps nothing")
