"""`manage.py serve` as a user starts it: a separate process, on an empty folder."""

import json
import os
import queue
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar

import pytest
from django.conf import settings

from config.own_network import own_addresses
from tests.served.processes import is_free, thinking_child, until

pytestmark = pytest.mark.xdist_group("serve")  # they share a folder that takes long to make

START_SECONDS = 180  # a busy machine is slow, and a long limit costs nothing when all is well
STOP_SECONDS = 120


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the folder of a site that was started once, which creates its database and demo tables."""
    folder = tmp_path_factory.mktemp("installed")
    with running(folder) as start:
        serves_until_stopped(start("--port", "0"), signal.SIGTERM)
    return folder


def serves_until_stopped(process, number):
    address = address_when_ready(process)
    assert status_of(address + "accounts/login/") == 200
    assert status_of(address + "static/accounts/time_zone.js") == 200
    code, output = stopped(process, number)
    assert code == 0, output
    assert "Traceback" not in output


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a new site and returns the process, with the lines that it prints."""
    with running(tmp_path) as run:
        yield run


@pytest.fixture
def restart(installed, tmp_path):
    """Return a function that starts a site which has been started before."""
    shutil.copytree(installed, tmp_path, dirs_exist_ok=True)
    with running(tmp_path) as run:
        yield run


@pytest.fixture(scope="module")
def address(installed, tmp_path_factory):
    """Return the address of a site that several tests use, and check at the end that it stops well."""
    folder = shutil.copytree(installed, tmp_path_factory.mktemp("shared"), dirs_exist_ok=True)
    with running(folder) as run:
        process = run("--port", "0", SOCKETS_PER_ADDRESS="1000", SOCKETS_PER_PERSON="1000")
        yield address_when_ready(process)
        code, output = stopped(process, signal.SIGTERM)
        assert (code, "Traceback" in output) == (0, False), output


def port_of(address):
    return int(address.rstrip("/").rpartition(":")[2])


