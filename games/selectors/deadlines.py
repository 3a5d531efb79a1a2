"""A player's deadlines, for calendars and feed readers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine.presenter import Text
from games.models import Preferences, Seat
from games.presenters import PRESENTERS

__all__ = ["DeadlineRow", "deadlines_of", "feed_of"]

MOST = 200  # rows of one feed


@dataclass(frozen=True)
class DeadlineRow:
    """One deadline of one player."""

    seat: Seat
    title: Text
    others: str
    deadline: datetime
    since: datetime  # since when the player is asked


def feed_of(token: UUID) -> Preferences | None:
    """Whose feeds have this secret in their address; None if nobody's, or nobody's any more."""
    chosen = Preferences.objects.select_related("user").filter(feed_token=token, user__is_active=True)
    return chosen.first()


def deadlines_of(user: Any) -> list[DeadlineRow]:
    """The player's deadlines, the nearest first."""
    mine = Seat.objects.filter(user=user, is_awaited=True, deadline__isnull=False).order_by("deadline", "pk")
    seats = list(mine.select_related("table").defer("table__state", "table__seed")[:MOST])
    others: dict[int, list[str]] = {seat.table_id: [] for seat in seats}
    for seat in (
        Seat.objects.filter(table__in=list(others))
        .exclude(user=user)
        .select_related("user")
        .order_by("number")
    ):
        others[seat.table_id].append(str(seat.user or _("nobody")))
    return [_row(seat, others[seat.table_id]) for seat in seats]


def _row(seat: Seat, others: list[str]) -> DeadlineRow:
    if seat.deadline is None or seat.awaited_since is None:
        raise ValueError(f"Expected a seat with a deadline, but got {seat}")
    title = PRESENTERS[seat.table.title].name
    return DeadlineRow(seat, title, _(", ").join(others), seat.deadline, seat.awaited_since)
