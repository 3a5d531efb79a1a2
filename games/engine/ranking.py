"""Ranks as every rule sheet counts them: 1 plus the number of seats ranked better."""

from collections.abc import Sequence
from typing import Any

__all__ = ["ranks"]


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """One rank per seat out of one comparable key per seat, the greater the better; equal keys share a rank.

    >>> ranks([30, 41, 41, 7])
    (3, 1, 1, 4)
    """
    return tuple(1 + sum(other > key for other in keys) for key in keys)
