"""Rate limits per user or address, and the client address behind the number of proxies in the settings."""

import hashlib
import logging
import time
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.errors import TooOften

if TYPE_CHECKING:  # the log reads addresses before models are loaded
    from accounts.models import User

Address = IPv4Address | IPv6Address


def address_of(request: HttpRequest) -> Address | None:
    """The client's address; None if it can't be parsed."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return address_behind(request.META.get("REMOTE_ADDR", ""), forwarded.split(",") if forwarded else [])


def address_behind(peer: str, forwarded: Sequence[str]) -> Address | None:
    """The address that the outermost trusted proxy saw. Clients can forge entries further left."""
    chain = [*forwarded, peer]
    trusted = min(settings.TRUSTED_PROXIES, len(chain) - 1)
    try:
        found = ip_address(chain[-1 - trusted].strip())
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def rate_limit_unit(address: Address | None) -> str:
    """What rate limits count as one client: an address; for IPv6 its first 64 bits, as clients can choose the rest."""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


def limit_subject(request: HttpRequest) -> "User | str":
    """The subject of a rate limit: the user, or the address if nobody is logged in."""
    return request.user if request.user.is_authenticated else rate_limit_unit(address_of(request))


_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_CF_CONNECTING_IP")


def is_operator(request: HttpRequest) -> bool:
    """Whether the client is in settings.OPERATOR_NETWORKS; always False behind a proxy that is not in the settings."""
    if not settings.TRUSTED_PROXIES and any(request.META.get(name) for name in _FORWARDED):
        return False
    address = address_of(request)
    return address is not None and any(address in ip_network(each) for each in settings.OPERATOR_NETWORKS)


log = logging.getLogger(__name__)


def check_rate_limit(who: "User | str", action: str) -> None:
    """Count one `action` of a user or an address. Raises TooOften above the limit in settings.RATES."""
    span = settings.RATES[action][1]
    if not is_within_limit(action, who if isinstance(who, str) else str(who.pk)):
        raise TooOften(retry_after=span - int(time.time()) % span)


def is_within_limit(action: str, who: str) -> bool:
    """Count one `action` of a user or address; returns whether it is within the limit in settings.RATES."""
    most: int = settings.RATES[action][0]
    return count(action, who) <= most


def count(action: str, who: str) -> int:
    """Count one `action` of a user or address; returns the count in the current time window."""
    span = settings.RATES[action][1]
    name = hashlib.sha256(who.encode()).hexdigest()[:32]  # `who` may be any text that somebody typed
    return _count_in_cache(f"rate-limit:{action}:{name}:{int(time.time()) // span}", span)


def _count_in_cache(key: str, span: int) -> int:
    try:
        try:
            return int(cache.incr(key))
        except ValueError:  # the first in this window, unless another process was faster
            return 1 if cache.add(key, 1, span) else int(cache.incr(key))
    except Exception:  # any error of the cache driver: without a count, nothing is refused
        log.exception("cache unavailable: not counting requests")
        return 0
