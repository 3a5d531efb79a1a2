"""Applies changes of a player's calendar to the player's tables."""

from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.engine.contract import Event
from games.ledger.reminders import reminders_plan
from games.models import Seat, Table
from games.tables.clocks import clock_recount
from games.tables.commit import commit
from games.tables.plies import write_note
from games.tables.unit_of_work import begin_work, lock_table

__all__ = ["absence_announce", "deadlines_recount"]


def absence_announce(user: User, first: date, last: date) -> None:
    """Announce a vacation at all running tables of the player, and move deadlines that fall into it."""
    for table_id in _tables_of(user):
        _at_table(user, table_id, Event("vacation", {"first": first.isoformat(), "last": last.isoformat()}))


def deadlines_recount(user: User) -> None:
    """Recompute the player's running deadlines with the current calendar."""
    for table_id in _tables_of(user).filter(seats__is_awaited=True, seats__deadline__isnull=False):
        _at_table(user, table_id, None)


def _tables_of(user: User) -> QuerySet[Table, int]:
    seats = Seat.objects.filter(user=user, is_live=True)
    tables = Table.objects.filter(status=Table.Status.RUNNING, pk__in=seats.values("table_id"))
    return tables.values_list("pk", flat=True).order_by("pk").distinct()


@transaction.atomic
def _at_table(user: User, table_id: int, event: Event | None) -> None:
    table, seats = lock_table(table_id)
    seat = next((each for each in seats if each.user_id == user.pk), None)
    if seat is None or not table.is_running:
        return
    work = begin_work(table, seats)
    clock_recount(seat, work.now)
    reminders_plan([seat], work.now)  # the calendar affects reminders even if the deadline stays
    if event is not None:
        told = Event(event.type, {**event.public, "seat": seat.number})
        write_note(work, told, actor=seat.number, by=seat.user)
    commit(work, actor=seat.number)
