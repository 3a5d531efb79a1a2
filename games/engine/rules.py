"""Helpers for titles' rules: ranks, rows of seats, caches, and rulesets.

A ruleset is a value with a title's cards and numbers, so that the same rules can run with a different set. A title
that supports this has a frozen dataclass `Ruleset`. Its states and observations have it as the class variable
`ruleset`: it is not stored with them, and every function that gets a state or an observation can read it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial, wraps
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from games.engine.contract import Game, Seat


def ranks(keys: Sequence[Any], left: Sequence[Seat] = ()) -> tuple[int, ...]:
    """One rank per seat, from one comparable key per seat; greater is better, and equal keys share a rank.

    Seats in `left`, in the order of leaving, rank below all others, whatever their keys, the latest first.

    >>> ranks([30, 41, 41, 7])
    (3, 1, 1, 4)
    >>> ranks([30, 41, 41, 7], left=[1, 0])
    (3, 4, 1, 2)
    """
    if left:
        keys = [(0, left.index(seat)) if seat in left else (1, key) for seat, key in enumerate(keys)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


T = TypeVar("T")


def with_row(rows: tuple[T, ...], place: int, row: T) -> tuple[T, ...]:
    """The rows with `row` at `place`."""
    return (*rows[:place], row, *rows[place + 1 :])


def seats_after(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats of a game for `seats` in turn order, beginning after `seat` and ending with it."""
    return tuple((seat + step) % seats for step in range(1, seats + 1))


A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


def cache_latest(compute: Callable[[A], R]) -> Callable[[A], R]:
    """Cache the result for the latest argument. Only the same object counts, because comparing would take longer.

    The argument must be frozen, and nobody may change the result. Threads may overwrite each other's result, which only
    costs time: argument and result are one tuple.
    """
    latest: tuple[object, R] | None = None

    @wraps(compute)
    def cached(value: A) -> R:
        nonlocal latest
        known = latest
        if known is not None and known[0] is value:
            return known[1]
        result = compute(value)
        latest = (value, result)
        return result

    return cached


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def class_with(base: type[S], ruleset: Any) -> type[S]:
    """The class of states or observations with this ruleset; `base` is the class with the current one."""
    present: Any = base
    return base if ruleset is present.ruleset else cast("type[S]", _class_with(base, ruleset))


@cache
def _class_with(base: type[msgspec.Struct], ruleset: Any) -> type[msgspec.Struct]:
    return msgspec.defstruct(base.__name__, (), bases=(base,), namespace={"ruleset": ruleset}, frozen=True)


def with_ruleset(game: Game[S, M], rules_version: int, ruleset: Any) -> Game[S, M]:
    """A rules version that differs from `game` only by its ruleset; its `setup` takes the class of its states."""
    state_type, setup = class_with(game.state_type, ruleset), cast(Any, game.setup)
    return replace(
        game, rules_version=rules_version, state_type=state_type, setup=partial(setup, state_type=state_type)
    )
