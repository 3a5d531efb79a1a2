"""The sweep with a thousand and with a million running tables, a hundred due in each.

With DATABASE_URL it measures PostgreSQL, after a run of its own on SQLite.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import django
from django.test.utils import get_runner, setup_test_environment

SIZES = (1_000, 1_000_000)
DUE = 100
ROUNDS = 15  # of finding alone
PLAYED = 5  # of whole sweeps, each at tables that no earlier round has played at
Due = Callable[[datetime, int], None]  # makes `count` things due
BIG = ("games_table", "games_seat", "games_notice")


def rows() -> Iterator[tuple[str, ...]]:
    """One row for each step of the sweep: milliseconds with each number of tables, and their ratio."""
    if os.environ.get("DATABASE_URL"):
        environ = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        subprocess.run([sys.executable, "-m", "tests.bench", "sweep"], env=environ, check=True)
    django.setup()
    from django.conf import settings
    from django.db import connection

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    own = connection.settings_dict["NAME"]
    connection.close()  # so that everything is in the file before it is copied
    connection.creation.clone_test_db("large", verbosity=0)
    names = own, connection.creation.get_test_db_clone_settings("large")["NAME"]
    try:
        yield from _measured(names)
    finally:
        _use(own)
        connection.creation.destroy_test_db(suffix="large", verbosity=0)
        runner.teardown_databases(databases)


def _use(name: str) -> None:
    """Use that database from now on."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = name


def _measured(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    from django.db import connection

    from tests.bench.million import Million

    yield connection.vendor, *(f"{size:,} tables" for size in SIZES), "ratio"
    filled = []
    for name, size in zip(names, SIZES, strict=True):
        _use(name)
        begun = time.perf_counter()
        filled.append(Million(size))
        yield f"({size:,} tables written in {time.perf_counter() - begun:.0f} s)", "", "", ""
    for what in _steps(filled[0]):
        small, large = _best(what, names, filled)
        yield what, f"{small * 1000:.1f} ms", f"{large * 1000:.1f} ms", f"{large / small:.2f}"
    verdicts = []
    for name, tables in zip(names, filled, strict=True):
        _use(name)
        verdicts.append(_verdict(tables))
    yield "statements that read a whole table", *verdicts, ""


def _best(what: str, names: tuple[str, ...], filled: list[Any]) -> list[float]:
    """The fastest of some rounds for each size. Sizes take turns; other load can only make a round slower."""
    best = [float("inf")] * len(filled)
    for _ in range(PLAYED if "played" in what else ROUNDS):
        for number, (name, tables) in enumerate(zip(names, filled, strict=True)):
            _use(name)
            best[number] = min(best[number], _steps(tables)[what]())
    return best


def _steps(tables: Any) -> dict[str, Callable[[], float]]:
    """The steps. Each makes something due, untimed, and returns the seconds of finding and queueing it."""
    from games.days.deadlines import seats_due
    from games.ledger.reminders import reminders_write
    from games.web.tasks import claims_enqueue, sweep

    def step(work: Callable[[datetime], Any], *due: Due) -> Callable[[], float]:
        return lambda: _timed(tables, work, due)

    everything = (tables.decisions, tables.reminders, tables.notices)
    return {
        f"deadlines: find {DUE}": step(seats_due, tables.deadlines),
        f"reminders: find and write {DUE}": step(reminders_write, tables.reminders),
        f"notices: find, claim and enqueue {DUE}": step(claims_enqueue, tables.notices),
        "a sweep with nothing due": step(lambda now: sweep()),
        f"a sweep with {DUE} of each, time-outs played": step(lambda now: sweep(), *everything),
    }


def _timed(tables: Any, work: Callable[[datetime], Any], due: tuple[Due, ...]) -> float:
    from django.utils import timezone

    from config.celery import app

    app.conf.task_always_eager = False  # into a queue without a worker
    now = timezone.now()
    tables.calm_down(now)
    for prepare in due:
        prepare(now, DUE)
    begun = time.perf_counter()
    work(now)
    spent = time.perf_counter() - begun
    app.control.purge()
    return spent


def _verdict(tables: Any) -> str:
    """How many statements of a whole sweep scan a large table, by the database's own plans."""
    from games.web.tasks import sweep
    from tests.notices.plans import scans, statements

    found: list[Any] = []

    def watched(now: datetime) -> None:
        with statements() as seen:
            sweep()
        found.extend(seen)

    _timed(tables, watched, (tables.decisions, tables.reminders, tables.notices))
    wrong = scans(found, of=BIG)
    print("\n".join(wrong), end="", flush=True)
    return f"{len(wrong)} of {len({sql for sql, _ in found})}"
