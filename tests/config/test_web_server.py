"""A process that stops still answers the requests that it has received."""

import signal
import socket
import time

import pytest

from tests.config.test_serve import START_SECONDS, address_when_ready, start

__all__ = ["start"]  # a fixture

REQUEST = b"GET /about/ HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def site(start):
    """The running site and its port."""
    process = start("--port", "0")
    return process, int(address_when_ready(process).rsplit(":", 1)[1].strip("/"))


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS)


def test_a_received_request_is_answered_and_the_connection_closed(site):
    process, port = site
    with connected(port) as connection, connection.makefile("rb") as answer:
        connection.sendall(REQUEST[:20])
        time.sleep(0.2)  # until it is accepted
        for _ in range(2):  # one from systemd, and one from the parent process
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        connection.sendall(REQUEST[20:])
        read = answer.read()
    assert read.startswith(b"HTTP/1.1 200") and b"connection: close" in read.lower()
    assert process.wait(START_SECONDS) == 0


def test_no_connection_is_accepted_after_the_stop_and_idle_ones_are_closed(site):
    process, port = site
    with connected(port):
        time.sleep(0.2)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(START_SECONDS) == 0
    with pytest.raises(ConnectionRefusedError):
        connected(port)
    assert time.monotonic() - began < 14
