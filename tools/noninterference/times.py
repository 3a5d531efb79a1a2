"""Tests whether response times reveal hidden information: requests alternate between two worlds; then a rank test."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from math import erfc, sqrt
from statistics import median
from typing import Any

from django.db.models import Model
from django.test import override_settings

from games.models import MoveRecord, PrivateNote, Seat, Table
from games.tables.packed import log_unpack
from tools.noninterference.answers import get_answer, post_answer
from tools.noninterference.compare import SITE_APART
from tools.noninterference.plies import posts_by
from tools.noninterference.readers import Reader, client_of, readers_of, undone
from tools.noninterference.redeal import redeal_table

SIGNIFICANT = 0.001  # p-value below which a difference counts as real
WARM_UP = 10  # requests per world that are not counted

_DEALT: tuple[tuple[type[Model], tuple[str, ...]], ...] = (  # columns that `redeal_table` changes
    (Table, ("state", "seed")),
    (MoveRecord, ("events", "kept", "move", "draws", "position")),
    (Seat, ("orders", "answer", "thought")),
    (PrivateNote, ("text",)),
)
_World = list[tuple[type[Model], int, dict[str, Any]]]  # rows by model and key, with their values


@dataclass(frozen=True)
class Timed:
    """The times of one kind of request in two worlds."""

    reader: str
    what: str
    requests: int  # in each world
    medians: tuple[float, float]  # seconds
    p: float  # probability of such a difference between equal worlds

    @property
    def tells(self) -> bool:
        """Whether the times tell the worlds apart."""
        return self.p < SIGNIFICANT


def rank_test(one: Sequence[float], other: Sequence[float]) -> float:
    """The two-sided p-value of the Mann-Whitney test, by the normal approximation, corrected for ties.

    For samples of 20 or more; 1.0 if all values are equal.
    """
    ranked, ties = _ranks([*one, *other])
    n, m = len(one), len(other)
    u = sum(ranked[:n]) - n * (n + 1) / 2
    whole = n + m
    variance = n * m / 12 * (whole + 1 - sum(t**3 - t for t in ties) / (whole * (whole - 1)))
    return 1.0 if variance <= 0 else erfc(abs(u - n * m / 2) / sqrt(2 * variance))


def _ranks(values: Sequence[float]) -> tuple[list[float], list[int]]:
    """The rank of each value from 1 (the mean for equal values), and the sizes of the groups of equal values."""
    ranks, ties, before = [0.0] * len(values), [], 0
    for _value, equal in groupby(sorted(range(len(values)), key=values.__getitem__), key=values.__getitem__):
        places = list(equal)
        for place in places:
            ranks[place] = before + (len(places) + 1) / 2
        ties.append(len(places))
        before += len(places)
    return ranks, ties


def compare_times(table: Table, requests: int, number: int = 0) -> list[Timed]:
    """Time a table's page and a refused move for its first player: `requests` in each of two worlds.

    Both worlds are re-dealt, so that writing them takes the same work. Nothing is stored.
    """
    with override_settings(**SITE_APART), undone():
        if table.is_packed:
            log_unpack(table)
        reader = next(readers_of(table))
        worlds = [_world(table, reader, number + at) for at in (1, 100)]
        client, address = client_of(reader), f"/tables/{table.pk}/"
        refused = next(post for post in posts_by(reader, table) if not post.what.startswith("legal"))
        asks: dict[str, Callable[[], object]] = {
            "page": lambda: get_answer(client, address),
            f"POST {refused.what}": lambda: post_answer(client, refused.address, refused.data),
        }
        return [_timed(reader, what, _samples(ask, worlds, requests)) for what, ask in asks.items()]


def _timed(reader: Reader, what: str, samples: tuple[list[float], list[float]]) -> Timed:
    one, other = samples
    return Timed(reader.name, what, len(one), (median(one), median(other)), rank_test(one, other))


def _world(table: Table, reader: Reader, number: int) -> _World:
    """The rows of another world, whose changes are rolled back."""
    with undone():
        redeal_table(table, reader.seat, number)
        return [
            (model, row.pop("pk"), row)
            for model, columns in _DEALT
            for row in model._default_manager.filter(**{"pk" if model is Table else "table": table.pk})
            .order_by("pk")
            .values("pk", *columns)
        ]


def _write(world: _World) -> None:
    for model, key, values in world:
        model._default_manager.filter(pk=key).update(**values)


def _samples(
    ask: Callable[[], object], worlds: Sequence[_World], requests: int
) -> tuple[list[float], list[float]]:
    """Seconds for each request, alternating between the worlds; which one comes first alternates too."""
    found: tuple[list[float], list[float]] = ([], [])
    with _without_collections():
        for turn in range(WARM_UP + requests):
            for at in (0, 1) if turn % 2 else (1, 0):
                _write(worlds[at])
                begun = time.perf_counter()
                ask()
                found[at].append(time.perf_counter() - begun)
    return found[0][WARM_UP:], found[1][WARM_UP:]


@contextmanager
def _without_collections() -> Iterator[None]:
    """Disable garbage collection, because it would slow down arbitrary requests."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
