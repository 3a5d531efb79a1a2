"""When somebody last looked at a table: what has happened since is news to them.

A look counts where the whole page of the table is opened. The part of it that a page left open fetches after each move
does not: nobody may be sitting there. Looks without half an hour between them are one visit, and pages of the replay
keep it going. The time of a look is written every five minutes at most: a visit may end so much earlier.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import Reader, User
from games.models import Departure, Seat, Table
from games.pages.read_only import writing_if_possible

__all__ = ["visit_go_on", "visit_note", "visits_forget"]

APART = timedelta(minutes=30)  # between the looks of one visit, at most
FRESH = timedelta(minutes=5)  # for so long the time of a look is not written again


def visit_note(user: Reader, table: Table, mine: Seat | None) -> None:
    """Note that the reader, on this seat or formerly on one, looks at the table as it is now."""
    found = _place_of(user, table, mine)
    last, now = table.ply - 1, timezone.now()
    if found is None or (found.seen_ply == last and _is_fresh(found, now)):
        return
    before = found.seen_ply if _is_over(found, now) else found.visit_ply
    _write(found, user, seen_ply=last, seen_at=now, visit_ply=before)


def visit_go_on(user: Reader, table: Table, mine: Seat | None) -> int | None:
    """The last ply that the reader had seen before this visit, or has made since; None for who never had a seat.

    Whoever looks at that is still there: a visit is not over, but no ply counts as seen by it.
    """
    found, now = _place_of(user, table, mine), timezone.now()
    if found is None:
        return None
    is_over = _is_over(found, now)
    if not is_over and not _is_fresh(found, now):
        _write(found, user, seen_at=now)
    seen = found.seen_ply if is_over else found.visit_ply
    return seen if mine is None else max(seen, mine.acted_ply)


def visits_forget(account: User) -> None:
    """Forget when the person looked at which table."""
    for model in (Seat, Departure):
        rows = model._default_manager.filter(user=account, seen_at__isnull=False)
        rows.update(seen_ply=-1, seen_at=None, visit_ply=-1)


def _place_of(user: Reader, table: Table, mine: Seat | None) -> Seat | Departure | None:
    if mine is not None or not user.is_authenticated:
        return mine
    return Departure.objects.filter(table=table, user=user).first()


def _is_over(found: Seat | Departure, now: datetime) -> bool:
    """Whether the visit of the latest look is over."""
    return found.seen_at is None or now - found.seen_at >= APART


def _is_fresh(found: Seat | Departure, now: datetime) -> bool:
    """Whether the latest look was a moment ago."""
    return found.seen_at is not None and now - found.seen_at < FRESH


def _write(found: Seat | Departure, user: Reader, **columns: int | datetime) -> None:
    """Beside the lock of the table, for no move writes these columns; not on a seat that somebody else has now."""
    row = type(found)._default_manager.filter(pk=found.pk, user=user.pk)
    with writing_if_possible():
        row.update(**columns)
