"""Panels of a table's page that concern bots."""

from games.bots.forms import LEVELS
from games.tables.panels import Visit

__all__ = ["seating_panel"]


def seating_panel(visit: Visit) -> list[tuple[str, object]] | None:
    """The levels from which the host of an open table chooses; None for everybody else."""
    is_host = visit.mine is not None and visit.table.creator_id == visit.mine.user_id
    return list(LEVELS) if is_host and visit.table.is_open else None
