"""When somebody last viewed a table: what happened since is news to them.

Opening the whole page counts as a view. The partial updates of an open page after each move don't count, because
nobody may be looking. Views less than half an hour apart are one visit, and viewing the replay prolongs it. The
time of a view is saved at most every five minutes, so a visit may end that much earlier.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import Reader, User
from games.models import Departure, Seat, Table
from games.pages.read_only import writing_if_possible

APART = timedelta(minutes=30)  # between two views of a visit, at most
FRESH = timedelta(minutes=5)  # the time of a view is not saved again within this time


def visit_note(user: Reader, table: Table, mine: Seat | None) -> None:
    """Record that the reader, a current or former player of the table, has seen it up to its latest ply."""
    found = _place_of(user, table, mine)
    last, now = table.ply - 1, timezone.now()
    if found is None or (found.seen_ply == last and _is_fresh(found, now)):
        return
    before = found.seen_ply if _is_over(found, now) else found.visit_ply
    _write(found, user, seen_ply=last, seen_at=now, visit_ply=before)


def visit_go_on(user: Reader, table: Table, mine: Seat | None) -> int | None:
    """The last ply that the reader saw before this visit or made since; None for a reader who never had a seat.

    This prolongs the visit, but does not mark any ply as seen.
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
    """Delete the times at which the person viewed tables."""
    for model in (Seat, Departure):
        rows = model._default_manager.filter(user=account, seen_at__isnull=False)
        rows.update(seen_ply=-1, seen_at=None, visit_ply=-1)


def _place_of(user: Reader, table: Table, mine: Seat | None) -> Seat | Departure | None:
    if mine is not None or not user.is_authenticated:
        return mine
    return Departure.objects.filter(table=table, user=user).first()


def _is_over(found: Seat | Departure, now: datetime) -> bool:
    """Whether the visit of the latest view is over."""
    return found.seen_at is None or now - found.seen_at >= APART


def _is_fresh(found: Seat | Departure, now: datetime) -> bool:
    """Whether the latest view was saved recently."""
    return found.seen_at is not None and now - found.seen_at < FRESH


def _write(found: Seat | Departure, user: Reader, **columns: int | datetime) -> None:
    """Write without the table's lock: no move writes these columns. A seat that has changed hands is left alone."""
    row = type(found)._default_manager.filter(pk=found.pk, user=user.pk)
    with writing_if_possible():
        row.update(**columns)
