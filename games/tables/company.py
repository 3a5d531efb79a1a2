"""Whom a player has played with."""

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.models import Seat, Table

LATEST = 500  # a player's latest tables to search; few people play more, and a query stays fast


def have_played(user: User, other: User) -> bool:
    """Whether both stayed to the end of a finished game, among the latest tables of `other`."""
    latest = Seat.objects.filter(user=other, has_left=False).order_by("-table_id").values("table_id")[:LATEST]
    there = Seat.objects.filter(user=user, has_left=False, table_id__in=latest)
    finished = Table.objects.filter(pk=OuterRef("table"), status=Table.Status.FINISHED)
    return there.filter(Exists(finished)).exists()
