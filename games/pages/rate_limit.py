"""How often one person may do something: a count in the cache for each span of time, shared by all processes."""

import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache

from games.errors import TooOften

__all__ = ["check_rate_limit"]

log = logging.getLogger(__name__)


def check_rate_limit(user: Any, action: str) -> None:
    """Count one more `action` of the user's; raises TooOften beyond what settings.RATES allows."""
    most, span = settings.RATES[action]
    now = int(time.time())
    if _counted(f"patience:{action}:{user.pk}:{now // span}", span) > most:
        raise TooOften(retry_after=span - now % span)


def _counted(key: str, span: int) -> int:
    try:
        try:
            return int(cache.incr(key))
        except ValueError:  # the first of this span, unless another process was quicker
            return 1 if cache.add(key, 1, span) else int(cache.incr(key))
    except Exception:  # whatever the cache's driver raises: no move is refused because nobody can count
        log.exception("the cache does not count")
        return 0