@contextmanager
def running(folder):
    """Yield a function that starts the site on this folder; at the end, kill all that it started."""
    started = []

    def run(*arguments, **environ):
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *arguments],
            cwd=settings.BASE_DIR,
            env={
                "PATH": os.environ["PATH"],
                "CAPTAIN_VAR": str(folder),
                "PYTHONUNBUFFERED": "1",
                **environ,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    try:
        yield run
    finally:
        for process in started:
            process.kill()
            process.communicate()


def address_when_ready(process):
    """Return the address that the process prints once it is ready."""
    lines = queue.Queue()
    threading.Thread(target=lambda: lines.put(process.stdout.readline()), daemon=True).start()
    line = lines.get(timeout=START_SECONDS)
    assert line.startswith("Ready: http://localhost:"), line + process.stdout.read()
    return line.split()[1]


def status_of(address):
    with urllib.request.urlopen(address, timeout=60) as response:
        return response.status


def stopped(process, number):
    process.send_signal(number)
    output, _ = process.communicate(timeout=STOP_SECONDS)
    return process.returncode, output


def test_the_site_serves_until_stopped_and_can_be_restarted(installed, restart, tmp_path):
    serves_until_stopped(restart("--port", "0"), signal.SIGINT)
    assert (tmp_path / "secret_key").read_text() == (installed / "secret_key").read_text()


def test_the_children_of_a_killed_site_free_its_port(restart):
    process = restart("--port", "0", THINKING_PROCESSES="1")
    port = port_of(address_when_ready(process))
    until(lambda: thinking_child(process.pid), "a child that thinks")
    process.kill()
    process.communicate(timeout=STOP_SECONDS)  # returns when the last child has closed the output
    assert is_free(port)


def test_a_taken_port_is_reported_in_one_line(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start(PORT=str(port))
        output, _ = process.communicate(timeout=START_SECONDS)
    assert process.returncode == 1
    assert output == (
        f"CommandError: Port {port} is in use by another program. Choose another one with --port or PORT.\n"
    )


def test_a_public_site_serves_compressed_files_by_their_fingerprint(restart, tmp_path):
    process = restart(
        "--port",
        "0",
        DEBUG="0",
        SECRET_KEY="kZ3-9fQx_71LwPzTtY0aVbN5mRgHcJdEsUoI2q8KyWnXlM4v6i",
        ALLOWED_HOSTS="localhost",
        EMAIL_URL="smtp://localhost:1",
    )
    address = address_when_ready(process)
    assert status_of(address + "accounts/signup/") == 200
    script = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"][
        "accounts/time_zone.js"
    ]
    assert script != "accounts/time_zone.js"
    request = urllib.request.Request(address + "static/" + script, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert "immutable" in response.headers["Cache-Control"]


@pytest.mark.parametrize("file", ["compose.yaml", "deploy/systemd/captain-web.service", "docs/deploying.md"])
def test_a_public_site_is_served_as_it_is_tested(file):
    assert "manage.py serve --prepared" in (settings.BASE_DIR / file).read_text()


HANDSHAKE = (
    "GET /ws/ HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_all_pages_can_reconnect_at_once(address):
    """This happens after a restart: with its default limits, Daphne refuses a third of 2,000."""
    port, opened = port_of(address), []
    try:
        for _ in range(400):  # they don't wait for one another
            opened.append(socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS))
            opened[-1].sendall(HANDSHAKE.format(port=port).encode())
        answers = [each.recv(12) for each in opened]
    finally:
        for each in opened:
            each.close()
    assert set(answers) == {b"HTTP/1.1 101"}


def test_a_request_of_two_lengths_is_refused(address):
    """A proxy and the site must always agree where a request ends."""
    port = port_of(address)
    assert (
        first_line(port, b"Content-Length: 4\r\n\r\na=bc").split()[1] == b"403"
    )  # accepted, but without its token
    for lengths in (
        b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        b"Content-Length: 4\r\nContent-Length: 5\r\n\r\na=bcd",
        b"Content-Length: +4\r\n\r\na=bc",
    ):
        assert first_line(port, lengths).split()[1] == b"400", lengths


def first_line(port, rest):
    with socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS) as connection:
        connection.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n" + rest)
        with connection.makefile("rb") as answer:
            return answer.readline()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104
def test_emails_link_to_where_the_site_listens(restart, tmp_path, host):
    process = restart("--port", "0", "--host", host)
    port = port_of(address_when_ready(process))
    others = own_addresses() if host == "0.0.0.0" else []  # noqa: S104
    visitor = Visitor(f"http://{others[0] if others else 'localhost'}:{port}")  # an allowed address
    assert visitor.get("/accounts/password/reset/")[0] == 200
    assert visitor.post("/accounts/password/reset/", email="anne@example.org")[0] == 200
    [mail] = (tmp_path / "mail").glob("*.eml")
    assert f"{visitor.address}/accounts/" in mail.read_text()
    assert visitor.get("/_mail/")[0] == (404 if others else 200)
    process.send_signal(signal.SIGTERM)
    output = process.stdout.read()
    assert [f"  http://{each}:{port}/" in output for each in others] == [True] * len(others)
    assert ("\u2580" in output) == bool(others)  # the QR code


class Visitor:
    """A client with cookies at a running site."""

    def __init__(self, address):
        self.address, self.jar = address, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path):
        return self._ask(path, None)

    def post(self, path, **fields):
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        return self._ask(path, urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode())

    def _ask(self, path, data):
        try:
            with self.opener.open(self.address + path, data, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def test_on_a_full_disk_pages_can_be_read_and_nothing_is_written(restart):
    """A limit of zero bytes stops every file from growing or changing, like a full disk."""
    process = restart("--port", "0")
    visitor = Visitor(address_when_ready(process))
    threading.Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would block the process
    visitor.get("accounts/login/")
    assert "Log out" in visitor.post("accounts/login/", login="anne", password="ahoy-captain")[1]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
    for path in ("lobby/", "tables/1/", "tables/1/log/", "accounts/profile/", "about/", "rules/captivate/"):
        assert visitor.get(path)[0] == 200, path
    assert visitor.post("tables/1/propose/", propose="end")[0] == 503
    assert 'id="read-only"' in visitor.get("tables/")[1]
    assert (visitor.get("readyz")[0], visitor.get("readyz?only=web")[0]) == (503, 200)


def test_the_sites_worker_and_beat_are_watched_too(address):
    """The last test, because the site takes a minute until it tells everything about itself."""
    end = time.monotonic() + START_SECONDS
    while True:
        with urllib.request.urlopen(address + "readyz", timeout=60) as answer:
            found = json.load(answer)
        processes = {role: found["watched"][role]["processes"] for role in ("web", "worker", "beat")}
        if processes == dict.fromkeys(processes, 1) and found["watched"]["sweep"]["seen"]:
            break
        assert time.monotonic() < end, found
        time.sleep(0.5)
    with urllib.request.urlopen(address + "metrics", timeout=60) as answer:
        assert b'captain_processes{role="worker"} 1.0' in answer.read()
