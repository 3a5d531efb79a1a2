"""A table with many watchers: when they are nudged after a move, what that costs, and how long the mover waits."""

import os
import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from tests.bench.served.cost import Site, another_site, own_site
from tests.bench.served.parts import WATCHERS, Stage, line

MOVES = 12
ROUNDS = int(os.environ.get("ROUNDS", "3"))


def watchers(stage: Stage) -> Iterator[tuple[str, ...]]:
    """Milliseconds from the post of a move; with BASE=revision those of another tree beside it, in turn."""
    with ExitStack() as stack:
        sites = {"ours": own_site(stack, stage)}
        if base := os.environ.get("BASE"):
            sites[base] = another_site(stack, stage, base)
        yield line("a move, p50 ms after the post", "answer", "first nudged", "last nudged", "CPU of web")
        found: dict[tuple[str, int], list[Any]] = {}
        for seed in range(ROUNDS):
            for name, site in sites.items():
                for count in (1, WATCHERS):
                    found.setdefault((name, count), []).extend(_rounds(stage, site, count, seed))
        for (name, count), rounds in found.items():
            yield line(f"{name}, {count} watchers", *_columns(rounds))


def _rounds(stage: Stage, site: Site, count: int, seed: int) -> list[dict[str, float]]:
    """Moves of one new table; the first ones fill caches."""
    orders: dict[str, Any] = {"title": "captivate", "seed": 5000 + seed, "games": 1, "moves": MOVES}
    game = site.preparer.order("games", **orders)["games"][0]
    report = stage.loader.order(
        "crowd", port=site.port, post_port=site.port, path=game["socket"], pid=site.web,
        sessions=["watcher=anonymous"] * count, requests=[(post, ply) for _seat, post, ply in game["moves"]],
    )  # fmt: skip
    rounds: list[dict[str, float]] = report["rounds"]
    return rounds[2:]


def _columns(rounds: list[dict[str, float]]) -> Iterator[str]:
    for name in ("answered", "first", "last"):
        yield f"{statistics.median(each[name] - each['sent'] for each in rounds) * 1000:.1f}"
    yield f"{statistics.mean(each['cpu'] for each in rounds) * 1000:.1f}"
