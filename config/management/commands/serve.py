"""`manage.py serve`: runs the whole site in one process; with PostgreSQL and Redis, the pages in several processes."""

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

from config.celery import app
from config.embedded_celery import EmbeddedCelery
from config.own_network import WIDE, allow_own_network, network_instructions
from config.web_server import serve
from games.bots.processes import thinkers_start

REPLAYED_FOR = 5  # seconds at startup
BACKLOG = 2048  # connections waiting to be accepted; after a restart all open pages reconnect at once


class Command(BaseCommand):
    """Serve the site until SIGINT or SIGTERM, then exit with code 0."""

    help = "Run the site. Without REDIS_URL, the Celery worker and beat run in the same process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for address and processes."""
        parser.add_argument("--port", type=int, default=settings.PORT, help="default: PORT, or 8000")
        parser.add_argument(
            "--host",
            default=WIDE[0] if settings.DEBUG else "127.0.0.1",
            help="address to listen on; default: all addresses in development, else 127.0.0.1",
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.WEB_PROCESSES,
            help="default: WEB_PROCESSES, or one per core",
        )
        parser.add_argument(
            "--prepared",
            action="store_true",
            help="skip migrations and static files, which are already up to date",
        )

    def handle(self, *, port: int, host: str, processes: int, prepared: bool, **options: Any) -> None:
        """Prepare the database and the static files, then serve."""
        signal.signal(signal.SIGTERM, _stop_before_ready)
        if settings.EMBEDDED and processes > 1:
            raise CommandError(
                "Several web processes need REDIS_URL, because they notify each other's pages through Redis. "
                "Set it, or use one process."
            )
        try:
            listening = _listening_socket(host, port)
            addresses = allow_own_network(host, listening.getsockname()[1])
            if not prepared:
                _prepare()
            self._serve(listening, processes, network_instructions(addresses) + _demo_instructions())
        except KeyboardInterrupt:
            pass

    def _serve(self, listening: socket.socket, processes: int, words: str) -> None:
        port = listening.getsockname()[1]

        def ready() -> None:
            self.stdout.write(f"Ready: http://localhost:{port}/\n{words}")
            self.stdout.flush()

        with ExitStack() as running:
            if settings.SQLITE:
                running.enter_context(_keep_sqlite_open())
            if settings.EMBEDDED:
                running.enter_context(_embedded_celery())
            serve(listening, processes, ready)


def _prepare() -> None:
    call_command("upgrade_check", allow_stops=True, verbosity=0)  # prints the tables that will be stopped
    call_command("migrate", verbosity=0, interactive=False)
    call_command("upgrade_check", apply=True, verbosity=0, stdout=StringIO())
    call_command("replay_check", tell=True, seconds=REPLAYED_FOR, verbosity=0)
    if not settings.DEBUG:
        call_command("collectstatic", verbosity=0, interactive=False)


def _stop_before_ready(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)  # runs the clean-up; once ready, the server handles the signal itself


def _listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket on this address. Raises CommandError if another program uses it."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        taken = f"Port {port} is in use by another program. Choose another one with --port or PORT."
        raise CommandError(taken) from error
    return made


@contextmanager
def _keep_sqlite_open() -> Iterator[None]:
    """Keep one idle connection open, because closing the last one makes SQLite write back and delete the WAL."""
    name = settings.DATABASES["default"]["NAME"]
    with closing(sqlite3.connect(name, check_same_thread=False)) as anchor:
        anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield


@contextmanager
def _embedded_celery() -> Iterator[None]:
    # Threads waiting for a bot must not delay emails and deadlines.
    celery = EmbeddedCelery(app, concurrency=2 + settings.THINKING_PROCESSES)
    celery.start()
    thinkers_start()
    try:
        yield
    finally:
        celery.stop()


def _demo_instructions() -> str:
    """Return the demo's log-in instructions, creating the demo in an empty development database.

    The text is stored in `VAR`, because later starts show it too.
    """
    kept = settings.VAR / "demo.txt"
    if not settings.DEBUG or "demo" not in get_commands():
        return ""
    if not get_user_model().objects.exists():
        words = StringIO()
        call_command("demo", stdout=words)
        kept.write_text(words.getvalue())
    return kept.read_text() if kept.exists() else ""
