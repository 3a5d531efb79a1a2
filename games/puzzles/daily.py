"""The puzzle of the day: the same one for everybody, from midnight to midnight UTC.

A day has one title, in turn, and of that title the next puzzle in an order that looks shuffled and is always the same.
So no puzzle comes again before all of its title were there, and a new puzzle on the shelf changes the order a little.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from hashlib import sha256

from django.utils import timezone

from games.puzzles.shelf import Placed, shelves

__all__ = ["day_of", "puzzle_on", "today"]


def day_of(now: datetime) -> date:
    """The day that counts at this moment."""
    return now.astimezone(UTC).date()


def today() -> date:
    """The day that counts now."""
    return day_of(timezone.now())


def puzzle_on(day: date) -> Placed | None:
    """The puzzle of a day; None if there are no puzzles at all."""
    titles = list(shelves().values())
    if not titles:
        return None
    turn, title = divmod(day.toordinal(), len(titles))
    order = _order(titles[title])
    return order[turn % len(order)]


def _order(shelf: Sequence[Placed]) -> Sequence[Placed]:
    return sorted(shelf, key=lambda placed: sha256(placed.puzzle.key.encode()).digest())
