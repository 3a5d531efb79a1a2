"""What a move costs: CPU of the site and of its database, which other load on the machine hardly changes."""

import os
import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from games.titles import TITLES
from tests.bench.served.parts import Stage, line
from tests.bench.served.processes import Loader, Processes, backends, checkout, cpu, environment

ROUNDS = int(os.environ.get("ROUNDS", "5"))
CHOSEN = os.environ.get("TITLES_MEASURED", " ".join(TITLES)).split()
TABLES = 4  # games side by side
MOVES = 25  # of each game in one round, at most


@dataclass(frozen=True)
class Round:
    """What the moves of one round cost: ms of CPU a move, and moves a second."""

    web: float
    database: float
    rate: float

    @property
    def total(self) -> float:
        """CPU ms a move."""
        return self.web + self.database


def measured(web: list[int], database: str, play: Callable[[], tuple[int, float]]) -> Round:
    """Play a round, which returns its moves and seconds, and read what processes and a database's backends spent."""

    def spent() -> tuple[float, float]:
        return cpu(web), cpu(backends(database))

    before = spent()
    moves, seconds = play()
    costs = ((late - early) * 1000 / moves for early, late in zip(before, spent(), strict=True))
    return Round(*costs, rate=moves / seconds)


@dataclass
class Site:
    """One tree as a running site, and what its moves have cost so far."""

    preparer: Loader
    loader: Loader
    port: int
    web: int  # the process
    database: str  # its address
    rounds: list[Round] = field(default_factory=list)

    def play(self, title: str, seed: int) -> None:
        """One round: games of one title, side by side."""
        self.rounds.append(self.round(title, seed, TABLES))

    def round(self, title: str, seed: int, tables: int) -> Round:
        """The first moves of so many games, side by side."""
        games = self.preparer.order("games", title=title, seed=seed, games=tables, moves=MOVES)["games"]

        def play() -> tuple[int, float]:
            report = self.loader.order("games", port=self.port, games=games)
            return len(report["spent"]), report["seconds"]

        return measured([self.web], self.database, play)

    def forget(self) -> None:
        """Begin anew, after what only fills caches or with the next title."""
        self.rounds = []

    @property
    def totals(self) -> list[float]:
        """CPU ms a move of each round."""
        return [each.total for each in self.rounds]


def cost(stage: Stage) -> Iterator[tuple[str, ...]]:
    """CPU ms of a whole move, title by title; with BASE=revision that of another tree beside it, in turn."""
    with ExitStack() as stack:
        sites = {"ours": own_site(stack, stage)}
        if base := os.environ.get("BASE"):
            sites[base] = another_site(stack, stage, base)
        heads = [(name, "web", "database", "moves/s") for name in sites]
        yield line(
            "CPU ms a move, with all that it causes", *(word for head in heads for word in head), "ratio"
        )
        everything = []
        for title in CHOSEN:
            _rounds(list(sites.values()), title)
            everything.append([site.totals for site in sites.values()])
            yield line(
                title, *(word for site in sites.values() for word in _columns(site)), _ratio(everything[-1])
            )
        yield line("all titles", *_overall(everything))


def own_site(stack: ExitStack, stage: Stage) -> Site:
    """The site of this tree."""
    return _site(stack, stage.processes, stage.loader, os.environ["DATABASE_URL"], first=1)


def _site(stack: ExitStack, processes: Processes, loader: Loader, database: str, first: int) -> Site:
    port, web = processes.web()
    return Site(processes.preparer(first), loader, port, web, database)


def another_site(stack: ExitStack, stage: Stage, revision: str) -> Site:
    """The site of another tree, with a database of its own."""
    tree = stack.enter_context(checkout(revision))
    environ = stack.enter_context(environment("base"))
    processes = stack.enter_context(Processes(environ, tree))
    processes.manage("migrate", "--noinput")
    processes.manage("collectstatic", "--noinput")
    return _site(stack, processes, stage.loader, environ["DATABASE_URL"], first=1_000_000)


def _rounds(sites: list[Site], title: str) -> None:
    """The first round is not measured: it fills caches and opens connections."""
    for site in sites:
        site.forget()
    for number in range(ROUNDS + 1):
        for site in sites if number % 2 else reversed(sites):
            site.play(title, seed=1000 * number)
            if not number:
                site.forget()


def _columns(site: Site) -> tuple[str, ...]:
    return tuple(
        f"{statistics.median(getattr(each, name) for each in site.rounds):.1f}"
        for name in ("total", "web", "database", "rate")
    )


def _ratio(totals: list[list[float]]) -> str:
    """The median over the rounds of how the first compares with the last."""
    return f"{statistics.median(a / b for a, b in zip(totals[0], totals[-1], strict=True)):.2f}"


def _overall(everything: list[list[list[float]]]) -> list[str]:
    """Each site's mean over the titles, and the ratio of all rounds."""
    sites = list(zip(*everything, strict=True))
    means = [statistics.mean(statistics.median(totals) for totals in site) for site in sites]
    joined = [[value for totals in site for value in totals] for site in sites]
    return [*(word for mean in means for word in (f"{mean:.1f}", "", "", "")), _ratio(joined)]
