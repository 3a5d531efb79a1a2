"""`manage.py serve` with one web process and with one for each core: how many moves a second, and what each costs."""

import os
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench.served.cost import MOVES, ROUNDS, Round, measured
from tests.bench.served.parts import Stage, line
from tests.bench.served.processes import Loader, cpu

TABLES = 16


def spread(stage: Stage) -> Iterator[tuple[str, ...]]:
    """Captivate at 16 tables, in turns; `busy` is how many cores web, database and browsers had in use."""
    yield line("web processes", "moves/s", "CPU ms", "web", "database", "busy cores", "to one process")
    preparer = stage.processes.preparer(1)
    counts = sorted({1, os.cpu_count() or 1})
    sites = {count: stage.processes.serve(count) for count in counts}
    found = {count: list[tuple[Round, float]]() for count in counts}
    for number in range(ROUNDS + 1):  # the first one fills caches and opens connections
        for count, (port, pid) in sites.items():
            played = _round(stage.loader, preparer, port, pid, seed=1000 * number)
            found[count].extend([played] if number else [])
    for count, rounds in found.items():
        yield line(str(count), *_columns(rounds), _ratio(rounds, found[1]))


def _round(loader: Loader, preparer: Loader, port: int, pid: int, seed: int) -> tuple[Round, float]:
    games = preparer.order("games", title="captivate", seed=seed, games=TABLES, moves=MOVES)["games"]
    browsers = cpu([loader.pid])

    def play() -> tuple[int, float]:
        report = loader.order("games", port=port, games=games)
        return len(report["spent"]), report["seconds"]

    played = measured([pid, *_children(pid)], os.environ["DATABASE_URL"], play)
    each = (cpu([loader.pid]) - browsers) * 1000 / (TABLES * MOVES)  # ms a move
    return played, (played.total + each) * played.rate / 1000


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _columns(rounds: list[tuple[Round, float]]) -> Iterator[str]:
    for name in ("rate", "total", "web", "database"):
        yield f"{statistics.median(getattr(each, name) for each, _busy in rounds):.1f}"
    yield f"{statistics.median(busy for _each, busy in rounds):.2f}"


def _ratio(rounds: list[tuple[Round, float]], ones: list[tuple[Round, float]]) -> str:
    pairs = zip(rounds, ones, strict=True)
    return f"{statistics.median(many.rate / one.rate for (many, _), (one, _) in pairs):.2f}"
