"""Ranks as every rule sheet counts them: 1 plus the number of seats ranked better."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Seat

__all__ = ["ranks"]


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
