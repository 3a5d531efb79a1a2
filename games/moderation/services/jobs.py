"""Jobs on many tables, done in short steps: on the tables of one person, and more time for all after an outage."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.deadlines import hold_update, offer
from games.engine.contract import Event
from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.models import BulkExtension, Decision, MoveRecord, Notice, PersonJob, Seat, Table
from games.moderation.services.decisions import decision_write, is_impartial, note_decision
from games.moderation.services.tables import MORE_DAYS, days_give, days_take
from games.tables.access import knows_secrets, seat_of
from games.tables.commit import commit
from games.tables.lobby import close_unstarted, unseat
from games.tables.plies import seat_leave, write_note
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table
from games.upkeep.services import failure_note

log = logging.getLogger(__name__)

AT_ONCE = 20  # jobs of one kind per sweep

Row = TypeVar("Row", PersonJob, BulkExtension)


@dataclass(frozen=True)
class JobKind(Generic[Row]):
    """A kind of job. Its rows have processed all tables up to `past`, and `done_at` is set when they are finished."""

    name: str  # used in failure messages
    open_rows: Callable[[], QuerySet[Row]]  # oldest first, with the related rows that `do_at` reads
    next_table: Callable[[Row], int | None]  # the first table to process after `past`; None after the last
    do_at: Callable[[Row, int], None]  # may change the row, which is saved afterwards


def unfinished_job_ids(kind: JobKind[Row]) -> list[int]:
    """Ids of unfinished jobs, oldest first."""
    return list(kind.open_rows().values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def job_continue(kind: JobKind[Row], job_id: int) -> bool:
    """Process the next table; returns whether there may be more. A table that fails is recorded and skipped."""
    rows = kind.open_rows().select_for_update(skip_locked=True, of=("self",))
    job = rows.filter(pk=job_id).first()
    if job is None:  # finished, or locked by another worker
        return False
    table_id = kind.next_table(job)
    if table_id is None:
        job.done_at = timezone.now()
    else:
        _do(kind, job, table_id)
        job.past = table_id
    job.save()
    return table_id is not None


def _do(kind: JobKind[Row], job: Row, table_id: int) -> None:
    try:
        with transaction.atomic():
            kind.do_at(job, table_id)
    except Exception as error:
        log.exception("%s %s failed at table %s", kind.name, job.pk, table_id)
        failure_note(kind.name, f"{job.pk} at {table_id}", error)


_What = PersonJob.What


def person_job_write(decision: Decision, person: User, what: str) -> PersonJob:
    """Start a job at all tables of a person because of a decision. Raises MalformedInput."""
    if what not in _What.values:
        raise MalformedInput(_("Choose what happens to the tables."))
    job = PersonJob.objects.create(decision=decision, person=person, what=what)
    transaction.on_commit(lambda: announce.person_job_soon(job.pk))
    return job


def person_job_stop(decision: Decision | None) -> None:
    """Stop the job of a decision if it is unfinished."""
    PersonJob.objects.filter(decision=decision, done_at=None).update(done_at=timezone.now())


def _open_rows() -> QuerySet[PersonJob]:
    # The bound makes PostgreSQL use the small partial index.
    undone = PersonJob.objects.filter(done_at=None, pk__gt=0)
    return undone.select_related("decision__by", "person").order_by("pk")


def _next_table(job: PersonJob) -> int | None:
    seats = Seat.objects.filter(user=job.person, table_id__gt=job.past).order_by("table_id")
    if job.what != _What.MERGE:
        seats = seats.filter(is_live=True)
    return seats.values_list("table_id", flat=True).first()


def _do_at(job: PersonJob, table_id: int) -> None:
    table, seats = lock_table(table_id)
    seat = seat_of(job.person, seats)
    if seat is None:
        return
    if job.what == _What.MERGE:
        _hand_over(table, seats, seat, job)
    elif table.is_open and job.what != _What.GO_ON:
        _leave_open(table, seats, seat)
    elif not table.is_running or not is_playable(table) or job.what not in _AT_RUNNING:
        return  # a table without rules has to wait
    elif job.decision.by == job.person or is_impartial(job.decision.by, table, seats):
        work = begin_work(table, seats)
        _AT_RUNNING[job.what](work, seat, job)
        commit(work)


def _leave_open(table: Table, seats: list[Seat], seat: Seat) -> None:
    """Remove the person from a table that has not started, or close the table if the person created it."""
    if table.creator_id == seat.user_id:
        close_unstarted(table, seats, Table.Status.CANCELLED, by_creator=True)
    else:
        unseat(table, seats, seat)


def _hold(work: UnitOfWork, seat: Seat, job: PersonJob) -> None:
    """Hold the table until the suspension ends, or longer if something else holds it."""
    before = work.table.is_held, work.table.paused_until
    hold_update(work)
    if (work.table.is_held, work.table.paused_until) != before:
        _note(work, "seat-held" if work.table.is_held else "seat-back", seat, job)


def _note(work: UnitOfWork, type_: str, seat: Seat, job: PersonJob) -> None:
    write_note(work, Event(type_, {"seat": seat.number}), by=job.decision.by)


def _resume(work: UnitOfWork, seat: Seat, job: PersonJob) -> None:
    """Resume the table if it was held only by a suspension that has ended."""
    was_held = work.table.is_held
    hold_update(work)
    if was_held and not work.table.is_held:
        _note(work, "seat-back", seat, job)


def _remove_seat(work: UnitOfWork, seat: Seat, job: PersonJob) -> None:
    """Remove the person's seat from the game as the rules say."""
    _resume(work, seat, job)
    if work.game.is_in(work.state, seat.number):
        seat_leave(work, seat, cause=MoveRecord.Cause.MODERATOR, by=job.decision.by)


