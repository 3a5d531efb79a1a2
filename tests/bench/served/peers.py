"""A move here beside one of other software: boardgame.io, and a minimal Django site with and without a page.

boardgame.io (`tests/bench/peers/`) comes from npm, and is installed when this is asked for. It plays a game without
rules of ours, sends JSON and no pages, and knows no sessions, clocks, notices or log.
"""

import os
import statistics
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.served.cost import CHOSEN, MOVES, ROUNDS, Round, measured, own_site
from tests.bench.served.parts import CLIENTS, Stage, line
from tests.bench.served.processes import Loader, environment, free_port
from tests.bench.served.scripts import plain_game

PEERS = Path(__file__).resolve().parents[1] / "peers"
Contestant = Callable[[int, int], Round]  # plays a round at so many tables, from this seed on


def peers(stage: Stage) -> Iterator[tuple[str, ...]]:
    """A full move at 1, 8 and 32 tables, each contestant in turn; CPU is that at 8 tables."""
    with ExitStack() as stack:
        contestants = dict(_contestants(stack, stage))
        rates = (f"{tables} tables" for tables in CLIENTS)
        yield line(
            "moves a second; CPU ms a move at 8 tables", *rates, "CPU ms", "web", "database", "to the last"
        )
        found = {name: {tables: list[Round]() for tables in CLIENTS} for name in contestants}
        for number in range(ROUNDS + 1):  # the first one fills caches and opens connections
            for tables in CLIENTS:
                for name, play in contestants.items():
                    played = play(tables, 10_000 * number + 100 * tables)
                    found[name][tables].extend([played] if number else [])
        bare = list(found.values())[-1][8]
        for name, rounds in found.items():
            yield line(name, *_columns(rounds), _ratio(rounds[8], bare))


def _columns(rounds: dict[int, list[Round]]) -> Iterator[str]:
    for tables in CLIENTS:
        yield f"{statistics.median(each.rate for each in rounds[tables]):.1f}"
    for name in ("total", "web", "database"):
        yield f"{statistics.median(getattr(each, name) for each in rounds[8]):.1f}"


def _ratio(rounds: list[Round], others: list[Round]) -> str:
    return f"{statistics.median(a.total / b.total for a, b in zip(rounds, others, strict=True)):.2f}"


def _contestants(stack: ExitStack, stage: Stage) -> Iterator[tuple[str, Contestant]]:
    site = own_site(stack, stage)
    for title in CHOSEN:
        yield f"ours, {title}", lambda tables, seed, title=title: site.round(title, seed, tables)
    yield "boardgame.io, 1 to 2 KB of JSON", _boardgame(stack)
    yield "minimal Django, a page of 11 KB", _minimal(stage, board=True)
    yield "minimal Django, a few bytes", _minimal(stage, board=False)


def _minimal(stage: Stage, *, board: bool) -> Contestant:
    """The minimal site, which has no rules, no nudges, and no checks."""

    def play(tables: int, seed: int) -> Round:
        games = [
            plain_game(stage.pair(number), title="captivate", seed=seed + number, most=MOVES, board=board)
            for number in range(tables)
        ]

        def run() -> tuple[int, float]:
            report = stage.loader.order("games", port=stage.plain[0], games=games)
            return len(report["spent"]), report["seconds"]

        return measured([stage.plain[1]], os.environ["DATABASE_URL"], run)

    return play


def _boardgame(stack: ExitStack) -> Contestant:
    """boardgame.io in one process, on a database of its own, with its own players."""
    if not (PEERS / "node_modules").exists():
        subprocess.run(
            ["npm", "ci", "--ignore-scripts", "--omit=optional", "--no-audit"], cwd=PEERS, check=True
        )
    environ = stack.enter_context(environment("peers"))
    port = free_port()
    server = _node(stack, environ, "server.js", str(port), environ["DATABASE_URL"])
    assert server.stdout is not None
    while "ready" not in server.stdout.readline():
        if server.poll() is not None:
            raise RuntimeError("boardgame.io does not start")
    players = Loader(_node(stack, environ, "players.js"))

    def play(tables: int, _seed: int) -> Round:
        players.order("seat", port=port, tables=tables, moves=MOVES)

        def run() -> tuple[int, float]:
            report = players.order("play")
            return report["moves"], report["seconds"]

        return measured([server.pid], environ["DATABASE_URL"], run)

    return play


def _node(stack: ExitStack, environ: dict[str, str], *words: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        ["node", *words], cwd=PEERS, env={**environ, "NODE_ENV": "production"}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process
