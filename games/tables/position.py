"""A table at one moment: its row, its seats and its state, read together."""

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Exists, OuterRef, QuerySet

from games.engine.registry import AnyGame
from games.models import Proposal, Seat, Table
from games.models.compiled import CompiledQuery
from games.tables.table_rules import game_at, state_at

__all__ = ["PROPOSED", "Position", "position_of", "seats_of", "with_proposal"]

PROPOSED = {"has_proposal": BooleanField()}  # what `with_proposal` annotates
_SEATS = CompiledQuery[Seat](
    lambda table: Seat.objects.filter(table_id=table).order_by("number"), related=["user"]
)


@dataclass
class Position:
    """A row, seats in order with their users, and a state that belong together."""

    table: Table
    seats: list[Seat]
    game: AnyGame
    state: Any  # the complete truth; show only what `game` lets a seat observe


def position_of(table: Table) -> Position:
    """The position of a table that has started; raises RulesMissing if it is stopped."""
    return Position(table, seats_of(table), game_at(table), state_at(table))


def with_proposal(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables, each with the value of its `has_proposal`: the pages of most tables then need no other query."""
    waiting = Proposal.objects.filter(table=OuterRef("pk"), status=Proposal.Status.OPEN)
    return tables.annotate(has_proposal=Exists(waiting))  # type: ignore[no-redef]  # declared by the model


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in order, with their users."""
    seats = _SEATS(table.pk)
    for seat in seats:
        seat.table = table
    return seats
