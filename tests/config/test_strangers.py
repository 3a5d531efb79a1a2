"""What strangers can cause is at most a warning, because errors are emailed to the operators."""

import logging
import socket
from urllib.parse import urlsplit

import pytest

from games.upkeep.figures import figures_now

pytestmark = pytest.mark.django_db(transaction=True)

FORM = f"Cookie: csrftoken={'t' * 32}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
SOCKET = f"Connection: Upgrade\r\nUpgrade: websocket\r\n{KEY}"
ORIGIN = "Host: localhost\r\nOrigin: http://localhost\r\n"
REQUESTS = [
    ("POST /play/", f"{FORM}2000000\r\n", "x=" + "a" * 1_999_998, 400, "RequestDataTooBig"),
    ("POST /play/", f"{FORM}2400\r\n", "&a=1" * 600, 400, "TooManyFieldsSent"),
    ("GET /", "Host: evil.example\r\n", "", 400, "DisallowedHost"),
    ("GET /nowhere/", f"{SOCKET}{ORIGIN}", "", 403, ""),
    ("GET /ws/tables/99999999999999999999/", f"{SOCKET}{ORIGIN}", "", 101, ""),
    ("GET /ws/", f"{SOCKET}Origin: http://[\r\n", "", 400, ""),
    ("GET /ws/", f"{SOCKET}{ORIGIN}Cookie: sessionid=\xff; csrftoken=\xff\r\n", "", 101, ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "headers", "body", "status", "kind"), REQUESTS)
def test_no_strangers_request_is_logged_as_an_error(asgi_server, caplog, line, headers, body, status, kind):
    address = urlsplit(asgi_server)
    host = "" if "Host: " in headers else "Host: localhost\r\n"
    with socket.create_connection((address.hostname, address.port), timeout=20) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\n{host}{headers}\r\n{body}".encode("latin-1"))
        assert connection.recv(100).split()[1] == str(status).encode()
    assert [each for each in caplog.records if each.levelno > logging.WARNING] == []
    assert not kind or ["refused", kind] in [name for name, _number in figures_now()["counts"]]
