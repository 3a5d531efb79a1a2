"""What was computed before: for rules that ask the same of one frozen value several times in a row, and for words."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["by_content", "of_latest"]

A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


def of_latest(compute: Callable[[A], R]) -> Callable[[A], R]:
    """Remember the result for the latest argument: the same object, not an equal one, which would take longer to find.

    The argument must be frozen, and nobody may change the result. Threads may overwrite each other's, which costs time
    only: argument and result are one tuple.
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
    """Remember results by what they are made of: `key` gives that for the arguments.

    The key must say everything on which the result depends: then nobody gets a result who does not hold all that is
    in it. Nobody may change a result. When there are `most`, all are forgotten.
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
