"""Gives extra days to the seats that are to act at one table, and takes days back."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotPossible
from games.models import Decision, Seat
from games.moderation.services.decisions import decision_write, expect_going, lock_as_moderator, note_decision
from games.tables.clocks import clock_extend, clock_shorten
from games.tables.commit import commit
from games.tables.unit_of_work import UnitOfWork

__all__ = ["DAYS", "days_give", "days_take", "table_extend"]

DAYS = range(1, 31)


@transaction.atomic
def table_extend(by: User, table_id: int, *, days: int, reason: str) -> Decision:
    """Give days to all seats that are to act now, whether their clocks are running or paused. Raises a TableError."""
    if days not in DAYS:
        raise MalformedInput
    work = lock_as_moderator(by, table_id)
    expect_going(work.table)
    decision = decision_write(by, Decision.Kind.EXTEND, reason, table=work.table, facts={"days": days})
    if not days_give(work, days, work.now):
        raise NotPossible(_("No clock runs that could get more time."))
    note_decision(work, decision, days=days)
    commit(work)
    return decision


def days_give(work: UnitOfWork, days: int, asked_by: datetime) -> bool:
    """Give days to seats that were asked by `asked_by`; returns whether any clock changed."""
    return _moved(work, asked_by, lambda seat: clock_extend(seat, days))


def days_take(work: UnitOfWork, days: int, given_at: datetime) -> bool:
    """Take back unused days that were given at `given_at`; returns whether any clock changed."""
    return _moved(work, given_at, lambda seat: clock_shorten(seat, work.now, days))


def _moved(work: UnitOfWork, asked_by: datetime, move: Callable[[Seat], None]) -> bool:
    """Apply `move` to seats that have been waiting since `asked_by` or earlier; returns whether any clock changed."""
    has_moved = False
    for seat in work.seats:
        since = seat.clock_since or seat.awaited_since
        if not seat.is_awaited or since is None or since > asked_by:
            continue
        before = (seat.deadline, seat.remaining)
        move(seat)
        has_moved = has_moved or before != (seat.deadline, seat.remaining)
    return has_moved
