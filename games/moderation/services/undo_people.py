"""Undoes decisions about people: mutes, suspensions, bans, new names. What happened at tables is not undone."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotAllowed, NotPossible
from games.models import Decision, PersonJob
from games.moderation.services.decisions import (
    decision_write,
    expect_account,
    expect_to_judge,
    lock_person,
    settle_active,
    tell_person,
)
from games.moderation.services.people import name_set
from games.moderation.services.person_jobs import person_job_stop, person_job_write

_Kind = Decision.Kind
_OF_ADMINISTRATORS = (_Kind.BAN, _Kind.RENAME)
_OVER = _("That has already ended.")


@transaction.atomic
def person_undo(by: User, decision_id: int, *, reason: str) -> Decision:
    """Undo a decision about a person. Raises a TableError if that is not possible."""
    found = Decision.objects.select_for_update(of=("self",)).select_related("person").get(pk=decision_id)
    if found.kind not in UNDO or found.person is None:
        raise NotPossible(_("You can't undo this kind of decision. Make a new one instead."))
    if Decision.objects.filter(undoes=found).exists():
        raise NotPossible(_("That decision has already been undone."))
    account = lock_person(found.person.pk)
    expect_to_judge(by, account)
    if not may_undo(by, found):
        raise NotAllowed(_("Only an administrator can undo that."))
    expect_account(account)
    facts = {"kind": found.kind}
    undo = decision_write(by, _Kind.UNDO, reason, undoes=found, person=account, facts=facts)
    UNDO[found.kind](account, found, undo)
    tell_person(undo, account)
    return undo


def may_undo(by: User, decision: Decision) -> bool:
    """Whether this moderator's role suffices to undo the decision."""
    return decision.kind not in _OF_ADMINISTRATORS or by.has_perm("accounts.ban_user")


def undoable_about(person: User) -> list[Decision]:
    """Decisions about the person that can be undone: the latest of each kind, newest first."""
    found = Decision.objects.filter(person=person, kind__in=UNDO, undone_by=None, table=None).order_by("-pk")[
        :100
    ]
    latest = {decision.kind: decision for decision in reversed(found)}
    return sorted((each for each in latest.values() if _is_in_force(person, each)), key=lambda each: -each.pk)


def _is_in_force(person: User, decision: Decision) -> bool:
    match decision.kind:
        case _Kind.MUTE:
            return person.muted_until is not None and person.muted_until > timezone.now()
        case _Kind.SUSPEND:
            return person.suspended_until is not None
        case _Kind.BAN:
            return bool(person.is_banned)
        case _:
            return True


def _unmute(account: User, found: Decision, undo: Decision) -> None:
    _expect_latest(found)
    if account.muted_until is None or account.muted_until <= timezone.now():
        raise NotPossible(_OVER)
    account.muted_until = _still(found.facts["before"])
    account.save(update_fields=["muted_until"])


def _still(text: str | None) -> datetime | None:
    """The earlier end, if it is still in the future."""
    before = None if text is None else datetime.fromisoformat(text)
    return before if before is not None and before > timezone.now() else None


def _unsuspend(account: User, found: Decision, undo: Decision) -> None:
    _expect_latest(found)
    if account.suspended_until is None:
        raise NotPossible(_OVER)
    account.suspended_until = _still(found.facts["before"])
    _reopen(account, undo)
    if found.facts["tables"] == PersonJob.What.HOLD and account.suspended_until is None:
        person_job_write(undo, account, PersonJob.What.GO_ON)


def _unban(account: User, found: Decision, undo: Decision) -> None:
    if not account.is_banned:
        raise NotPossible(_OVER)
    account.is_banned = False
    _reopen(account, undo)


def _reopen(account: User, undo: Decision) -> None:
    """Reopen the account, and stop the job of the decision being undone."""
    person_job_stop(undo.undoes)
    settle_active(account)
    account.save(update_fields=["suspended_until", "is_banned", "is_active"])


def _unname(account: User, found: Decision, undo: Decision) -> None:
    _expect_latest(found)
    name_set(account, **found.facts["old"])


def _expect_latest(found: Decision) -> None:
    later = Decision.objects.filter(person=found.person, kind=found.kind, pk__gt=found.pk, undone_by=None)
    if later.exists():
        raise NotPossible(_("There's a later decision of this kind. Undo that one first."))


UNDO: dict[str, Callable[[User, Decision, Decision], None]] = {
    _Kind.MUTE: _unmute,
    _Kind.SUSPEND: _unsuspend,
    _Kind.BAN: _unban,
    _Kind.RENAME: _unname,
}  # arguments: locked account, decision to undo, decision that undoes it; raises NotPossible
