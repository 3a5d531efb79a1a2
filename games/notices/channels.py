"""Channels that stop working: we count failures, close the channel, and let its owner reopen it.

A webhook is closed after TRIES consecutive failures over at least a day, or as soon as it responds that it's gone. An
email address is suspended at once if its server says that the mailbox does not exist, otherwise after REFUSALS.
"""

import base64
import re
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.ledger.announce import send_soon
from games.ledger.notices import channels_of
from games.models import Notice, Preferences

TRIES, AT_LEAST = 10, timedelta(days=1)  # for a webhook
REFUSALS, WITHIN = 3, timedelta(days=14)  # for an email address: each within this time of the one before
_NO_MAILBOX = re.compile(r"(?<![\d.])5\.1\.(?:[1-3]|6|10)(?![\d.])")  # RFC 3463: the address is bad
# The server rejects the sender, the route, the rights, the protocol or the content, not the address.
_REJECTION_OF_SITE = re.compile(r"(?<![\d.])5\.(?:1\.[78]|[3-7]\.\d+)(?![\d.])")
_FULL = re.compile(r"\b5\.2\.\d+\b")  # full or temporarily disabled; may work again later
_OPEN = {"webhook_failures": 0, "webhook_failing_since": None, "webhook_ended_at": None}
_WELCOME = {"refused_address": "", "refusals": 0, "refused_at": None, "suspended_at": None}


def new_webhook_secret() -> str:
    """A new secret in the format of Standard Webhooks: 32 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def webhook_secret_of(chosen: Preferences) -> str:
    """The secret that signs posts to the player's webhook. Created on first use."""
    if not chosen.webhook_secret:
        made = new_webhook_secret()
        Preferences.objects.filter(pk=chosen.pk, webhook_secret="").update(webhook_secret=made)
        chosen.refresh_from_db(fields=["webhook_secret"])
    return chosen.webhook_secret


def webhook_secret_renew(user: User) -> None:
    """Replace the secret that signs posts to the user's webhook."""
    Preferences.objects.filter(pk=user.pk).update(webhook_secret=new_webhook_secret())


def webhook_worked(chosen: Preferences) -> None:
    """Reset the count of failures."""
    if chosen.webhook_failures:
        Preferences.objects.filter(pk=chosen.pk).update(**_OPEN)


@transaction.atomic
def webhook_failed(chosen: Preferences, now: datetime, *, is_gone: bool) -> None:
    """Count a failure. After too many, close the webhook and notify its owner on other channels."""
    rows = Preferences.objects.filter(pk=chosen.pk, webhook_url=chosen.webhook_url, webhook_ended_at=None)
    rows.filter(webhook_failing_since=None).update(webhook_failing_since=now)
    rows.filter(webhook_failures__lt=TRIES).update(webhook_failures=F("webhook_failures") + 1)
    if not is_gone:
        rows = rows.filter(webhook_failures__gte=TRIES, webhook_failing_since__lte=now - AT_LEAST)
    if rows.update(webhook_ended_at=now):
        _notify_elsewhere(chosen.pk, Notice.Kind.WEBHOOK_OVER, now, but=Notice.Channel.WEBHOOK)


def webhook_resume(user: User) -> None:
    """Reopen the user's webhook."""
    Preferences.objects.filter(pk=user.pk).update(**_OPEN)


def is_rejection_of_site(status: str) -> bool:
    """Whether the mail server rejected the sender, the route or the content, rather than the recipient's address."""
    return _REJECTION_OF_SITE.search(status) is not None


@transaction.atomic
def mail_refused(user: User, status: str, now: datetime, *, is_certain: bool = True) -> None:
    """Record that the address was refused; suspend it if needed. Without `is_certain`, it may be an earlier address."""
    if _FULL.search(status) or is_rejection_of_site(status) or not user.email:
        return
    row = _count_refusal(user, now)
    if (is_certain and _NO_MAILBOX.search(status)) or row.refusals >= REFUSALS:
        _suspend(user, now)


def _count_refusal(user: User, now: datetime) -> Preferences:
    """Count a refusal of the user's current address. Restart the count if the last refusal is too long ago."""
    Preferences.objects.get_or_create(pk=user.pk)
    row = Preferences.objects.select_for_update().get(pk=user.pk)
    if row.refused_address != user.email or row.refused_at is None or now - row.refused_at > WITHIN:
        row.refusals = 0
    row.refused_address, row.refused_at, row.refusals = user.email, now, min(row.refusals + 1, REFUSALS)
    row.save(update_fields=["refused_address", "refused_at", "refusals"])
    return row


@transaction.atomic
def mail_given_up(user: User, now: datetime) -> None:
    """Suspend the user's address, because every attempt to send an email was returned."""
    if user.email:
        _count_refusal(user, now)
        _suspend(user, now)


def _suspend(user: User, now: datetime) -> None:
    row = Preferences.objects.filter(pk=user.pk, refused_address=user.email, suspended_at=None)
    if row.update(suspended_at=now):
        _notify_elsewhere(user.pk, Notice.Kind.MAIL_OVER, now, but=Notice.Channel.MAIL)


def mail_resume(user: User) -> None:
    """Resume emails to the user's address."""
    Preferences.objects.filter(pk=user.pk).update(**_WELCOME)


def _notify_elsewhere(person: int, kind: Notice.Kind, now: datetime, *, but: str) -> None:
    """Write notices about a closed channel on all of the person's other channels."""
    others = [channel for channel in channels_of([person]).get(person, ()) if channel != but]
    rows = [Notice(user_id=person, kind=kind, about=now, due_at=now, channel=channel) for channel in others]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    made = Notice.objects.filter(user=person, kind=kind, about=now).values_list("pk", flat=True)
    told = list(made)
    transaction.on_commit(lambda: send_soon(told))
