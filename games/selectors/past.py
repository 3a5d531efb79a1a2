"""What a player did at earlier tables of the same title, to be offered again."""

from typing import Any

from games.models import MoveRecord, Seat, Table

__all__ = ["past_moves"]

TABLES = 8  # earlier tables that are looked at
EARLY = 8  # plies: what is worth offering again is decided at the beginning


def past_moves(user: Any, table: Table, kind: str) -> tuple[str, ...]:
    """The reader's own moves of type `kind` at the beginning of earlier tables, as JSON, the latest first."""
    seats = Seat.objects.filter(user=user, table__title=table.title).exclude(table=table)
    mine = dict(seats.order_by("-table_id").values_list("table_id", "number")[:TABLES])
    rows = MoveRecord.objects.filter(table_id__in=mine, ply__lt=EARLY, by=user, kind=MoveRecord.Kind.MOVE)
    found = rows.order_by("-table_id").values_list("table_id", "seat", "move")
    start = f'{{"type":"{kind}"'
    return tuple(move for table_id, seat, move in found if seat == mine[table_id] and move.startswith(start))
