"""The site in one's own network, in development: its addresses, who may ask by them, and what mails link to."""

import os
import socket
from io import StringIO
from ipaddress import ip_address

from django.conf import settings
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L

__all__ = ["WIDE", "own_addresses", "site_open", "ways_in"]

WIDE = ("0.0.0.0", "::")  # noqa: S104  # what one listens on to be reached by others
_SOMEWHERE = ("192.0.2.1", 9)  # RFC 5737: nobody's; nothing is sent there, only the way to it is asked for


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine by which others may reach it, the one of its usual way out first."""
    found = [_address_of_way_out(), *_addresses_of_name()]
    return [each for each in dict.fromkeys(found) if each and not ip_address(each).is_loopback]


def _address_of_way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:  # no network
            return ""
        return str(probe.getsockname()[0])


def _addresses_of_name() -> list[str]:
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def site_open(host: str, port: int) -> list[str]:
    """Allow the addresses at which this process listens, and let mails link to the first; returns those of the network.

    Only in development; a SITE_URL that was set stays. Processes that are started later read it from the environment.
    """
    if not settings.DEBUG:
        return []
    addresses = own_addresses() if host in WIDE else [] if _is_local(host) else [host]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *(_in_url(each) for each in addresses)]
    settings.OPERATOR_NETWORKS = [*settings.OPERATOR_NETWORKS, *addresses]
    if "SITE_URL" not in os.environ:
        settings.SITE_URL = f"http://{_in_url(addresses[0]) if addresses else 'localhost'}:{port}"
    os.environ.update(
        ALLOWED_HOSTS=",".join(settings.ALLOWED_HOSTS), SITE_URL=settings.SITE_URL,
        OPERATOR_NETWORKS=",".join(settings.OPERATOR_NETWORKS),
    )  # fmt: skip
    return [f"http://{_in_url(each)}:{port}/" for each in addresses]


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def ways_in(addresses: list[str]) -> str:
    """How others on this network reach the site, for a terminal: its addresses, and the first one as a QR code."""
    if not addresses:
        return ""
    code, drawn = QRCode(error_correction=ERROR_CORRECT_L, border=2), StringIO()
    code.add_data(addresses[0])
    code.print_ascii(out=drawn, invert=True)
    return "\n".join(
        ["Others on this network reach it at", *(f"  {each}" for each in addresses), drawn.getvalue()]
    )
