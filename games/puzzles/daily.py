"""The puzzle of the day: the same one for everybody, from midnight to midnight UTC.

Titles take turns by day. Each title's puzzles follow a fixed, shuffled order, so none repeats before all others of its
title were used. A new puzzle changes the order only slightly.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from hashlib import sha256

from django.utils import timezone

from games.puzzles.shelf import Placed, shelves

__all__ = ["day_of", "puzzle_on", "today"]


def day_of(now: datetime) -> date:
    """The date in UTC at this time."""
    return now.astimezone(UTC).date()


def today() -> date:
    """The current date in UTC."""
    return day_of(timezone.now())


def puzzle_on(day: date) -> Placed | None:
    """The puzzle of a day; None if there are no puzzles."""
    titles = list(shelves().values())
    if not titles:
        return None
    turn, title = divmod(day.toordinal(), len(titles))
    order = _order(titles[title])
    return order[turn % len(order)]


def _order(shelf: Sequence[Placed]) -> Sequence[Placed]:
    return sorted(shelf, key=lambda placed: sha256(placed.puzzle.key.encode()).digest())
