"""What the year runs on: a separate database, a mailbox file, a clock that can be moved, and crashes."""

import gc
import json
import os
import random
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import time_machine
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, connections
from django.test.utils import override_settings

from accounts.models import User
from games.notices.delivery import turn_part
from tools.year.hints import hints_at_once


class Mail(NamedTuple):
    """A mail accepted by the mail server."""

    at: datetime
    to: str
    subject: str
    name: str  # Message-ID
    body: str


class EmailBackend(BaseEmailBackend):
    """Appends each mail to the file `EMAIL_FILE_PATH` as a JSON line, so that it survives if the process is killed."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Append the mails; returns how many."""
        with Path(settings.EMAIL_FILE_PATH).open("a") as file:
            for mail in email_messages:
                told = (str(mail.subject), str(mail.extra_headers.get("Message-ID", "")), str(mail.body))
                line = Mail(datetime.now(UTC), mail.to[0], *told)
                file.write(json.dumps(line, default=datetime.isoformat) + "\n")
        return len(email_messages)


class Machine:
    """The year's clock, its mails, and a process that can be killed."""

    def __init__(self, clock: Any, mailbox: Path) -> None:
        self._clock, self._mailbox = clock, mailbox
        self.down_until = datetime.min.replace(tzinfo=UTC)

    @property
    def now(self) -> datetime:
        """The current time of the whole site."""
        return datetime.now(UTC)

    def go_to(self, when: datetime) -> None:
        """Move the clock forward; never back."""
        if when > self.now:
            self._clock.move_to(when)

    def pass_by(self, seconds: float) -> None:
        """Let this many seconds pass."""
        self.go_to(self.now + timedelta(seconds=seconds))

    def mails(self) -> list[Mail]:
        """All mails so far, in order."""
        if not self._mailbox.exists():
            return []
        lines = map(json.loads, self._mailbox.read_text().splitlines())
        return [Mail(datetime.fromisoformat(at), *told) for at, *told in lines]

    def crash(self, work: Callable[[], object], queries: int, down: timedelta) -> bool:
        """Do the work in a process that is killed after `queries` queries; returns whether it was killed.

        Afterwards the site is down for the time `down`. Raises RuntimeError if the work itself failed.
        """
        connections.close_all()  # two processes must not share one
        child = os.fork()
        if child == 0:
            _work_and_die(work, queries)
        _, status = os.waitpid(child, 0)
        self.down_until = self.now + down
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            raise RuntimeError("Expected the work to be done or killed, but it failed")
        return os.WIFSIGNALED(status)


def _work_and_die(work: Callable[[], object], queries: int) -> None:
    """Work in the child process until it is killed. Never returns."""
    left = queries

    def count(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*arguments)

    with suppress(BaseException), connection.execute_wrapper(count):
        work()
        os._exit(0)
    os._exit(1)


@contextmanager
def machine(start: datetime, seed: int) -> Iterator[Machine]:
    """A machine whose clock is at `start`; its database and mails are deleted afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="captain-year-")))
        stack.enter_context(_database(folder))
        mailbox = folder / "mails"
        stack.enter_context(
            override_settings(
                EMAIL_BACKEND=f"{EmailBackend.__module__}.EmailBackend", EMAIL_FILE_PATH=str(mailbox),
                DEBUG=False, THINKING_PROCESSES=0, THINKING_MS=5, BOT_ANSWER_MS=0,
                HEARTBEATS=False,
            )
        )  # fmt: skip
        stack.enter_context(hints_at_once())
        stack.enter_context(_without_pictures())
        random.seed(seed)  # simultaneous time-outs are processed in random order
        stack.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(200_000, 50, 100)  # otherwise garbage collection takes a twelfth of the time
        clock = stack.enter_context(time_machine.travel(start, tick=False))
        yield Machine(clock, mailbox)


@contextmanager
def _database(folder: Path) -> Iterator[None]:
    """A new database on the site's server; the site's own is not touched."""
    chosen = connection.settings_dict
    chosen["OPTIONS"].pop("pool", None)  # its threads would not survive a fork
    if connection.vendor == "sqlite":
        chosen["TEST"]["NAME"] = str(folder / "year.sqlite3")
    else:
        chosen["TEST"]["NAME"] = f"year_{os.getpid()}"
        # We kill the process but never the server, so committed data stays even before it is on disk.
        chosen["OPTIONS"]["options"] = "-c synchronous_commit=off -c jit=off"
    chosen["TEST"]["MIGRATE"] = False  # create tables from the models: seconds instead of a minute
    former = chosen["NAME"]
    connection.creation.create_test_db(verbosity=0, serialize=False)
    try:
        if User.objects.filter(kind=User.Kind.PERSON).exists():
            raise RuntimeError(f"Expected a database without people, but got {chosen['NAME']}")
        yield
    finally:
        connections.close_all()
        connection.creation.destroy_test_db(former, verbosity=0)


@contextmanager
def _without_pictures() -> Iterator[None]:
    """Leave pictures out of emails, because drawing them would take most of the time, and nobody looks at them."""
    names = vars(turn_part)
    drawn = names["drawn_or_none"]
    names["drawn_or_none"] = lambda _draw: b""
    try:
        yield
    finally:
        names["drawn_or_none"] = drawn
