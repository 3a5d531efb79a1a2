"""Ends a caretaker's service when the seat's player returns. It begins with a time-out (`deadlines.py`)."""

from django.db import transaction

from accounts.models import User
from games.engine.contract import Event
from games.tables.commit import commit
from games.tables.play import expect_running, lock_own_seat
from games.tables.plies import write_note
from games.tables.position import Position
from games.tables.prompts import seat_clock_start

__all__ = ["seat_return"]


@transaction.atomic
def seat_return(user: User, table_id: int) -> Position:
    """Let a seat's player decide again. Without a caretaker, nothing changes. Raises NotAllowed or NotPossible."""
    work, seat = lock_own_seat(user, table_id)
    expect_running(work.table)
    if seat.is_kept:
        seat.is_kept, seat.think_at, seat.timeouts = False, None, 0
        if seat.is_awaited:
            seat_clock_start(work, seat)
        write_note(work, Event("seat-returned", {"seat": seat.number}), actor=seat.number, by=user)
        commit(work, actor=seat.number)
    return work
