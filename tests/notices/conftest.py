"""Tables at a fixed hour, and functions that advance time and games."""

import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core import mail

from games.clock.clocks import Fixed
from games.models import Notice, Preferences, Seat, Table
from games.tables.lobby import Pace
from games.web.tasks import sweep
from tests.play import first_move, post_move, running_table

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)  # a Wednesday
END = '{"type":"end"}'


@pytest.fixture
def clock(time_machine):
    """Set the time to noon, and return a function that advances it and then sweeps."""
    time_machine.move_to(NOON, tick=False)

    def go_on(*, look=True, **span):
        time_machine.shift(timedelta(**span))
        if look:
            sweep()

    return go_on


@pytest.fixture
def hand_over(client_for):
    """Return a function that plays the whole turn of the seat to act."""

    def play(table):
        seat = Seat.objects.select_related("user").get(table=table, is_awaited=True)
        client = client_for(seat.user)
        for move in (first_move(table, seat.number), END):
            assert post_move(client, table, move).status_code == 302

    return play


@pytest.fixture
def bobs_turn(alice, bob, clock, hand_over):
    """Return a function that creates a table where Bob's turn has just begun; nothing is sent yet."""

    def make(**columns) -> Table:
        table = running_table(alice, bob, **columns)
        hand_over(table)
        Notice.objects.filter(user=alice).delete()
        return table

    return make


@pytest.fixture
def choose():
    """Return a function that sets some of a player's preferences."""

    def change(user, **choices) -> Preferences:
        row, _ = Preferences.objects.update_or_create(pk=user.pk, defaults=choices)
        return row

    return change


def fixed(*, hours):
    """Return a fixed clock with this many hours for each move."""
    return Pace(Fixed(int(hours * 3600)))


def subjects(user):
    """Return the subjects of the emails to the user, oldest first."""
    return [message.subject for message in mail.outbox if message.to == [user.email]]


def told(user, **columns):
    """Return the user's notices as (kind, status, reason)."""
    rows = Notice.objects.filter(user=user, **columns).order_by("pk")
    return [(row.kind, row.status, row.reason_words) for row in rows]


class Endpoint(ThreadingHTTPServer):
    """A local server that records what is posted to it and answers as configured."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("0.0.0.0", 0), _Handler)  # noqa: S104  # every address of the loop, and nobody is told
        self.posts, self.status, self.headers, self.slowness = [], 201, {}, 0.0

    def url(self, path="/hook", host="127.0.0.1"):
        return f"http://{host}:{self.server_port}{path}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((self.connection.getsockname()[0], self.path, dict(self.headers), body))
        time.sleep(self.server.slowness)
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def endpoint(settings):
    """Return a running endpoint, allowed although it is local and uses plain HTTP."""
    settings.OUTBOUND_NETWORKS, settings.OUTBOUND_PLAIN_HTTP = ["127.0.0.0/8"], True
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
