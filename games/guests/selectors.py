"""The panel on an open table's page for people without an account."""

from django.conf import settings

from games.tables.panels import Visit


def join_panel(visit: Visit) -> bool | None:
    """True for readers who came by the link, are not logged in, and may join as guests. None for all others."""
    is_free = visit.table.is_open and len(visit.seats) < visit.table.seat_count
    return True if settings.GUESTS and visit.by_link and is_free and not visit.user.is_authenticated else None
