"""Delivers one message: decides about its notices, sends it, and records the result."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from structlog.contextvars import bind_contextvars

from games.models import Notice
from games.notices.channels import (
    is_rejection_of_site,
    mail_given_up,
    mail_refused,
    webhook_failed,
    webhook_worked,
)
from games.notices.delivery.claim import ATTEMPTS, LEASE, Claim, claim_begin
from games.notices.delivery.context import DeliveryContext, context_of
from games.notices.delivery.decide import SEND, Verdict, verdicts
from games.notices.delivery.mail import mail_send, one_connection
from games.notices.delivery.message import Message, by_urgency, message_of
from games.notices.delivery.outbound import NotDelivered
from games.notices.delivery.push import push_send
from games.notices.delivery.webhook import webhook_send
from games.notices.selectors import preferences_of
from games.upkeep.figures import figure_count
from games.upkeep.heartbeats import last_time_fail, last_time_note

log = logging.getLogger(__name__)

PERMANENT = 500  # SMTP reply codes from here on are permanent
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)  # between two tries

_Status = Notice.Status


def claim_deliver(claim: Claim) -> None:
    """Send the message of a claim, only once even if called again. A failed message is rescheduled."""
    now = timezone.now()
    notices = claim_begin(claim, now)
    try:
        if notices:
            _deliver(claim, notices, now)
    except NotDelivered as error:
        log.warning("message %s was not delivered: %s", claim.name, error.detail)
        _release_claim(Claim(claim.name, now), error.reason, error.detail)
        if notices[0].channel == Notice.Channel.WEBHOOK and error.reason != Notice.Reason.NOT_DELIVERED:
            webhook_failed(preferences_of(notices[0].user), timezone.now(), is_gone=error.is_gone)
    except SMTPRecipientsRefused as error:
        status = " ".join(_words_of(answer) for answer in error.recipients.values())
        log.warning("mail %s was refused: %s", claim.name, status)
        _release_claim(Claim(claim.name, now), _reason_of_refusal(status, now), status)
        if all(answer[0] >= PERMANENT for answer in error.recipients.values()):
            mail_refused(notices[0].user, status, timezone.now())
    except Exception as error:  # mail servers and libraries can raise anything
        log.exception("message %s was not delivered", claim.name)
        if notices and notices[0].channel == Notice.Channel.MAIL:
            last_time_fail("mail", now)
        _release_claim(
            Claim(claim.name, now), Notice.Reason.NOT_DELIVERED, f"{type(error).__name__}: {error}"
        )


def _reason_of_refusal(status: str, now: datetime) -> Notice.Reason:
    """The reason for a refused email. If the server rejects the sender, that is a failure of the site."""
    if not is_rejection_of_site(status):
        return Notice.Reason.RETURNED
    last_time_fail("mail", now)
    return Notice.Reason.NOT_DELIVERED


def _words_of(answer: tuple[int, bytes | str]) -> str:
    """The SMTP reply code and text for an address."""
    code, words = answer
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"


def claims_deliver(claims: Iterable[Claim]) -> None:
    """Send the messages of several claims one after another, emails over one connection."""
    with one_connection():
        for claim in claims:
            claim_deliver(claim)


def _deliver(claim: Claim, notices: list[Notice], now: datetime) -> None:
    bind_contextvars(
        user=notices[0].user_id, tables=sorted({row.table_id for row in notices if row.table_id})
    )
    context = context_of(notices, now)
    going = by_urgency(_record_unsent(notices, verdicts(notices, context)), context)
    if not going:
        return
    with timezone.override(context.user.zone), translation.override(context.user.reads):
        message = message_of(claim.name, going, context)
        if message.items:
            _expect_lease(Claim(claim.name, now))
            _CHANNELS[context.channel](message, context, partial(_record_sent, going))
            if context.channel == Notice.Channel.MAIL:
                last_time_note("mail", timezone.now(), may_fail=True)
            elif context.channel == Notice.Channel.WEBHOOK:
                webhook_worked(context.preferences)
    if not message.items:
        _close(going, _Status.SUPPRESSED, Notice.Reason.NOTHING_WAITS)


def _record_unsent(notices: Sequence[Notice], found: Sequence[Verdict]) -> list[Notice]:
    """Record the notices that are not sent now; returns the others."""
    with transaction.atomic():
        for notice, verdict in zip(notices, found, strict=True):
            if verdict.until is not None:
                _hold(notice, verdict.reason, verdict.until)
            elif verdict.reason:
                _close([notice], _Status.SUPPRESSED, verdict.reason)
    return [notice for notice, each in zip(notices, found, strict=True) if each == SEND]


def _expect_lease(lease: Claim) -> None:
    """Raise NotDelivered if another worker may have taken over the message, because our lease expired."""
    held = Notice.objects.filter(claim=lease.name, status=_Status.CLAIMED, claimed_at=lease.since)
    if timezone.now() - lease.since > LEASE or not held.exists():
        raise NotDelivered(Notice.Reason.NOT_DELIVERED, "the lease ran out")


# Each calls its last argument as soon as the other side has the message.
_CHANNELS: dict[str, Callable[[Message, DeliveryContext, Callable[[], object]], None]] = {
    Notice.Channel.MAIL: mail_send, Notice.Channel.PUSH: push_send, Notice.Channel.WEBHOOK: webhook_send,
}  # fmt: skip


@transaction.atomic
def _record_sent(notices: list[Notice]) -> None:
    """Record the first notice as sent and the others as merged into it."""
    lead, *others = notices
    _close([lead], _Status.SENT, "")
    if others:
        _close(others, _Status.MERGED, "", merged_into=lead)


def _close(notices: Sequence[Notice], status: str, reason: str, **columns: Any) -> None:
    figure_count("notices", notices[0].channel, status, by=len(notices))
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in notices])
    rows.update(status=status, reason=reason, sent_at=timezone.now(), **columns)


def _hold(notice: Notice, reason: str, until: datetime) -> None:
    """Hold the notice until `until`. It leaves its message, and this doesn't count as an attempt."""
    Notice.objects.filter(pk=notice.pk).update(
        status=_Status.DUE, reason=reason, due_at=until, claim=None, attempts=F("attempts") - 1
    )


def _release_claim(lease: Claim, reason: str, detail: str) -> None:
    """Reschedule the notices that this worker still holds. Notices that another worker took over don't change."""
    notices = Notice.objects.filter(claim=lease.name, status=_Status.CLAIMED, claimed_at=lease.since)
    put_back(list(notices), reason, detail)


@transaction.atomic
def put_back(notices: Sequence[Notice], reason: str, detail: str, *, first: timedelta = FIRST_PAUSE) -> None:
    """Retry after 1, 2, 4 ... minutes, later every hour. After the last attempt, the notice has failed permanently."""
    for notice in notices:
        pause = max(first, min(FIRST_PAUSE * 2 ** (notice.attempts - 1), LONGEST_PAUSE))
        status = _Status.FAILED if notice.attempts >= ATTEMPTS else _Status.DUE
        figure_count("notices", notice.channel, "failed" if status == _Status.FAILED else "put_back")
        Notice.objects.filter(pk=notice.pk).update(
            status=status, reason=reason, detail=detail[:500], due_at=timezone.now() + pause,
            sent_at=timezone.now() if status == _Status.FAILED else None, merged_into=None,
        )  # fmt: skip
        if status == _Status.FAILED and reason == Notice.Reason.RETURNED:
            mail_given_up(notice.user, timezone.now())
