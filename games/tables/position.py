"""A table at one moment: its row, its seats and its state, loaded together."""

from dataclasses import dataclass
from typing import Any

from games.engine.registry import AnyGame
from games.models import Seat, Table
from games.tables.table_rules import game_at, state_at

_TABLE = """
SELECT games_table.*, EXISTS(
    SELECT 1 FROM games_proposal WHERE games_proposal.table_id = games_table.id AND games_proposal.status = 'open'
) AS has_proposal
FROM games_table WHERE games_table.id = %s
"""


@dataclass
class Position:
    """A table's row, its seats in order with their users, and its state, from the same moment."""

    table: Table
    seats: list[Seat]
    game: AnyGame
    state: Any  # the complete state; show only what `game` lets a seat observe


def position_of(table: Table) -> Position:
    """The position of a started table. Raises RulesMissing if it is stopped."""
    return Position(table, seats_of(table), game_at(table), state_at(table))


def table_read(table_id: int) -> Table | None:
    """The row of a table, with the value of its `has_proposal`; None if there is none.

    Each page asks this, and the ORM would need four times as long to put the query together.
    """
    if table_id >= 2**63:  # which no column holds
        return None
    return next(iter(Table.objects.raw(_TABLE, [table_id])), None)


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in order, with their users."""
    seats = list(Seat.objects.filter(table=table).order_by("number").select_related("user"))
    for seat in seats:
        seat.table = table
    return seats
