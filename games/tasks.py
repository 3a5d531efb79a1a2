"""Work that is done apart from requests. A task is a hint: what it works on stands in the database."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.delivery import Claim, claim_deliver, claim_of, claims_take, digests_write
from games.services import deadline_enforce, pause_end, pauses_over, reminders_write, seats_due, tables_expire

__all__ = ["claim_send", "claims_enqueue", "notice_send", "sweep"]

log = logging.getLogger(__name__)

T = TypeVar("T")


@shared_task
def notice_send(notice_id: int) -> None:
    """Send one notice, with what else is due to the same person, unless it is sent or not due."""
    claim = claim_of(notice_id, timezone.now())
    if claim is not None:
        claim_deliver(claim)


@shared_task
def claim_send(name: str, since: str) -> None:
    """Send the message of a claim, unless another worker has it."""
    claim_deliver(Claim(UUID(name), datetime.fromisoformat(since)))


def _apart(service: Callable[[T], object], what: T) -> None:
    """Do one thing; that it cannot be done must not keep the others waiting."""
    try:
        service(what)
    except Exception:
        log.exception("%s of %s failed", service.__name__, what)


@shared_task
def sweep() -> None:
    """Find what is due and whose hint was lost. May run twice at once: every notice is claimed by one."""
    now = timezone.now()
    tables_expire(now)
    for seat in seats_due(now):
        _apart(deadline_enforce, seat)
    for table in pauses_over(now):
        _apart(pause_end, table)
    _apart(reminders_write, now)
    _apart(digests_write, now)
    claims_enqueue(now)


def claims_enqueue(now: datetime) -> None:
    """Claim what is to be sent, and hand each message to a worker; a message that is lost is found by its claim."""
    for claim in claims_take(now):
        claim_send.delay(claim.name.hex, claim.since.isoformat())
