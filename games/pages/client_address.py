"""From which address of the network a request or a socket comes, behind as many proxies as the settings tell."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest

if TYPE_CHECKING:  # the log reads addresses before there are models
    from accounts.models import User

__all__ = ["Address", "address_behind", "address_of", "household", "is_operator", "who_asks"]

Address = IPv4Address | IPv6Address


def address_of(request: HttpRequest) -> Address | None:
    """The address of who asks; None where it is none that can be read."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return address_behind(request.META.get("REMOTE_ADDR", ""), forwarded.split(",") if forwarded else [])


def address_behind(peer: str, forwarded: Sequence[str]) -> Address | None:
    """The address that the outermost trusted proxy saw: `forwarded` as X-Forwarded-For lists it, `peer` connected.

    What stands further left in the list was written by who asks, and may be anything.
    """
    chain = [*forwarded, peer]
    trusted = min(settings.TRUSTED_PROXIES, len(chain) - 1)
    try:
        found = ip_address(chain[-1 - trusted].strip())
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def household(address: Address | None) -> str:
    """What counts as one address in a limit: of IPv6 the first half, for the other half is the owner's to choose."""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


def who_asks(request: HttpRequest) -> "User | str":
    """Whose request it is to a limit: the user's, or that of an address where nobody is logged in."""
    return request.user if request.user.is_authenticated else household(address_of(request))


_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_CF_CONNECTING_IP")


def is_operator(request: HttpRequest) -> bool:
    """Whether who asks is in one of settings.OPERATOR_NETWORKS.

    Nobody is behind a proxy that the settings do not tell of: its own address would make operators of everybody.
    """
    if not settings.TRUSTED_PROXIES and any(request.META.get(name) for name in _FORWARDED):
        return False
    address = address_of(request)
    return address is not None and any(address in ip_network(each) for each in settings.OPERATOR_NETWORKS)
