"""Steps shared by all decisions about a person: lock the account, check the moderator, log out, notify the person."""

from datetime import UTC, datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger import announce
from games.models import Decision, Notice

__all__ = [
    "FOR_GOOD", "expect_account", "expect_to_judge", "for_days", "is_for_good", "lock_people", "lock_person",
    "sessions_end", "settle_active", "tell_person",
]  # fmt: skip

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)  # no end
DAYS = range(1, 3651)


def lock_person(person_id: int) -> User:
    """Lock the account until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=person_id)


def lock_people(*people: int) -> list[User]:
    """Lock several accounts in the order of their ids; returns them in the order of the arguments."""
    found = {
        row.pk: row
        for row in User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
    }
    return [found[person] for person in people]


def expect_to_judge(by: User, account: User) -> None:
    """Raise NotAllowed for decisions about oneself, or about people whose role is not lower than one's own."""
    if by.pk == account.pk:
        raise NotAllowed(_("This is your own account: ask another moderator."))
    if account.is_superuser and not by.is_superuser:
        raise NotAllowed(_("Only another superuser can decide about this account."))
    if account.is_staff and not by.has_perm("accounts.appoint_user"):
        raise NotAllowed(_("This person moderates, too: ask an administrator."))


def expect_account(account: User) -> None:
    """Raise NotPossible if the account was erased or merged."""
    if account.erased_at is not None:
        raise NotPossible(_("This account was erased."))
    if account.merged_into_id is not None:
        raise NotPossible(_("This account was merged into another one."))


def for_days(days: int | None) -> datetime:
    """The time `days` days from now, or FOR_GOOD if `days` is None. Raises MalformedInput."""
    if days is None:
        return FOR_GOOD
    if days not in DAYS:
        raise MalformedInput
    return timezone.now() + timedelta(days=days)


def is_for_good(until: datetime | None) -> bool:
    """Whether this end means "for good"."""
    return until is not None and until >= FOR_GOOD


def settle_active(account: User) -> None:
    """Set `is_active` from the decisions in force; the caller saves."""
    account.is_active = not (
        account.is_banned or account.suspended_until or account.erased_at or account.merged_into_id
    )


def sessions_end(account: User) -> None:
    """Log the person out everywhere, and notify open pages."""
    for session in UserSession.objects.filter(user=account):
        session.end()
    transaction.on_commit(lambda: announce.dismiss(account.pk))


def tell_person(decision: Decision, person: User) -> None:
    """Send the person a notice of the decision. It goes out by mail even if the person has turned mails off."""
    notice = Notice.objects.create(
        user=person, kind=Notice.Kind.DECISION, decision=decision, due_at=timezone.now()
    )
    transaction.on_commit(lambda: announce.send_soon([notice.pk]))
