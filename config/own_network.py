"""The development site in the local network: its addresses, who may use them, and the URL for links in emails."""

import os
import socket
from io import StringIO
from ipaddress import ip_address

from django.conf import settings
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L

WIDE = ("0.0.0.0", "::")  # noqa: S104  # addresses to listen on so that other machines can connect
_TEST_ADDRESS = ("192.0.2.1", 9)  # RFC 5737: reserved; nothing is sent, we only ask for the route


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses that others may reach, starting with that of the default route."""
    found = [_default_route_address(), *_host_name_addresses()]
    return [each for each in dict.fromkeys(found) if each and not ip_address(each).is_loopback]


def _default_route_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_TEST_ADDRESS)
        except OSError:  # no network
            return ""
        return str(probe.getsockname()[0])


def _host_name_addresses() -> list[str]:
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def allow_own_network(host: str, port: int) -> list[str]:
    """Allow the addresses on which this process listens, and let emails link to the first; returns the network's URLs.

    Only in development. A SITE_URL from the environment is kept. Processes started later read the values from the
    environment.
    """
    if not settings.DEBUG:
        return []
    addresses = own_addresses() if host in WIDE else [] if _is_local(host) else [host]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *(_url_host(each) for each in addresses)]
    if "SITE_URL" not in os.environ:
        settings.SITE_URL = f"http://{_url_host(addresses[0]) if addresses else 'localhost'}:{port}"
    os.environ.update(ALLOWED_HOSTS=",".join(settings.ALLOWED_HOSTS), SITE_URL=settings.SITE_URL)
    return [f"http://{_url_host(each)}:{port}/" for each in addresses]


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _url_host(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def network_instructions(addresses: list[str]) -> str:
    """How others in this network reach the site, for a terminal: the URLs, and the first one as a QR code."""
    if not addresses:
        return ""
    code, drawn = QRCode(error_correction=ERROR_CORRECT_L, border=2), StringIO()
    code.add_data(addresses[0])
    code.print_ascii(out=drawn, invert=True)
    return "\n".join(
        [
            "Other devices on your network can open it at",
            *(f"  {each}" for each in addresses),
            drawn.getvalue(),
        ]
    )
