"""Jobs that process one table after another, each in its own transaction.

A job is a row with its progress, so no worker repeats another's work. If the message that starts a job is lost, the
sweep continues the job.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import BulkExtension, PersonJob
from games.upkeep.services import failure_note

__all__ = ["JobKind", "job_continue", "jobs_open"]

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


def jobs_open(kind: JobKind[Row]) -> list[int]:
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
