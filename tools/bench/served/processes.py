"""A separate database, and the processes measured with it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def environment() -> Iterator[dict[str, str]]:
    """The environment of a public site with an empty database and an empty Redis. Drops the database at the end."""
    address, queue = _services()
    own = address._replace(path=f"{address.path}_bench")
    name = own.path.lstrip("/")
    with tempfile.TemporaryDirectory(prefix="captain-bench-") as folder, _admin(address) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield {
                **os.environ, "DATABASE_URL": urlunsplit(own), "REDIS_URL": queue, "CAPTAIN_VAR": folder, "DEBUG": "0",
                "SECRET_KEY": "bench-" * 12, "ALLOWED_HOSTS": "localhost", "EMAIL_URL": "smtp://localhost:25",
                "LOG_LEVEL": "ERROR", "MOVES_PER_MINUTE": "1000000",
                "SOCKETS_PER_PERSON": "1000000", "SOCKETS_PER_ADDRESS": "1000000",
                "DJANGO_SETTINGS_MODULE": "config.settings",
            }  # fmt: skip
        finally:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            redis.Redis.from_url(queue).flushdb()


def _services() -> tuple[Any, str]:
    address, queue = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not address.startswith("postgres") or not queue:
        sys.exit("Set DATABASE_URL (PostgreSQL) and REDIS_URL: this measures real processes on both.")
    if urlsplit(queue).path in ("", "/", "/0"):
        sys.exit("The benchmark empties its Redis database: give REDIS_URL one above 0, as /15.")
    return urlsplit(address), queue


def _admin(address: Any) -> Any:
    return psycopg.connect(urlunsplit(address._replace(path="/postgres")), autocommit=True)


class Processes:
    """The processes of the benchmark; all are stopped at the end of the block."""

    def __init__(self, environ: dict[str, str]) -> None:
        self._environ = {**environ, "PYTHONPATH": str(ROOT)}
        self._running: list[subprocess.Popen[Any]] = []

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            if process.poll() is None:
                process.kill()

    def manage(self, *words: str) -> None:
        """Run a management command of the site."""
        subprocess.run(
            [sys.executable, "manage.py", *words],
            env=self._environ,
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def web(self) -> tuple[int, int]:
        """Start a web process; returns its port and its process id."""
        port = free_port()
        words = [str(BIN / "daphne"), *f"-v 0 -p {port} config.asgi:application".split()]
        process = subprocess.Popen(words, env=self._environ, cwd=ROOT, stdout=subprocess.DEVNULL)
        self._running.append(process)
        for _ in range(600):
            if _answers(port):
                return port, process.pid
            time.sleep(0.1)
        raise TimeoutError(f"{words} does not answer")

    def loader(self) -> "Loader":
        """Start a process that generates load."""
        return self._helper("load.py")

    def preparer(self) -> "Loader":
        """Start a process that creates tables and games."""
        return self._helper("prepare.py")

    def _helper(self, file: str) -> "Loader":
        process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name(file))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environ,
            cwd=ROOT,
        )
        self._running.append(process)
        return Loader(process)


class Loader:
    """The connection to a process that prepares or generates load."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def order(self, **details: Any) -> dict[str, Any]:
        """Send an order and return the report."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(details) + "\n")
        self._process.stdin.flush()
        report: dict[str, Any] = json.loads(self._process.stdout.readline())
        if "error" in report:
            raise RuntimeError(report["error"])
        return report


def cpu(pids: Iterable[int]) -> float:
    """CPU seconds used by these processes so far, including all threads."""
    return sum(_ticks(pid) for pid in pids) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])  # user and system time


def backends(address: str) -> list[int]:
    """The PostgreSQL processes that serve this database's connections, if they run on this machine."""
    with psycopg.connect(address) as connection:
        asked = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in connection.execute(asked) if _name(pid) == "postgres"]


def _name(pid: int) -> str:
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
