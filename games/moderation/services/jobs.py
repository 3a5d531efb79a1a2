"""What a decision about a person does at the person's tables: each table in a transaction of its own, some at a time.

An errand says how far it has come, so that neither a second worker nor one that takes over does anything twice.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput
from games.ledger import announce
from games.models import Decision, Departure, Errand, Seat, Table
from games.moderation.services.job_acts import hold_for, let_go_on, put_up, seat_hand_over, take_out
from games.tables.access import seat_of
from games.tables.commit import commit
from games.tables.lobby import close_unstarted, unseat
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table
from games.upkeep.services import failure_note

__all__ = ["errand_continue", "errand_write", "errands_open"]

log = logging.getLogger(__name__)

_What = Errand.What
_AT_RUNNING: dict[str, Callable[[UnitOfWork, Seat, Errand], None]] = {
    _What.RUN: let_go_on,  # what an earlier suspension had stopped
    _What.HOLD: hold_for,
    _What.GO_ON: let_go_on,
    _What.LEAVE: take_out,
    _What.OFFER: put_up,
}


def errand_write(decision: Decision, person: Any, what: str) -> Errand:
    """Have something done at all tables of a person, because of a decision. Raises MalformedInput."""
    if what not in _What.values:
        raise MalformedInput(_("Choose what becomes of the tables."))
    errand = Errand.objects.create(decision=decision, person=person, what=what)
    transaction.on_commit(lambda: announce.errand_soon(errand.pk))
    return errand


def errands_open(*, limit: int = 20) -> list[int]:
    """Errands that are not done yet, the oldest first."""
    undone = Errand.objects.filter(done_at=None, pk__gt=0)  # the bound shows that the small index is searched
    return list(undone.order_by("pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def errand_continue(errand_id: int) -> bool:
    """Do the next table; returns whether there may be more. A table at which it fails is noted and passed over."""
    found = Errand.objects.select_for_update(skip_locked=True, of=("self",))
    errand = found.select_related("decision__by", "person").filter(pk=errand_id, done_at=None).first()
    if errand is None:
        return False
    table_id = _next_table(errand)
    if table_id is None:
        errand.done_at = timezone.now()
    else:
        _do(errand, table_id)
        errand.past = table_id
    errand.save(update_fields=["past", "done_at"])
    return table_id is not None


def _next_table(errand: Errand) -> int | None:
    seats = Seat.objects.filter(user=errand.person, table_id__gt=errand.past).order_by("table_id")
    if errand.what != _What.MERGE:
        seats = seats.filter(is_live=True)
    return seats.values_list("table_id", flat=True).first()


def _do(errand: Errand, table_id: int) -> None:
    try:
        with transaction.atomic():
            _at_table(errand, table_id)
    except Exception as error:
        log.exception("errand %s failed at table %s", errand.pk, table_id)
        failure_note("errand_continue", f"{errand.pk} at {table_id}", error)


def _at_table(errand: Errand, table_id: int) -> None:
    table, seats = lock_table(table_id)
    seat = seat_of(errand.person, seats)
    if seat is None:
        return
    if errand.what == _What.MERGE:
        seat_hand_over(table, seats, seat, errand)
    elif table.is_open and errand.what != _What.GO_ON:
        _leave_open(table, seats, seat)
    elif table.is_running and errand.what in _AT_RUNNING and _is_impartial(errand, table, seats):
        work = begin_work(table, seats)
        _AT_RUNNING[errand.what](work, seat, errand)
        commit(work)


def _leave_open(table: Table, seats: list[Seat], seat: Seat) -> None:
    """A table that has not started goes on without the person, or not at all if they opened it."""
    if table.creator_id == seat.user_id:
        close_unstarted(table, seats, Table.Status.CANCELLED, by_creator=True)
    else:
        unseat(table, seats, seat)


def _is_impartial(errand: Errand, table: Table, seats: list[Seat]) -> bool:
    """Who plays with the person judges nothing at their table: there the clocks decide. One may leave by oneself."""
    by = errand.decision.by
    if by.pk == errand.person_id:
        return True
    return seat_of(by, seats) is None and not Departure.objects.filter(table=table, user=by).exists()
