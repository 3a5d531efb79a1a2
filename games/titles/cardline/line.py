"""The line: where a value belongs (CL-6, CL-7)."""

from bisect import bisect_left, bisect_right
from operator import itemgetter
from typing import TypeAlias

from games.titles.cardline.state import Card

__all__ = ["Neighbours", "is_right", "neighbours", "slots_of"]

Neighbours: TypeAlias = tuple[Card | None, Card | None]  # left and right; None past the end of the line

_value = itemgetter(1)


def slots_of(line: tuple[Card, ...], value: int) -> tuple[int, int]:
    """The first and the last slot where `value` is right; more than one if the line holds equal values."""
    return bisect_left(line, value, key=_value), bisect_right(line, value, key=_value)


def is_right(line: tuple[Card, ...], slot: int, value: int) -> bool:
    """CL-7: not lower than the left neighbour's value and not higher than the right one's."""
    low, high = slots_of(line, value)
    return low <= slot <= high


def neighbours(line: tuple[Card, ...], first: int, last: int) -> Neighbours:
    """The cards beside the slots `first` to `last`, or beside one slot if both are the same."""
    return line[first - 1] if first > 0 else None, line[last] if last < len(line) else None
