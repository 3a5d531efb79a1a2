"""Ways to a player that do not work any more: failures are counted, the way is closed, and its owner may open it again.

A webhook is given up after TRIES failures in a row over at least a day, or as soon as it says that it is gone. A mail
address is suspended at once if its server says that there is no such mailbox, or else after REFUSALS.
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

__all__ = [
    "is_ours", "mail_given_up", "mail_refused", "mail_resume", "new_webhook_secret", "webhook_failed",
    "webhook_resume", "webhook_secret_of", "webhook_secret_renew", "webhook_worked",
]  # fmt: skip

TRIES, AT_LEAST = 10, timedelta(days=1)  # of a webhook
REFUSALS, WITHIN = 3, timedelta(days=14)  # of a mail address, each after the one before
_NO_MAILBOX = re.compile(r"(?<![\d.])5\.1\.(?:[1-3]|6|10)(?![\d.])")  # RFC 3463: the address itself is bad
# Not the address, but who sends: its sender, its way, its rights, its protocol, its content.
_OURS = re.compile(r"(?<![\d.])5\.(?:1\.[78]|[3-7]\.\d+)(?![\d.])")
_FULL = re.compile(r"\b5\.2\.\d+\b")  # full or disabled for now: it may be emptied
_OPEN = {"webhook_failures": 0, "webhook_failing_since": None, "webhook_ended_at": None}
_WELCOME = {"refused_address": "", "refusals": 0, "refused_at": None, "suspended_at": None}


def new_webhook_secret() -> str:
    """A secret in the form of Standard Webhooks: 32 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def webhook_secret_of(chosen: Preferences) -> str:
    """The secret that signs what is posted to the player's webhook, made the first time."""
    if not chosen.webhook_secret:
        made = new_webhook_secret()
        Preferences.objects.filter(pk=chosen.pk, webhook_secret="").update(webhook_secret=made)
        chosen.refresh_from_db(fields=["webhook_secret"])
    return chosen.webhook_secret


def webhook_secret_renew(user: User) -> None:
    """Sign with another secret from now on."""
    Preferences.objects.filter(pk=user.pk).update(webhook_secret=new_webhook_secret())


def webhook_worked(chosen: Preferences) -> None:
    """Forget failures, if there were any."""
    if chosen.webhook_failures:
        Preferences.objects.filter(pk=chosen.pk).update(**_OPEN)


@transaction.atomic
def webhook_failed(chosen: Preferences, now: datetime, *, is_gone: bool) -> None:
    """Count a failure; give the webhook up if these are too many, and tell its owner elsewhere."""
    rows = Preferences.objects.filter(pk=chosen.pk, webhook_url=chosen.webhook_url, webhook_ended_at=None)
    rows.filter(webhook_failing_since=None).update(webhook_failing_since=now)
    rows.filter(webhook_failures__lt=TRIES).update(webhook_failures=F("webhook_failures") + 1)
    if not is_gone:
        rows = rows.filter(webhook_failures__gte=TRIES, webhook_failing_since__lte=now - AT_LEAST)
    if rows.update(webhook_ended_at=now):
        _tell(chosen.pk, Notice.Kind.WEBHOOK_OVER, now, but=Notice.Channel.WEBHOOK)


def webhook_resume(user: User) -> None:
    """Use the webhook again."""
    Preferences.objects.filter(pk=user.pk).update(**_OPEN)


def is_ours(status: str) -> bool:
    """Whether a mail server refused who sends, by which way or what, and not the address it goes to."""
    return _OURS.search(status) is not None


@transaction.atomic
def mail_refused(user: User, status: str, now: datetime, *, is_certain: bool = True) -> None:
    """Note that the user's address was refused for good, with the mail server's words; suspend it if it is hopeless.

    Not `is_certain`: it may have been another address of the user's.
    """
    if _FULL.search(status) or is_ours(status) or not user.email:
        return
    row = _refused(user, now)
    if (is_certain and _NO_MAILBOX.search(status)) or row.refusals >= REFUSALS:
        _suspend(user, now)


def _refused(user: User, now: datetime) -> Preferences:
    """The row with one more refusal: of this address, and not long after the one before."""
    Preferences.objects.get_or_create(pk=user.pk)
    row = Preferences.objects.select_for_update().get(pk=user.pk)
    if row.refused_address != user.email or row.refused_at is None or now - row.refused_at > WITHIN:
        row.refusals = 0
    row.refused_address, row.refused_at, row.refusals = user.email, now, min(row.refusals + 1, REFUSALS)
    row.save(update_fields=["refused_address", "refused_at", "refusals"])
    return row


@transaction.atomic
def mail_given_up(user: User, now: datetime) -> None:
    """Suspend the address: a mail came back however often it was sent."""
    if user.email:
        _refused(user, now)
        _suspend(user, now)


def _suspend(user: User, now: datetime) -> None:
    row = Preferences.objects.filter(pk=user.pk, refused_address=user.email, suspended_at=None)
    if row.update(suspended_at=now):
        _tell(user.pk, Notice.Kind.MAIL_OVER, now, but=Notice.Channel.MAIL)


def mail_resume(user: User) -> None:
    """Send mails to the address again."""
    Preferences.objects.filter(pk=user.pk).update(**_WELCOME)


def _tell(person: int, kind: Notice.Kind, now: datetime, *, but: str) -> None:
    """Write notices of it on all other channels of the person."""
    others = [channel for channel in channels_of([person]).get(person, ()) if channel != but]
    rows = [Notice(user_id=person, kind=kind, about=now, due_at=now, channel=channel) for channel in others]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    made = Notice.objects.filter(user=person, kind=kind, about=now).values_list("pk", flat=True)
    told = list(made)
    transaction.on_commit(lambda: send_soon(told))
