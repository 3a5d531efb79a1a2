"""What the site has of its own in place of a part of a framework, each beside that part in one run.

Pairs go in turn, round after round, so that whatever else the machine does falls on both alike. Counted is the CPU of
this process, all its threads together; where only the wait matters, the time of the wall. With REDIS_URL set, what
speaks to Redis is measured, too.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.bench.site import test_database


class Pair(NamedTuple):
    """Two ways to do the same."""

    name: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    times: int  # calls in one round
    each: int = 1  # operations in one call
    rounds: int = 9
    clock: Callable[[], float] = time.process_time


def rows() -> Iterator[tuple[str, ...]]:
    """A line for each pair: milliseconds of an operation."""
    with test_database():
        yield "ms of CPU for one (wall where it says so)", "ours", "the framework's", "ours / theirs"
        for pair in _pairs():
            ours, theirs = _medians(pair)
            yield pair.name, f"{ours:.3f}", f"{theirs:.3f}", f"{ours / theirs:.2f}"


def _pairs() -> Iterator[Pair]:
    from django.conf import settings

    from tests.bench.own_parts import cache, files, handler, nudges, pages, queries, waking

    for part in (queries, handler, pages, files, waking):
        yield from part()
    if settings.REDIS_URL:
        yield from cache()
        yield from nudges()


def _medians(pair: Pair) -> tuple[float, float]:
    found: tuple[list[float], list[float]] = ([], [])
    for call in (pair.ours, pair.theirs):
        call()
    for _ in range(pair.rounds):
        for call, spent in zip((pair.ours, pair.theirs), found, strict=True):
            begun = pair.clock()
            for _time in range(pair.times):
                call()
            spent.append((pair.clock() - begun) / pair.times / pair.each * 1000)
    return statistics.median(found[0]), statistics.median(found[1])


def at_once(application: Any, scope: dict[str, Any], clients: int, requests: int) -> Callable[[], None]:
    """A call in which so many clients each send so many requests, one after the other."""
    from tests.asgi import messages_of

    async def client() -> None:
        for _ in range(requests):
            first, *_rest = await messages_of(application, dict(scope))
            assert first["status"] == 200, first

    async def all_of_them() -> None:
        await asyncio.gather(*(client() for _ in range(clients)))

    return lambda: asyncio.run(all_of_them())
