"""Rate limits per person: counts in the cache, one for each span of time, shared by all processes."""

import logging
import time

from django.conf import settings
from django.core.cache import cache

from accounts.models import User
from games.errors import TooOften

__all__ = ["check_rate_limit"]

log = logging.getLogger(__name__)


def check_rate_limit(who: User | str, action: str) -> None:
    """Count one more `action` of a user or an address; raises TooOften above the limit in settings.RATES."""
    most, span = settings.RATES[action]
    now = int(time.time())
    if _counted(f"rate-limit:{action}:{who if isinstance(who, str) else who.pk}:{now // span}", span) > most:
        raise TooOften(retry_after=span - now % span)


def _counted(key: str, span: int) -> int:
    try:
        try:
            return int(cache.incr(key))
        except ValueError:  # the first in this span, unless another process was faster
            return 1 if cache.add(key, 1, span) else int(cache.incr(key))
    except Exception:  # any error of the cache's driver: without a count, nothing is refused
        log.exception("the cache does not count")
        return 0
