"""The cost of a move: CPU time of the site and its database, which other load on the machine hardly affects."""

import os
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from platform import python_version

from games.titles import TITLES
from tools.bench.served.processes import Loader, Processes, backends, cpu

ROUNDS = int(os.environ.get("ROUNDS", "5"))
CHOSEN = os.environ.get("TITLES_MEASURED", " ".join(TITLES)).split()
TABLES = 4  # simultaneous games
MOVES = 25  # per game and round, at most
SPECTATORS = int(os.environ.get("SPECTATORS", "0"))  # at one more table of the first title


@dataclass(frozen=True)
class Round:
    """The cost of one round: CPU ms and kilobytes per move, and moves per second."""

    web: float
    database: float
    kilobytes: float  # of both boards, uncompressed
    rate: float
    last_told: float  # ms from the response to the last socket's message

    @property
    def total(self) -> float:
        """CPU ms per move."""
        return self.web + self.database


@dataclass
class Site:
    """The running site, and the processes that play on it."""

    preparer: Loader
    loader: Loader
    port: int
    web: int  # process id
    database: str  # URL

    def play(
        self, title: str, seed: int, *, tables: int = TABLES, moves: int = MOVES, spectators: int = 0
    ) -> Round:
        """Play the first moves of some of a title's games simultaneously, before spectators at each table."""
        order = {"title": title, "seed": seed, "games": tables, "moves": moves}
        games = self.preparer.order(**order)["games"]
        before = self._spent()
        report = self.loader.order(port=self.port, games=games, spectators=spectators)
        played = report["moves"]
        costs = ((late - early) * 1000 / played for early, late in zip(before, self._spent(), strict=True))
        return Round(
            *costs, kilobytes=report["bytes"] / 1000 / played, rate=played / report["seconds"],
            last_told=statistics.median(report["told"]),
        )  # fmt: skip

    def _spent(self) -> tuple[float, float]:
        return cpu([self.web]), cpu(backends(self.database))


def running_site(processes: Processes) -> Site:
    """Start the site."""
    port, web = processes.web()
    return Site(processes.preparer(), processes.loader(), port, web, os.environ["DATABASE_URL"])


def cost(processes: Processes) -> Iterator[tuple[str, ...]]:
    """CPU ms per move for each title. The first round fills caches and is not counted."""
    site = running_site(processes)
    yield line(f"CPU ms a move, on Python {python_version()}", "all", "web", "database", "KB", "moves/s")
    for title in CHOSEN:
        rounds = [site.play(title, seed=1000 * number) for number in range(ROUNDS + 1)]
        yield line(title, *_columns(rounds[1:]))
    if SPECTATORS:
        yield line(f"{CHOSEN[0]}, {SPECTATORS} spectators", *_spectated(site))


def _spectated(site: Site) -> tuple[str, ...]:
    """The web process's CPU ms a move, without opening the spectators' sockets, and when the last was told."""
    short, long = (
        site.play(CHOSEN[0], seed=0, tables=1, moves=moves, spectators=SPECTATORS) for moves in (5, MOVES)
    )
    web = (long.web * MOVES - short.web * 5) / (MOVES - 5)
    return "", f"{web:.1f}", "", "", f"last told after {long.last_told:.1f} ms"


def _columns(rounds: list[Round]) -> Iterator[str]:
    for name in ("total", "web", "database", "kilobytes", "rate"):
        yield f"{statistics.median(getattr(each, name) for each in rounds):.1f}"


def line(name: str, *values: str) -> tuple[str, ...]:
    """A line in the table."""
    return (f"  {name:<44}", *(f"{value:>13}" for value in values))
