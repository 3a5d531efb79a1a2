"""A table as it stands at one moment: its row, its seats and its state, which belong together."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.engine.codec import load_state
from games.engine.registry import AnyGame
from games.models import Seat, Table
from games.titles import TITLES

__all__ = ["Position", "position_of"]


@dataclass
class Position:
    """What was read together, or written together; the seats in order, each with its user."""

    table: Table
    seats: list[Seat]
    game: AnyGame
    state: Any  # the complete truth: never to be shown but by what `game` lets a seat observe


def position_of(table: Table, seats: QuerySet[Seat] | None = None) -> Position:
    """The position at a table that has started; `seats`, if given, come with what else is read of them."""
    game = TITLES[table.title]
    found = table.seats.all() if seats is None else seats
    return Position(
        table, list(found.select_related("user").order_by("number")), game, load_state(game, table.state)
    )
