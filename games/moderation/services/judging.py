"""What every decision about a person begins and ends with: the account locked, judged by another, and told."""

from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger import announce
from games.models import Decision, Notice

__all__ = [
    "FOR_GOOD", "expect_account", "expect_to_judge", "for_days", "is_for_good", "lock_people", "lock_person",
    "sessions_end", "settle_active", "tell_person",
]  # fmt: skip

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)  # the end of what has none
DAYS = range(1, 3651)


def lock_person(person_id: int) -> Any:
    """The account, locked until the transaction ends."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=person_id)


def lock_people(*people: int) -> list[Any]:
    """Several accounts, locked in the order of their numbers; returned in the order in which they were asked for."""
    found = {
        row.pk: row
        for row in get_user_model()
        .objects.select_for_update(no_key=True)
        .filter(pk__in=people)
        .order_by("pk")
    }
    return [found[person] for person in people]


def expect_to_judge(by: Any, account: Any) -> None:
    """Raise NotAllowed for who would decide about themselves, or about somebody with a role without being above it."""
    if by.pk == account.pk:
        raise NotAllowed(_("This is your own account: ask another moderator."))
    if account.is_superuser and not by.is_superuser:
        raise NotAllowed(_("Nobody but another one like it decides about this account."))
    if account.is_staff and not by.has_perm("accounts.appoint_user"):
        raise NotAllowed(_("This person moderates, too: ask an administrator."))


def expect_account(account: Any) -> None:
    """Raise NotPossible for an account behind which nobody is any more."""
    if account.erased_at is not None:
        raise NotPossible(_("This account was erased."))
    if account.merged_into_id is not None:
        raise NotPossible(_("This account was merged into another one."))


def for_days(days: int | None) -> datetime:
    """The end of something that lasts so many days from now on; without a number, for good. Raises MalformedInput."""
    if days is None:
        return FOR_GOOD
    if days not in DAYS:
        raise MalformedInput
    return timezone.now() + timedelta(days=days)


def is_for_good(until: datetime | None) -> bool:
    """Whether it has no end."""
    return until is not None and until >= FOR_GOOD


def settle_active(account: Any) -> None:
    """Let the person log in, or not, as the decisions in force have it; the caller saves."""
    account.is_active = not (
        account.is_banned or account.suspended_until or account.erased_at or account.merged_into_id
    )


def sessions_end(account: Any) -> None:
    """Log the person out everywhere, and have open pages notice it at once."""
    for session in UserSession.objects.filter(user=account):
        session.end()
    transaction.on_commit(lambda: announce.dismiss(account.pk))


def tell_person(decision: Decision, person: Any) -> None:
    """Send word of a decision to the person by mail, whatever mails they have switched off."""
    notice = Notice.objects.create(
        user=person, kind=Notice.Kind.DECISION, decision=decision, due_at=timezone.now()
    )
    transaction.on_commit(lambda: announce.send_soon([notice.pk]))
