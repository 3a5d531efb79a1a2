"""The parts of the benchmark: each yields the lines of its table."""

import itertools
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from games.models import MoveRecord, Seat, Table
from games.tables.play import move_play, turn_undo
from games.titles import TITLES
from tests.bench.served.bare import Bare
from tests.bench.served.captain import CAPTAINS
from tests.bench.served.contest import Clients, Tally, in_turn, ratio
from tests.bench.served.processes import PLAIN, Loader, Processes, memory
from tests.bench.served.scripts import Player, Request, move_posts, plain_posts
from tests.play import first_move, running_table

CLIENTS = (1, 8, 32)
ROUNDS, SECONDS = 5, 2.0
WATCHERS, IDLE = int(os.environ.get("WATCHERS", "500")), 2000
TEXTS = ("text", "reader", "stock", "stock reader")


class Stage:
    """The processes, the players, and what they still have to post."""

    def __init__(self, processes: Processes) -> None:
        self.processes = processes
        self._players: dict[str, Player] = {}

    @cached_property
    def site(self) -> tuple[int, int]:
        """Port and process of our site."""
        return self.processes.web()

    @cached_property
    def plain(self) -> tuple[int, int]:
        """The minimal site."""
        return self.processes.web(DJANGO_SETTINGS_MODULE=PLAIN)

    @cached_property
    def stock(self) -> tuple[int, int]:
        """The minimal site with Django's own handler instead of ours."""
        return self.processes.web("tests.bench.served.stock", DJANGO_SETTINGS_MODULE=PLAIN)

    @cached_property
    def loader(self) -> Loader:
        """The process that makes load."""
        return self.processes.loader()

    def player(self, name: str) -> Player:
        """A person with a session."""
        if name not in self._players:
            self._players[name] = Player(name)
        return self._players[name]

    def pair(self, number: int) -> tuple[Player, Player]:
        """Two players at one table."""
        return self.player(f"one-{number}"), self.player(f"two-{number}")

    def clients(self, port: int, todo: list[list[Request]], *, more: Any = None) -> Clients:
        """One client for each list."""
        return Clients(self.loader, port, todo, more=more)


def line(name: str, *values: str) -> tuple[str, ...]:
    return (f"  {name:<44}", *(f"{value:>13}" for value in values))


def moves(stage: Stage) -> Iterator[tuple[str, ...]]:
    """Moves by htmx, each with its fresh board, against the minimal view and the bare transaction."""
    yield line(
        "moves a second", "ours", "p50 ms", "p95 ms", "minimal", "p50 ms", "p95 ms", "ours/minimal", "minimal, stock",
        "ours/stock", "bare SQL", "ours/bare",
    )  # fmt: skip
    ours = stage.clients(stage.site[0], [[] for _ in range(max(CLIENTS))], more=_more_games(stage))
    plain = [plain_posts(stage.pair(number), seed=number) for number in range(max(CLIENTS))]
    minimal, stock = (stage.clients(port, plain) for port, _ in (stage.plain, stage.stock))
    bare = Bare(os.environ["DATABASE_URL"], stage.pair(0), max(CLIENTS))
    for clients in CLIENTS:
        found = in_turn(
            ROUNDS,
            ours=lambda n=clients: ours.run(n, SECONDS),
            minimal=lambda n=clients: minimal.run(n, SECONDS),
            stock=lambda n=clients: stock.run(n, SECONDS),
            bare=lambda n=clients: bare.run(n, SECONDS / 2),
        )
        mine = found["ours"]
        others = [(f"{found[name].rate:.1f}", ratio(mine, found[name])) for name in ("stock", "bare")]
        yield line(
            f"{clients} clients", *_columns(mine), *_columns(found["minimal"]), ratio(mine, found["minimal"]),
            *itertools.chain.from_iterable(others),
        )  # fmt: skip
    bare.close()


def thinking(stage: Stage) -> Iterator[tuple[str, ...]]:
    """Moves of people while four captains are asked without end, against the same without them, in turns."""
    yield line("moves while bots think", "p50 ms", "p95 ms", "thinking p50", "thinking p95", "p95 ratio")
    ours = stage.clients(stage.site[0], [[] for _ in range(8)], more=_more_games(stage))
    with Captains() as captains:
        for clients in (1, 8):
            found = in_turn(
                ROUNDS,
                quiet=lambda n=clients: ours.run(n, SECONDS),
                thinking=lambda n=clients: captains.beside(lambda: ours.run(n, SECONDS)),
            )
            quiet, beside = found["quiet"], found["thinking"]
            pairs = [(tally.ms(0.5), tally.ms(0.95)) for tally in (quiet, beside)]
            ratio_ = f"{float(pairs[1][1]) / float(pairs[0][1]):.2f}"
            yield line(f"{clients} clients, {CAPTAINS} captains", *pairs[0], *pairs[1], ratio_)


