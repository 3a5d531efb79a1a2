"""Caches: for rules that ask the same about one frozen value several times in a row, and for words."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["by_content", "of_latest"]

A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


def of_latest(compute: Callable[[A], R]) -> Callable[[A], R]:
    """Cache the result for the latest argument: the same object, because an equal one would take longer to find.

    The argument must be frozen, and nobody may change the result. Threads may overwrite each other's result, which only
    costs time: argument and result are one tuple.
    """
    latest: tuple[object, R] | None = None

    @wraps(compute)
    def remembered(value: A) -> R:
        nonlocal latest
        known = latest
        if known is not None and known[0] is value:
            return known[1]
        result = compute(value)
        latest = (value, result)
        return result

    return remembered


def by_content(key: Callable[P, Hashable], most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache results by content: `key` returns the content of the arguments.

    The key must include everything on which the result depends, so that nobody gets a result for data that they do not
    have. Nobody may change a result. When there are `most`, all are dropped.
    """

    def decorate(compute: Callable[P, R]) -> Callable[P, R]:
        known: dict[Hashable, R] = {}

        @wraps(compute)
        def remembered(*args: P.args, **named: P.kwargs) -> R:
            made_of = key(*args, **named)
            try:
                return known[made_of]
            except KeyError:
                result = compute(*args, **named)
            if len(known) >= most:
                known.clear()
            known[made_of] = result
            return result

        return remembered

    return decorate
