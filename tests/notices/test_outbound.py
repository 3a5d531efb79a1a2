"""Requests to players' URLs never reach hosts that are not public, however the URLs are written."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from games.notices.delivery import outbound
from games.notices.delivery.outbound import NotDelivered, is_reachable, post

PRIVATE = [
    "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0",  # noqa: S104  # an address to be refused
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "2002:a00:1::",
]  # fmt: skip
PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "64:ff9b::101:101"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address):
    assert not is_reachable(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address):
    assert is_reachable(address)


def test_private_networks_can_be_allowed(settings):
    settings.OUTBOUND_NETWORKS = ["10.1.2.0/24"]
    assert is_reachable("10.1.2.3") and is_reachable("::ffff:10.1.2.3") and not is_reachable("10.1.3.3")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0", "[::1]", "[::ffff:127.0.0.1]"],
)
def test_no_spelling_of_a_private_address_is_accepted(endpoint, settings, host):
    settings.OUTBOUND_NETWORKS = []
    with pytest.raises(NotDelivered, match=r"refused to connect|Error"):
        post(endpoint.url(host=host), b"{}", {})
    assert endpoint.posts == []


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https://a:b@example.org/",
     "javascript:alert(1)", "https://example.org:port/", "//example.org/", ""],
)  # fmt: skip
def test_only_https_urls_with_a_plain_host_name_are_accepted(settings, url):
    settings.OUTBOUND_PLAIN_HTTP = False
    with pytest.raises(NotDelivered, match="can't send to this address"):
        post(url, b"{}", {})


@pytest.mark.parametrize(
    ("host", "asked"),
    [("[2606:4700::1111]", ("2606:4700::1111", 443)), ("[2606:4700::a]", ("2606:4700::a", 443)),
     ("[2606:4700::1]:8443", ("2606:4700::1", 8443)), ("a b", None)],
)  # fmt: skip
def test_an_ip_address_is_used_as_written(monkeypatch, host, asked):
    lookups = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *where, **_how: lookups.append(where) or [])
    with pytest.raises(NotDelivered):  # and no other error: it counts as a failure of the webhook
        post(f"https://{host}/x", b"{}", {})
    assert lookups == [asked] * bool(asked)


def test_the_connection_goes_to_the_checked_address(endpoint, settings, monkeypatch):
    """A name that would resolve differently the second time (DNS rebinding) is resolved only once."""
    settings.OUTBOUND_NETWORKS = ["127.0.0.2/32"]
    answers = iter(["127.0.0.2", "127.0.0.1", "127.0.0.1"])
    asked = []

    def lookup(host, port, *args, **kwargs):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert post(endpoint.url(host="rebound.example"), b"{}", {}) == 201
    assert (asked, [where for where, *_ in endpoint.posts]) == (["rebound.example"], ["127.0.0.2"])


def test_private_addresses_of_a_name_are_skipped(endpoint, settings, monkeypatch):
    settings.OUTBOUND_NETWORKS = ["127.0.0.3/32"]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, endpoint.server_port))
             for address in ("10.0.0.1", "127.0.0.1", "127.0.0.3")]  # fmt: skip
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    assert post(endpoint.url(host="mixed.example"), b"{}", {}) == 201
    assert [where for where, *_ in endpoint.posts] == ["127.0.0.3"]


def names(monkeypatch, port, *addresses):
    """Let every name resolve to these addresses, in this order."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)


@pytest.fixture
def at_one_address(settings):
    """Return an endpoint at 127.0.0.4; all other addresses of this machine refuse the connection."""
    settings.OUTBOUND_NETWORKS, settings.OUTBOUND_PLAIN_HTTP = ["127.0.0.0/29"], True
    with socket.create_server(("127.0.0.4", 0)) as server:
        server.settimeout(60)
        yield server


def answered_at(server):
    """Answer one request; returns the address that it was sent to."""
    connection, _ = server.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        return connection.getsockname()[0]


def test_after_a_refusal_the_next_allowed_address_is_tried(at_one_address, monkeypatch):
    port = at_one_address.getsockname()[1]
    names(monkeypatch, port, "127.0.0.2", "10.0.0.1", "127.0.0.3", "127.0.0.4", "127.0.0.5")
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(answered_at, at_one_address)
        assert post(f"http://several.example:{port}/", b"{}", {}) == 201
        assert answer.result() == "127.0.0.4"


def test_a_forbidden_address_is_never_tried(at_one_address, settings, monkeypatch):
    settings.OUTBOUND_NETWORKS = ["127.0.0.2/31"]
    port = at_one_address.getsockname()[1]
    names(monkeypatch, port, "127.0.0.2", "127.0.0.4", "127.0.0.3")
    with pytest.raises(NotDelivered, match="ConnectionRefusedError"):
        post(f"http://several.example:{port}/", b"{}", {})
    at_one_address.settimeout(0.2)
    with pytest.raises(TimeoutError):
        at_one_address.accept()


def test_many_silent_addresses_share_the_time_of_one_request(settings, monkeypatch):
    settings.OUTBOUND_NETWORKS, settings.OUTBOUND_PLAIN_HTTP = ["127.0.0.0/8"], True
    monkeypatch.setattr(outbound, "ALL", 1)
    monkeypatch.setattr(outbound, "EACH", 0.4)
    with full_server() as port:
        names(monkeypatch, port, *["127.0.0.1"] * 100)  # waiting for each would take forty seconds
        begun = time.monotonic()
        with pytest.raises(NotDelivered, match="TimeoutError"):
            post(f"http://several.example:{port}/", b"{}", {})
        assert 0.9 < time.monotonic() - begun < 20


@contextmanager
def full_server():
    """Return a port where nobody can connect, because its queue is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server, ExitStack() as waiting:
        for _ in range(4):
            caller = waiting.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(server.getsockname())
        yield server.getsockname()[1]


def test_redirects_are_not_followed(endpoint):
    endpoint.status, endpoint.headers = 302, {"Location": endpoint.url("/inner")}
    assert post(endpoint.url(), b"{}", {}) == 302
    assert [path for _, path, *_ in endpoint.posts] == ["/hook"]


def test_proxies_of_the_environment_are_not_used(endpoint, monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert post(endpoint.url(), b"{}", {}) == 201


def test_a_slow_response_times_out(endpoint, monkeypatch):
    monkeypatch.setattr(outbound, "EACH", 0.2)
    endpoint.slowness = 10
    with pytest.raises(NotDelivered, match="TimeoutError"):
        post(endpoint.url(), b"{}", {})


def test_a_trickling_response_is_cut_off(settings, monkeypatch):
    settings.OUTBOUND_NETWORKS, settings.OUTBOUND_PLAIN_HTTP = ["127.0.0.0/8"], True
    monkeypatch.setattr(outbound, "ALL", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        import threading

        threading.Thread(target=_drip, args=(server,), daemon=True).start()
        begun = time.monotonic()
        with pytest.raises(NotDelivered):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        assert time.monotonic() - begun < 20


def _drip(server):
    connection, _ = server.accept()
    with connection:
        try:
            for _ in range(400):  # forty seconds
                connection.sendall(b"H")
                time.sleep(0.1)
        except OSError:
            pass