def _offer_seat(work: UnitOfWork, seat: Seat, job: PersonJob) -> None:
    """Offer the seat to others, even if the table does not allow takeovers."""
    _resume(work, seat, job)
    if seat.is_offered or not work.game.is_in(work.state, seat.number):
        return
    offer(work, seat)
    _note(work, "seat-put-up", seat, job)


_AT_RUNNING: dict[str, Callable[[UnitOfWork, Seat, PersonJob], None]] = {
    _What.RUN: _resume,  # ends the hold of an earlier suspension
    _What.HOLD: _hold,
    _What.GO_ON: _resume,
    _What.LEAVE: _remove_seat,
    _What.OFFER: _offer_seat,
}


def _hand_over(table: Table, seats: list[Seat], seat: Seat, job: PersonJob) -> None:
    """Give the seat to the account this one was merged into, unless that account knows the table's secrets."""
    heir = job.person.merged_into
    if heir is None or seat_of(heir, seats) is not None or knows_secrets(heir, table):
        return
    _move_notices(table, job.person, heir)
    if not table.is_running:
        Seat.objects.filter(pk=seat.pk).update(user=heir)
        return
    work = begin_work(table, seats)
    seat.user = heir
    _note(work, "seat-merged", seat, job)
    commit(work, actor=seat.number)


def _move_notices(table: Table, person: User, heir: User) -> None:
    """Move the person's notices of the table, unless the other account has its own."""
    if not Notice.objects.filter(table=table, user=heir).exists():
        Notice.objects.filter(table=table, user=person).update(user=heir)


PERSON_JOB = JobKind("person_job", _open_rows, _next_table, _do_at)

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@transaction.atomic
def tables_extend_all(by: User, *, days: int, reason: str) -> Decision:
    """Start giving days to all seats that are to act now. It treats all alike, so `by` may have a seat there."""
    if days not in MORE_DAYS:
        raise MalformedInput
    now = timezone.now()
    decision = decision_write(by, Decision.Kind.EXTEND, reason, facts={"days": days})
    newest = Table.objects.filter(status=Table.Status.RUNNING).order_by("-pk").values_list("pk", flat=True)
    _extension_write(decision, days=days, given_at=now, last=newest.first() or 0)
    return decision


def bulk_extension_undo(found: Decision, undo: Decision) -> None:
    """Start taking the days back at every table. Raises NotPossible while they are still being given."""
    given = BulkExtension.objects.select_for_update().get(decision=found)
    if given.done_at is None:
        raise NotPossible(_("Some tables don't have the extra time yet. Try again in a few minutes."))
    _extension_write(undo, days=-given.days, given_at=given.given_at, last=given.last)


def _extension_write(decision: Decision, *, days: int, given_at: datetime, last: int) -> None:
    """Create the job that adds days at all tables, or takes them back if `days` is negative."""
    job = BulkExtension.objects.create(decision=decision, days=days, given_at=given_at, last=last)
    transaction.on_commit(lambda: announce.bulk_extension_soon(job.pk))


def _unfinished_extensions() -> QuerySet[BulkExtension]:
    # The bound makes PostgreSQL use the small partial index.
    return BulkExtension.objects.filter(done_at=None, given_at__gt=_LONG_AGO).order_by("given_at")


def _next_to_extend(job: BulkExtension) -> int | None:
    rest = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=job.past, pk__lte=job.last)
    return rest.order_by("pk").values_list("pk", flat=True).first()


def _extend_at(job: BulkExtension, table_id: int) -> None:
    table, seats = lock_table(table_id)
    if not table.is_running:
        return
    work = begin_work(table, seats)
    change = days_give if job.days > 0 else days_take
    if change(work, abs(job.days), job.given_at):
        kind = job.decision.undoes.kind if job.decision.undoes else ""
        note_decision(work, job.decision, days=abs(job.days), **({"undone": kind} if kind else {}))
        commit(work)
        job.count += 1


BULK_EXTENSION = JobKind("bulk_extension", _unfinished_extensions, _next_to_extend, _extend_at)
