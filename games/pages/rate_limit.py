"""Rate limits per user or address. The counts are in the cache, one per time window, shared by all processes."""

import hashlib
import logging
import time

from django.conf import settings
from django.core.cache import cache

from accounts.models import User
from games.errors import TooOften

log = logging.getLogger(__name__)


def check_rate_limit(who: User | str, action: str) -> None:
    """Count one `action` of a user or an address. Raises TooOften above the limit in settings.RATES."""
    span = settings.RATES[action][1]
    if not is_within(action, who if isinstance(who, str) else str(who.pk)):
        raise TooOften(retry_after=span - int(time.time()) % span)


def is_within(action: str, who: str) -> bool:
    """Count one `action` of a user or address; returns whether it is within the limit in settings.RATES."""
    most: int = settings.RATES[action][0]
    return count(action, who) <= most


def count(action: str, who: str) -> int:
    """Count one `action` of a user or address; returns the count in the current time window."""
    span = settings.RATES[action][1]
    name = hashlib.sha256(who.encode()).hexdigest()[:32]  # `who` may be any text that somebody typed
    return _counted(f"rate-limit:{action}:{name}:{int(time.time()) // span}", span)


def _counted(key: str, span: int) -> int:
    try:
        try:
            return int(cache.incr(key))
        except ValueError:  # the first in this window, unless another process was faster
            return 1 if cache.add(key, 1, span) else int(cache.incr(key))
    except Exception:  # any error of the cache driver: without a count, nothing is refused
        log.exception("cache unavailable: not counting requests")
        return 0
