"""The site as a community runs it: web, worker and beat as separate processes, with PostgreSQL and Redis."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings as site
from django.db import connection

if TYPE_CHECKING:
    from tests.served.services import OwnRedis

BIN = Path(sys.executable).parent


class Site:
    """Processes that share a database, a Redis and a folder of emails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []
        self.clock: Path | None = None  # a file with the clock's error in seconds
        self.environment = {
            **os.environ, "DATABASE_URL": _test_database(), "REDIS_URL": site.REDIS_URL, "CAPTAIN_VAR": str(folder),
            "SECRET_KEY": site.SECRET_KEY, "DEBUG": "1", "LOG_LEVEL": "INFO", "MOVES_PER_MINUTE": "100000",
            "DJANGO_SETTINGS_MODULE": "tests.served.settings", "DB_POOL": "1",
        }  # fmt: skip

    def use(self, redis: "OwnRedis") -> "OwnRedis":
        """Let processes that start from now on use the test's own Redis."""
        self.environment["REDIS_URL"] = redis.url
        return redis

    def be_public(self) -> None:
        """Let processes that start from now on run as on a public site: without DEBUG, with collected static files."""
        self.environment.update(DEBUG="0", ALLOWED_HOSTS="localhost,127.0.0.1")
        self.environment.setdefault("EMAIL_URL", "smtp://127.0.0.1:1")
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput"]
        subprocess.run(collect, env=self.environment, check=True, capture_output=True)

    def step_clock(self, seconds: float) -> None:
        """Set the clocks forward or back, for running processes and those that start later."""
        draft = self.folder / "clock.draft"
        draft.write_text(str(seconds))
        self.clock = draft.replace(self.folder / "clock")

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a process; its output goes to a file in the folder."""
        if self.clock is not None:
            program = Path(command[0]).name
            command = (sys.executable, "-m", "tests.served.stepped", str(self.clock), program, *command[1:])
        with (self.folder / f"{len(self.running)}.log").open("wb") as out:
            process = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out)
        self.running.append(process)
        return process

    def web(self, processes: int = 1) -> tuple[subprocess.Popen[bytes], int]:
        """Start a web process, or several on one port, wait until it answers, and return it with its port.

        With a wrong clock it is Daphne, because the site has to run on that, too.
        """
        port = free_port()
        serve = [sys.executable, "manage.py", "serve", "--prepared", "--port", str(port)]
        if self.clock is None:
            process = self.start(*serve, "--processes", str(processes))
        else:
            process = self.start(str(BIN / "daphne"), "-p", str(port), "config.asgi:application")
        until(lambda: _answers(port), f"web process on {port}")
        return process, port

    def worker(self) -> subprocess.Popen[bytes]:
        """Start a Celery worker."""
        return self.start(str(BIN / "celery"), "-A", "config", "worker", "-P", "threads", "-c", "2")

    def thinker(self) -> tuple[subprocess.Popen[bytes], int]:
        """Start a worker of the queue of thoughts; returns it and the process id of its child that thinks."""
        command = (
            str(BIN / "celery"),
            "-A",
            "config",
            "worker",
            "-Q",
            "thinking",
            "-P",
            "threads",
            "-c",
            "1",
        )
        worker = self.start(*command)
        return worker, until(lambda: thinking_child(worker.pid), "a child that thinks")

    def beat(self) -> subprocess.Popen[bytes]:
        """Start Celery's beat, which starts the sweeps."""
        return self.start(str(BIN / "celery"), "-A", "config", "beat")

    def mails(self) -> list[str]:
        """Return all emails that were sent, as text."""
        return [path.read_text() for path in sorted((self.folder / "mail").glob("*.eml"))]

    def stop(self) -> None:
        """End every process."""
        for process in self.running:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def thinking_child(pid: int) -> int:
    """Return the process id of a child with its own process group and idle priority; 0 without one."""
    with suppress(OSError):  # threads and processes come and go
        children = [
            int(child)
            for thread in Path(f"/proc/{pid}/task").iterdir()
            for child in (thread / "children").read_text().split()
        ]
        own = (child for child in children if os.getpgid(child) == child)
        return next((child for child in own if os.sched_getscheduler(child) == os.SCHED_IDLE), 0)
    return 0


def until(check: Callable[[], Any], what: str, seconds: float = 120) -> Any:
    """Wait until `check` returns something true, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.05)
    raise AssertionError(f"gave up waiting for {what}")


def _test_database() -> str:
    parts = urlsplit(os.environ.get("DATABASE_URL", ""))
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_free(port: int) -> bool:
    """Whether a site could listen on this port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            probe.bind(("127.0.0.1", port))
            probe.listen()
            return True
    return False


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
