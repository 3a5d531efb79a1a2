"""Requests to URLs given by players. They only reach hosts on the public internet.

A host name is resolved once, and we connect only to the addresses that were checked, one after another, so DNS
rebinding has no effect. We do not follow redirects, and we ignore proxies from the environment.
"""

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from threading import Timer
from typing import Any, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.models import Notice

EACH = 5  # seconds for each network operation
ALL = 12  # seconds for the whole request, so that a slow server can't block the worker

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052: an IPv4 address in the last four bytes


class NotDelivered(Exception):
    """A message couldn't be delivered; it will be retried later."""

    def __init__(self, reason: Notice.Reason, detail: str = "", *, is_gone: bool = False) -> None:
        self.reason = reason  # for the player
        self.is_gone = is_gone  # the other side never wants messages again
        self.detail = detail or str(reason.label)  # for moderators
        super().__init__(self.detail)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to the URL; returns the status of the response. Raises NotDelivered if there is none."""
    parts = expect_sendable(url)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        with closing(_connection(parts)) as connection, _cut_off_after(ALL, connection):
            connection.request("POST", target, body, dict(headers))
            return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotDelivered(Notice.Reason.NO_ANSWER, f"{type(error).__name__}: {error}") from error


def expect_sendable(url: str) -> SplitResult:
    """The parts of the URL, if we may post to it. Raises NotDelivered otherwise."""
    with suppress(ValueError):
        parts = urlsplit(url)
        schemes = ("https", "http") if settings.OUTBOUND_PLAIN_HTTP else ("https",)
        if parts.scheme in schemes and parts.hostname and parts.port != 0 and "@" not in parts.netloc:
            return parts
    raise NotDelivered(Notice.Reason.NOT_SENDABLE)


def is_reachable(address: str) -> bool:
    """Whether we may connect to this IP address: it is public, or in a network allowed by the settings."""
    ip = _embedded(ipaddress.ip_address(address.partition("%")[0]))
    if any(ip in ipaddress.ip_network(network) for network in settings.OUTBOUND_NETWORKS):
        return True
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or getattr(ip, "is_site_local", False))


def _embedded(ip: Address) -> Address:
    """The IPv4 address embedded in an IPv6 address, or else `ip` itself."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


class _Plain(http.client.HTTPConnection):
    """An HTTP connection to a checked address."""

    def connect(self) -> None:
        """Connect to a checked address."""
        self.sock = _socket_to(self.host, self.port)


class _Secure(http.client.HTTPSConnection):
    """An HTTPS connection to a checked address. The certificate must be valid for the host name."""

    def connect(self) -> None:
        """Connect to a checked address."""
        sock = _socket_to(self.host, self.port)
        try:
            self.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self.host)
        except BaseException:
            sock.close()
            raise


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    made = _Secure if parts.scheme == "https" else _Plain
    # Without a port, http.client would take the end of an IPv6 address for one.
    return made(parts.hostname or "", parts.port or made.default_port, timeout=EACH)


def _socket_to(host: str, port: int) -> socket.socket:
    """Connect to the first reachable address of the host that accepts."""
    end, refusal = time.monotonic() + ALL, None
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        left = end - time.monotonic()
        if left > 0 and is_reachable(str(address[0])):
            try:
                return _connect(socket.socket(family, kind, protocol), address, min(EACH, left))
            except OSError as error:
                refusal = error
    raise refusal or NotDelivered(Notice.Reason.NOT_PUBLIC, f"refused to connect to {host}")


def _connect(sock: socket.socket, address: Any, seconds: float) -> socket.socket:
    sock.settimeout(seconds)
    try:
        sock.connect(address)
    except BaseException:
        sock.close()
        raise
    sock.settimeout(EACH)
    return sock


@contextmanager
def _cut_off_after(seconds: float, connection: http.client.HTTPConnection) -> Iterator[None]:
    """Close the connection after this time, even while it is being read."""

    def cut() -> None:
        sock = connection.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
