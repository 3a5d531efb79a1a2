"""What a player did at earlier tables of the same title, to be offered again."""

from typing import Any

from django.db.models import OuterRef, Subquery

from games.models import MoveRecord, Seat, Table

__all__ = ["past_moves"]

TABLES = 8  # earlier tables that are looked at
EARLY = 8  # plies: what is worth offering again is decided at the beginning


def past_moves(user: Any, table: Table, kind: str) -> tuple[str, ...]:
    """The reader's own moves of type `kind` at the beginning of earlier tables, as JSON, the latest first."""
    seats = Seat.objects.filter(user=user, table__title=table.title).exclude(table=table)
    latest = seats.order_by("-table_id").values("table_id")[:TABLES]
    mine = seats.filter(table=OuterRef("table")).order_by().values("number")
    rows = MoveRecord.objects.filter(table__in=latest, ply__lt=EARLY, by=user, kind=MoveRecord.Kind.MOVE)
    found = rows.filter(seat=Subquery(mine[:1])).order_by("-table_id").values_list("move", flat=True)
    start = f'{{"type":"{kind}"'
    return tuple(move for move in found if move.startswith(start))
