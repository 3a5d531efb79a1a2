"""The speed of moves and boards over HTTP, and of a move at ply 500 compared with one at ply 10."""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import django
from django.test.utils import get_runner, setup_test_environment

ROUNDS = int(os.environ.get("ROUNDS", "150"))


def rows() -> Iterator[tuple[str, ...]]:
    """Measure all calls in turn, so that other load affects all of them equally."""
    with test_database():
        yield from _measure_all()


@contextmanager
def test_database() -> Iterator[None]:
    """A separate test database, as for the tests."""
    django.setup()
    from django.conf import settings

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)


def _measure_all() -> Iterator[tuple[str, ...]]:
    calls = _calls()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(_time(call))
    yield "what", "median CPU ms", "p95 CPU ms", "ratio to the first"
    first = statistics.median(times[next(iter(calls))])
    for name, values in times.items():
        middle = statistics.median(values)
        p95 = sorted(values)[int(len(values) * 0.95)]
        yield name, f"{middle * 1000:.2f}", f"{p95 * 1000:.2f}", f"{middle / first:.2f}"
    old, young = (
        statistics.median(times[f"move at ply {ply}, htmx, with the fresh board"]) for ply in (500, 10)
    )
    yield "move at ply 500 against ply 10", "", "", f"{old / young:.3f}"


def _time(call: Callable[[], Any]) -> float:
    """CPU seconds of one call. If it returns a function, that is called afterwards, untimed, to clean up."""
    start = time.process_time()
    put_back = call()
    spent = time.process_time() - start
    if callable(put_back):
        put_back()
    return spent


def _calls() -> dict[str, Callable[[], Any]]:
    from tools.bench.positions import Mover

    young, old = Mover("young", 10), Mover("old", 500)
    return {
        "board page": young.look,
        "board page in Polish": lambda: young.look("pl"),
        "move at ply 10, plain form": young.move,
        "move at ply 10, htmx, with the fresh board": lambda: young.move(htmx=True),
        "move at ply 500, htmx, with the fresh board": lambda: old.move(htmx=True),
    }
