"""The site as a community runs it: web, worker and beat as processes of their own, on PostgreSQL and Redis."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings as site
from django.db import connection

BIN = Path(sys.executable).parent


class Site:
    """Processes that share a database, a Redis and a folder of mails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ, "DATABASE_URL": _test_database(), "REDIS_URL": site.REDIS_URL, "CAPTAIN_VAR": str(folder),
            "SECRET_KEY": site.SECRET_KEY, "DEBUG": "1", "LOG_LEVEL": "INFO", "MOVES_PER_MINUTE": "100000",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """One more process; what it writes goes to a file in the folder."""
        with (self.folder / f"{len(self.running)}.log").open("wb") as out:
            process = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out)
        self.running.append(process)
        return process

    def web(self) -> tuple[subprocess.Popen[bytes], int]:
        """A web process that answers, and its port."""
        port = _free_port()
        process = self.start(str(BIN / "daphne"), "-p", str(port), "config.asgi:application")
        until(lambda: _answers(port), f"web process on {port}")
        return process, port

    def worker(self) -> subprocess.Popen[bytes]:
        """A Celery worker."""
        return self.start(str(BIN / "celery"), "-A", "config", "worker", "-P", "threads", "-c", "2")

    def beat(self) -> subprocess.Popen[bytes]:
        """Celery's beat, which has the database swept."""
        return self.start(
            str(BIN / "celery"), "-A", "config", "beat", "--schedule", str(self.folder / "beat")
        )

    def mails(self) -> list[str]:
        """All mails that were sent, as text."""
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


def until(check: Callable[[], Any], what: str, seconds: float = 120) -> Any:
    """Wait until `check` gives something true, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.05)
    raise AssertionError(f"gave up waiting for {what}")


def _test_database() -> str:
    parts = urlsplit(os.environ.get("DATABASE_URL", ""))
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture
def served(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """A folder and an environment for processes, all ended with the test."""
    running = Site(tmp_path)
    yield running
    running.stop()