class Captains:
    """Captains that are asked without end, only while something is measured beside them."""

    def __enter__(self) -> "Captains":
        command = [sys.executable, "-m", "tests.bench.served.captain"]
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._heard()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.kill()
        self._running.communicate()

    def beside(self, measure: Callable[[], Any]) -> Any:
        """What is measured while they think."""
        self._say("on")
        try:
            return measure()
        finally:
            self._say("off")

    def _say(self, word: str) -> None:
        self._running.stdin.write(f"{word}\n")
        self._running.stdin.flush()
        self._heard()

    def _heard(self) -> None:
        if not self._running.stdout.readline():
            raise RuntimeError("the captains are gone")


def _columns(tally: Tally) -> tuple[str, str, str]:
    return f"{tally.rate:.1f}", tally.ms(0.5), tally.ms(0.95)


def _more_games(stage: Stage) -> Callable[[int], list[Request]]:
    seeds = iter(range(1, 100_000))
    return lambda client: move_posts(stage.pair(client), 1, seed=next(seeds))


def pages(stage: Stage) -> Iterator[tuple[str, ...]]:
    """The board of every title in the middle of a game, against plain texts, with 8 clients."""
    yield line("board pages a second, 8 clients", "ours", "p50 ms", *itertools.chain.from_iterable(
        (name, f"ours/{name}") for name in TEXTS))  # fmt: skip
    for title in TITLES:
        tables = [_middle(stage, number, title) for number in range(8)]
        players = [stage.pair(number)[0] for number in range(8)]
        runs = {
            "text": (stage.plain, "/text/"),
            "reader": (stage.plain, "/greeting/"),
            "stock": (stage.stock, "/text/"),
            "stock reader": (stage.stock, "/greeting/"),
        }
        texts = {
            name: stage.clients(port, [[(player.get_whole(path), "ok")] for player in players])
            for name, ((port, _), path) in runs.items()
        }
        addresses = [f"/tables/{table}/" for table in tables]
        whole = [
            [(player.get_whole(path), "data-ply")] for player, path in zip(players, addresses, strict=True)
        ]
        part = [[(player.get(path), "data-ply")] for player, path in zip(players, addresses, strict=True)]
        ours = {"whole": stage.clients(stage.site[0], whole), "part": stage.clients(stage.site[0], part)}
        found = in_turn(
            ROUNDS,
            **{name: lambda run=run: run.run(8, SECONDS / 2) for name, run in {**ours, **texts}.items()},
        )
        for name, label in (("whole", title), ("part", f"{title}, the part for htmx")):
            others = [(f"{found[text].rate:.1f}", ratio(found[name], found[text])) for text in TEXTS]
            yield line(
                label, f"{found[name].rate:.1f}", found[name].ms(0.5), *itertools.chain.from_iterable(others)
            )


def _middle(stage: Stage, number: int, title: str) -> int:
    """A table where services have made some plies."""
    from tests.bench.served.scripts import game_of

    pair = stage.pair(number)
    table = running_table(*(player.user for player in pair), title=title, seed=number, has_chain=True)
    for posted, _ in zip(game_of(table), range(20), strict=False):
        move_play(pair[posted.seat].user, table.pk, move=posted.move, expected_ply=posted.ply)
    return int(table.pk)


def pair(stage: Stage) -> Iterator[tuple[str, ...]]:
    """From the post of a move to the fresh board in the other browser."""
    yield line("from a post to the other's fresh board", "p50 ms", "p95 ms")
    two = stage.pair(100)
    table = running_table(*(player.user for player in two), has_chain=True)
    requests = _moves_of(two[0], table, 120)
    report = stage.loader.order(
        "pairs", port=stage.site[0], post_port=stage.site[0], path=f"/ws/tables/{table.pk}/", session=two[1].cookies,
        requests=requests, look=two[1].get(f"/tables/{table.pk}/"),
    )  # fmt: skip
    tally = Tally()
    tally.add(report["spent"][10:], 1)
    yield line("two browsers, nothing else", tally.ms(0.5), tally.ms(0.95))


def _moves_of(player: Player, table: Table, count: int) -> list[tuple[str, int]]:
    """A move and its undo, again and again, each with the ply of the table after it."""
    move, at = first_move(table, 0), table.ply
    made: list[tuple[str, int]] = []
    while len(made) < count:
        made.append((player.post(f"/tables/{table.pk}/move/", move=move, ply=at), at + 1))
        made.append((player.post(f"/tables/{table.pk}/undo/", ply=at + 1), at + 2))
        at += 2
    return made


