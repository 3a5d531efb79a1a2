"""The bots panel of a table's page."""

from accounts.models import User
from games.bots.crew import programs
from games.tables.panels import Visit

__all__ = ["seating_panel"]


def seating_panel(visit: Visit) -> list[User] | None:
    """The running programs, for the host of an open table, who may seat bots; None for other readers."""
    is_host = visit.mine is not None and visit.table.creator_id == visit.mine.user_id
    return programs() if is_host and visit.table.is_open else None
