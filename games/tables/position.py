"""A table as it stands at one moment: its row, its seats and its state, which belong together."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.engine.codec import load_state
from games.engine.registry import AnyGame
from games.models import Proposal, Seat, Table
from games.prepared import Prepared
from games.titles import TITLES

__all__ = ["Position", "may_have_proposal", "position_of", "seats_of", "with_proposal"]

_SEATS = Prepared[Seat](
    lambda table: Seat.objects.filter(table_id=table).select_related("user").order_by("number")
)


@dataclass
class Position:
    """What was read together, or written together; the seats in order, each with its user."""

    table: Table
    seats: list[Seat]
    game: AnyGame
    state: Any  # the complete truth: never to be shown but by what `game` lets a seat observe


def position_of(table: Table) -> Position:
    """The position at a table that has started."""
    game = TITLES[table.title]
    return Position(table, seats_of(table), game, load_state(game, table.state))


def with_proposal(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables, with word on whether anything is proposed there: most pages need no query more to know that."""
    waiting = Proposal.objects.filter(table=OuterRef("pk"), status=Proposal.Status.OPEN)
    return tables.annotate(has_proposal=Exists(waiting))  # type: ignore[no-redef]  # declared by the model


def may_have_proposal(table: Table) -> bool:
    """Whether it is worth asking what is proposed there: not if the row was read with the word that nothing is."""
    return table.has_proposal is not False


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in order, each with its user."""
    seats = _SEATS(table.pk)
    for seat in seats:
        seat.table = table
    return seats
