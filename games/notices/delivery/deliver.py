"""Delivery of one message from its claim to its end: decided, sent, recorded."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from structlog.contextvars import bind_contextvars

from games.models import Notice
from games.notices.delivery.claim import ATTEMPTS, LEASE, Claim, claim_begin
from games.notices.delivery.context import DeliveryContext, context_of
from games.notices.delivery.decide import Action, Verdict, verdicts
from games.notices.delivery.mail import mail_send
from games.notices.delivery.message import Message, by_urgency, message_of
from games.notices.delivery.outbound import NotDelivered
from games.notices.delivery.push import push_send
from games.notices.delivery.webhook import webhook_send

__all__ = ["claim_deliver", "put_back"]

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)  # between two tries

_Status = Notice.Status


def claim_deliver(claim: Claim) -> None:
    """Send the message of a claim, only once even if called again. If it fails, it is tried again later."""
    now = timezone.now()
    notices = claim_begin(claim, now)
    try:
        if notices:
            _deliver(claim, notices, now)
    except NotDelivered as error:
        log.warning("message %s was not delivered: %s", claim.name, error.detail)
        _put_back(Claim(claim.name, now), error.reason, error.detail)
    except Exception as error:  # any error of a mail server or a library
        log.exception("message %s was not delivered", claim.name)
        _put_back(Claim(claim.name, now), Notice.Reason.NOT_DELIVERED, f"{type(error).__name__}: {error}")


def _deliver(claim: Claim, notices: list[Notice], now: datetime) -> None:
    bind_contextvars(
        user=notices[0].user_id, tables=sorted({row.table_id for row in notices if row.table_id})
    )
    context = context_of(notices, now)
    going = by_urgency(_sort_out(notices, verdicts(notices, context)), context)
    if not going:
        return
    with timezone.override(context.zone), translation.override(settings.LANGUAGE_CODE):
        message = message_of(claim.name, going, context)
        if message.items:
            _expect_lease(Claim(claim.name, now))
            _CHANNELS[context.channel](message, context, partial(_note_sent, going))
    if not message.items:
        _close(going, _Status.SUPPRESSED, Notice.Reason.NOTHING_WAITS)


def _sort_out(notices: Sequence[Notice], found: Sequence[Verdict]) -> list[Notice]:
    """Record notices that are not sent now; returns those that are."""
    with transaction.atomic():
        for notice, verdict in zip(notices, found, strict=True):
            if verdict.action is Action.SUPPRESS:
                _close([notice], _Status.SUPPRESSED, verdict.reason)
            elif verdict.until is not None:
                _hold(notice, verdict.reason, verdict.until)
    return [notice for notice, each in zip(notices, found, strict=True) if each.action is Action.SEND]


def _expect_lease(lease: Claim) -> None:
    """Raise NotDelivered if another worker has the message: this one was stopped for longer than the lease."""
    held = Notice.objects.filter(claim=lease.name, status=_Status.CLAIMED, claimed_at=lease.since)
    if timezone.now() - lease.since > LEASE or not held.exists():
        raise NotDelivered(Notice.Reason.NOT_DELIVERED, "the lease ran out")


Accepted = Callable[
    [], object
]  # to be called once the other side has the message, and before anything else is done


def _then(
    send: Callable[[Message, DeliveryContext], None],
) -> Callable[[Message, DeliveryContext, Accepted], None]:
    """A channel whose function has nothing left to do when it returns."""

    def send_and_note(message: Message, context: DeliveryContext, accepted: Accepted) -> None:
        send(message, context)
        accepted()

    return send_and_note


_CHANNELS: dict[str, Callable[[Message, DeliveryContext, Accepted], None]] = {
    Notice.Channel.MAIL: mail_send,
    Notice.Channel.PUSH: _then(push_send),
    Notice.Channel.WEBHOOK: _then(webhook_send),
}


@transaction.atomic
def _note_sent(notices: list[Notice]) -> None:
    """Record the first as sent and the others as merged into it."""
    lead, *others = notices
    _close([lead], _Status.SENT, "")
    if others:
        _close(others, _Status.MERGED, "", merged_into=lead)


def _close(notices: Sequence[Notice], status: str, reason: str, **columns: Any) -> None:
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in notices])
    rows.update(status=status, reason=reason, sent_at=timezone.now(), **columns)


def _hold(notice: Notice, reason: str, until: datetime) -> None:
    """Hold the notice until that time. It leaves its message, and this does not count as a try."""
    Notice.objects.filter(pk=notice.pk).update(
        status=_Status.DUE, reason=reason, due_at=until, claim=None, attempts=F("attempts") - 1
    )


def _put_back(lease: Claim, reason: str, detail: str) -> None:
    """Let go of what this worker still has; a message that another one took over in the meantime is left to it."""
    notices = Notice.objects.filter(claim=lease.name, status=_Status.CLAIMED, claimed_at=lease.since)
    put_back(list(notices), reason, detail)


@transaction.atomic
def put_back(notices: Sequence[Notice], reason: str, detail: str, *, first: timedelta = FIRST_PAUSE) -> None:
    """Try again after 1, 2, 4 ... minutes, later every hour; after the last try it has failed for good."""
    for notice in notices:
        pause = max(first, min(FIRST_PAUSE * 2 ** (notice.attempts - 1), LONGEST_PAUSE))
        status = _Status.FAILED if notice.attempts >= ATTEMPTS else _Status.DUE
        Notice.objects.filter(pk=notice.pk).update(
            status=status, reason=reason, detail=detail[:500], due_at=timezone.now() + pause,
            sent_at=timezone.now() if status == _Status.FAILED else None, merged_into=None,
        )  # fmt: skip
