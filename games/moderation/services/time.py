"""More time for those who are asked: at one table, or at all of them after an outage."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.models import Decision, Grant, Seat, Table
from games.moderation.services.decisions import decision_write, expect_going, lock_as_moderator, note_decision
from games.tables.clocks import clock_extend, clock_shorten
from games.tables.commit import commit
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

__all__ = [
    "CHUNK", "DAYS", "days_give", "days_take", "grant_begin", "grant_continue", "grants_open", "table_extend",
    "tables_extend_all",
]  # fmt: skip

log = logging.getLogger(__name__)

DAYS = range(1, 31)
CHUNK = 100  # tables that one call of `grant_continue` looks at, each in a transaction of its own


@transaction.atomic
def table_extend(by: Any, table_id: int, *, days: int, reason: str) -> Decision:
    """Give days to all that are asked now, whether their clocks run or stand still. Raises a TableError."""
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
    """Give days to the seats that were asked by then; returns whether there were any with a clock."""
    return _moved(work, asked_by, lambda seat: clock_extend(seat, days))


def days_take(work: UnitOfWork, days: int, given_at: datetime) -> bool:
    """Take days back that were given then, from those who have not used them; returns whether there were any."""
    return _moved(work, given_at, lambda seat: clock_shorten(seat, work.now, days))


def _moved(work: UnitOfWork, asked_by: datetime, move: Callable[[Seat], None]) -> bool:
    """Whether `move` has changed the clock of any seat of which the same is asked now as was then."""
    has_moved = False
    for seat in work.seats:
        since = seat.clock_since or seat.awaited_since
        if not seat.is_awaited or since is None or since > asked_by:
            continue
        before = (seat.deadline, seat.remaining)
        move(seat)
        has_moved = has_moved or before != (seat.deadline, seat.remaining)
    return has_moved


@transaction.atomic
def tables_extend_all(by: Any, *, days: int, reason: str) -> Decision:
    """Begin to give days to all that are asked now, at every running table. Raises MalformedInput.

    It concerns all alike, so that it matters not whether `by` sits at one of the tables.
    """
    if days not in DAYS:
        raise MalformedInput
    now = timezone.now()
    decision = decision_write(by, Decision.Kind.EXTEND, reason, facts={"days": days})
    newest = Table.objects.filter(status=Table.Status.RUNNING).order_by("-pk").values_list("pk", flat=True)
    grant_begin(decision, days=days, given_at=now, last=newest.first() or 0)
    return decision


def grant_begin(decision: Decision, *, days: int, given_at: datetime, last: int) -> None:
    """Note what is to be given, or with negative days taken back, at all tables; workers do it."""
    grant = Grant.objects.create(decision=decision, days=days, given_at=given_at, last=last)
    transaction.on_commit(lambda: announce.grant_soon(grant.pk))


def grants_open(now: datetime) -> list[int]:
    """Grants that have not come to all their tables yet."""
    found = Grant.objects.filter(done_at__isnull=True, given_at__lte=now).order_by("given_at")
    return list(found.values_list("pk", flat=True))


def grant_continue(grant_id: int, *, limit: int = CHUNK) -> bool:
    """Go on with a grant for some tables; returns whether there are more. No table ever gets its time twice."""
    return all(_at_next_table(grant_id) for _ in range(limit))


@transaction.atomic
def _at_next_table(grant_id: int) -> bool:
    """How far it has come is written together with what is done; the lock lets one worker at it at a time."""
    grant = Grant.objects.select_for_update().get(pk=grant_id)
    if grant.done_at is not None:
        return False
    rest = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=grant.past, pk__lte=grant.last)
    table_id = rest.order_by("pk").values_list("pk", flat=True).first()
    if table_id is None:
        grant.done_at = timezone.now()
    else:
        grant.past, grant.count = table_id, grant.count + _done_at(grant, table_id)
    grant.save(update_fields=["past", "count", "done_at"])
    return table_id is not None


def _done_at(grant: Grant, table_id: int) -> bool:
    """Whether a clock of the table was moved. A table that cannot be written must not keep the others waiting."""
    try:
        with transaction.atomic():
            return _grant_at(grant, table_id)
    except Exception:
        log.exception("grant %s at table %s failed", grant.pk, table_id)
        return False


def _grant_at(grant: Grant, table_id: int) -> bool:
    table, seats = lock_table(table_id)
    if not table.is_running:
        return False
    work = begin_work(table, seats)
    change = days_give if grant.days > 0 else days_take
    has_moved = change(work, abs(grant.days), grant.given_at)
    if has_moved:
        kind = grant.decision.undoes.kind if grant.decision.undoes else ""
        note_decision(work, grant.decision, days=abs(grant.days), **({"undone": kind} if kind else {}))
        commit(work)
    return has_moved
