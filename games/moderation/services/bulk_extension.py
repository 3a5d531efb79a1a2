"""Bulk extensions: a job that gives more time at all running tables after an outage."""

from datetime import UTC, datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.models import BulkExtension, Decision, Table
from games.moderation.services.decisions import decision_write, note_decision
from games.moderation.services.person_jobs import JobKind
from games.moderation.services.tables import MORE_DAYS, days_give, days_take
from games.tables.commit import commit
from games.tables.unit_of_work import begin_work, lock_table

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@transaction.atomic
def tables_extend_all(by: User, *, days: int, reason: str) -> Decision:
    """Start giving days to all seats that are to act now, at every running table. Raises MalformedInput.

    It treats everybody alike, so `by` may have a seat at one of the tables.
    """
    if days not in MORE_DAYS:
        raise MalformedInput
    now = timezone.now()
    decision = decision_write(by, Decision.Kind.EXTEND, reason, facts={"days": days})
    newest = Table.objects.filter(status=Table.Status.RUNNING).order_by("-pk").values_list("pk", flat=True)
    _write(decision, days=days, given_at=now, last=newest.first() or 0)
    return decision


def bulk_extension_undo(found: Decision, undo: Decision) -> None:
    """Start taking the days back at every table. Raises NotPossible while they are still being given."""
    given = BulkExtension.objects.select_for_update().get(decision=found)
    if given.done_at is None:
        raise NotPossible(_("Some tables don't have the extra time yet. Try again in a few minutes."))
    _write(undo, days=-given.days, given_at=given.given_at, last=given.last)


def _write(decision: Decision, *, days: int, given_at: datetime, last: int) -> None:
    """Create the job that gives days at all tables, or takes them back if `days` is negative."""
    job = BulkExtension.objects.create(decision=decision, days=days, given_at=given_at, last=last)
    transaction.on_commit(lambda: announce.bulk_extension_soon(job.pk))


def _open_rows() -> QuerySet[BulkExtension]:
    # The bound makes PostgreSQL use the small partial index.
    return BulkExtension.objects.filter(done_at=None, given_at__gt=_LONG_AGO).order_by("given_at")


def _next_table(job: BulkExtension) -> int | None:
    rest = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=job.past, pk__lte=job.last)
    return rest.order_by("pk").values_list("pk", flat=True).first()


def _do_at(job: BulkExtension, table_id: int) -> None:
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


BULK_EXTENSION = JobKind("bulk_extension", _open_rows, _next_table, _do_at)
