"""Panels of a table's page that concern bots."""

from games.tables.panels import Visit

__all__ = ["seating_panel"]


def seating_panel(visit: Visit) -> bool | None:
    """True for the host of an open table, who may seat bots; None for everybody else."""
    is_host = visit.mine is not None and visit.table.creator_id == visit.mine.user_id
    return True if is_host and visit.table.is_open else None
