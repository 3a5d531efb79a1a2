"""A table with many watchers: when they are nudged after a move, what that costs, and how long the mover waits."""

import os
import statistics
from collections.abc import Iterator
from typing import Any

from tests.bench.served.cost import Site, line, running_site
from tests.bench.served.processes import Processes

WATCHERS = int(os.environ.get("WATCHERS", "500"))
MOVES = 12
ROUNDS = int(os.environ.get("ROUNDS", "3"))


def watchers(processes: Processes) -> Iterator[tuple[str, ...]]:
    """Milliseconds from the post of a move, before one watcher and before many, in turn."""
    site = running_site(processes)
    yield line("a move, p50 ms after the post", "answer", "first nudged", "last nudged", "CPU of web")
    found: dict[int, list[Any]] = {1: [], WATCHERS: []}
    for seed in range(ROUNDS):
        for count, rounds in found.items():
            rounds.extend(_rounds(site, count, seed))
    for count, rounds in found.items():
        yield line(f"{count} watchers", *_columns(rounds))


def _rounds(site: Site, count: int, seed: int) -> list[dict[str, float]]:
    """Moves of one new table; the first ones fill caches."""
    orders: dict[str, Any] = {"title": "captivate", "seed": 5000 + seed, "games": 1, "moves": MOVES}
    game = site.preparer.order("games", **orders)["games"][0]
    report = site.loader.order(
        "crowd", port=site.port, path=game["socket"], pid=site.web,
        sessions=["watcher=anonymous"] * count, requests=[(post, ply) for _seat, post, ply in game["moves"]],
    )  # fmt: skip
    rounds: list[dict[str, float]] = report["rounds"]
    return rounds[2:]


def _columns(rounds: list[dict[str, float]]) -> Iterator[str]:
    for name in ("answered", "first", "last"):
        yield f"{statistics.median(each[name] - each['sent'] for each in rounds) * 1000:.1f}"
    yield f"{statistics.mean(each['cpu'] for each in rounds) * 1000:.1f}"
