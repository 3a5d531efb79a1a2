"""`manage.py serve`: everything that the site needs, in one process."""

import signal
import socket
import sqlite3
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import StringIO
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from config.celery import app
from config.embedded_celery import EmbeddedCelery

# After a restart all open pages come back at once. Twisted lets 50 of them wait and Daphne cuts off those that are not
# served within 5 seconds: of 2,000 sockets that were opened at once, a third.
WAITING = 1024  # connections
HANDSHAKE = 60  # seconds


class Command(BaseCommand):
    """Serve the site until it is told to stop (SIGINT or SIGTERM), and then end with exit code 0."""

    help = "Serve the site; without REDIS_URL the Celery worker and beat run inside this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to listen."""
        parser.add_argument("--port", type=int, default=settings.PORT, help="default: PORT, or 8000")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")

    def handle(self, *, port: int, host: str, **options: Any) -> None:
        """Prepare the database and the files, then serve."""
        signal.signal(signal.SIGTERM, _stop_before_ready)
        try:
            _refuse_taken_port(host, port)
            call_command("upgrade_check", allow_stops=True, verbosity=0)  # says what will be stopped
            call_command("migrate", verbosity=0, interactive=False)
            call_command("upgrade_check", apply=True, verbosity=0, stdout=StringIO())
            if not settings.DEBUG:
                call_command("collectstatic", verbosity=0, interactive=False)
            self._serve(host, port, _demo_words())
        except KeyboardInterrupt:
            pass

    def _serve(self, host: str, port: int, words: str) -> None:
        # Imported late: they set up the reactor of the process.
        from daphne.server import Server  # noqa: PLC0415  # only where it serves
        from twisted.internet import reactor  # noqa: PLC0415  # only where it serves

        later: Any = reactor

        def ready() -> None:
            self.stdout.write(f"Ready: http://localhost:{server.listening_addresses[0][1]}/\n{words}")
            self.stdout.flush()

        server = Server(
            import_string(settings.ASGI_APPLICATION),
            endpoints=[f"tcp:port={port}:interface={_escaped(host)}:backlog={WAITING}"],
            websocket_handshake_timeout=HANDSHAKE,
            websocket_connect_timeout=HANDSHAKE,
            # Told once it runs, and so handles the signals: Daphne calls shortly before, and a signal may get lost.
            ready_callable=lambda: later.callLater(0, ready),
        )
        with ExitStack() as running:
            if settings.SQLITE:
                running.enter_context(_sqlite_kept_open())
            if settings.EMBEDDED:
                running.enter_context(_embedded_celery())
            server.run()
        if not server.listening_addresses:
            raise CommandError(_taken(port))


def _stop_before_ready(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)  # runs the clean-up; from the moment it is ready, the reactor handles the signal


def _escaped(host: str) -> str:
    """Return `host` as the description of an endpoint wants it: an IPv6 address has colons."""
    return host.replace(":", r"\:")


def _taken(port: int) -> str:
    return f"Port {port} is taken by another program: choose another one with --port or PORT."


def _refuse_taken_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(_taken(port)) from error


@contextmanager
def _sqlite_kept_open() -> Iterator[None]:
    """Keep one idle connection open: closing the last one would write out and delete the log each time."""
    name = settings.DATABASES["default"]["NAME"]
    with closing(sqlite3.connect(name, check_same_thread=False)) as anchor:
        anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield


@contextmanager
def _embedded_celery() -> Iterator[None]:
    celery = EmbeddedCelery(app)
    celery.start()
    try:
        yield
    finally:
        celery.stop()


def _demo_words() -> str:
    """Return what the demonstration says of its log-ins, setting it up on an empty development database.

    The words are kept beside the database, because the second start wants to show them too.
    """
    kept = settings.VAR / "demo.txt"
    if not settings.DEBUG or "demo" not in get_commands():
        return ""
    if not get_user_model().objects.exists():
        words = StringIO()
        call_command("demo", stdout=words)
        kept.write_text(words.getvalue())
    return kept.read_text() if kept.exists() else ""