def crowd(stage: Stage) -> Iterator[tuple[str, ...]]:
    """500 sockets at one table: how long until the last one gets its nudge."""
    yield line(f"nudges to {WATCHERS} watchers of one table", "last p50 ms", "last p95 ms", "first p50 ms")
    two = stage.pair(101)
    table = running_table(*(player.user for player in two), has_chain=True)
    requests = _moves_of(two[0], table, 20)
    report = stage.loader.order(
        "crowd", port=stage.site[0], post_port=stage.site[0], path=f"/ws/tables/{table.pk}/",
        sessions=[two[1].cookies] * WATCHERS, requests=requests,
    )  # fmt: skip
    rows = MoveRecord.objects.filter(table=table, kind__in=("move", "undo")).order_by("ply")
    written = [row.made_at.timestamp() for row in rows]
    last, first = Tally(), Tally()
    for row, made in zip(report["rounds"], written, strict=True):
        last.add([row["last"] - made], 1)
        first.add([row["first"] - made], 1)
    yield line("after the post's row was written", last.ms(0.5), last.ms(0.95), first.ms(0.5))


def idle(stage: Stage) -> Iterator[tuple[str, ...]]:
    """What idle sockets cost."""
    yield line(f"{IDLE} idle sockets in one process", "before MiB", "after MiB", "KiB each", "opened in s")
    port, pid = stage.processes.web()
    players = [stage.player(f"idle-{number}") for number in range(20)]
    stage.loader.order("idle", port=port, path="/ws/", sessions=[players[0].cookies] * 20)
    stage.loader.order("idle", port=port, path="/ws/", sessions=[])
    before, begun = memory(pid), time.perf_counter()
    stage.loader.order(
        "idle", port=port, path="/ws/", sessions=[players[n % 20].cookies for n in range(IDLE)]
    )
    spent = time.perf_counter() - begun
    time.sleep(3)
    after = memory(pid)
    yield line("", f"{before:.0f}", f"{after:.0f}", f"{(after - before) * 1024 / IDLE:.1f}", f"{spent:.1f}")
    stage.loader.order("idle", port=port, path="/ws/", sessions=[])


class _Aged:
    """A table of a given age: each move is posted, timed, and taken out of the log again."""

    def __init__(self, stage: Stage, number: int, ply: int) -> None:
        self._player, other = stage.pair(number)
        self._table = running_table(self._player.user, other.user, has_chain=True)
        self._move = first_move(self._table, 0)
        self._stage, self._at = stage, self._table.ply
        while self._at < ply:
            move_play(self._player.user, self._table.pk, move=self._move, expected_ply=self._at)
            turn_undo(self._player.user, self._table.pk, expected_ply=self._at + 1)
            self._at += 2
        self._columns = Table.objects.values("state", "ply", "head", "since_kept").get(pk=self._table.pk)
        path = f"/tables/{self._table.pk}/move/"
        self._post = self._player.post(path, move=self._move, ply=self._at), f'data-ply="{self._at + 1}"'

    def run(self) -> tuple[list[float], float]:
        """One move."""
        report = self._stage.loader.order(
            "requests", port=self._stage.site[0], clients=[[self._post]], seconds=0.001, repeat=False
        )
        MoveRecord.objects.get(table=self._table, ply=self._at).delete()
        Table.objects.filter(pk=self._table.pk).update(**self._columns)
        Seat.objects.filter(table=self._table).update(asked_ply=self._at, acted_ply=self._at - 1)
        return report["spent"][0], report["seconds"]


def ages(stage: Stage) -> Iterator[tuple[str, ...]]:
    """The same move at a young table and at an old one."""
    yield line("the same move", "ply 10, p50 ms", "ply 500, p50", "500/10")
    young, old = _Aged(stage, 102, 10), _Aged(stage, 103, 500)
    found = in_turn(200, young=young.run, old=old.run)
    young_ms, old_ms = (statistics.median(found[name].spent) * 1000 for name in ("young", "old"))
    yield line("one client", f"{young_ms:.2f}", f"{old_ms:.2f}", f"{old_ms / young_ms:.3f}")


PARTS: dict[str, Callable[[Stage], Iterator[tuple[str, ...]]]] = {
    "moves": moves, "thinking": thinking, "pages": pages, "pair": pair, "ages": ages, "crowd": crowd, "idle": idle,
}  # fmt: skip
