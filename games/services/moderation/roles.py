"""Roles: who moderates, and who administers. `is_staff` follows from having one, and is set by nothing else."""

from typing import Any, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput, NotAllowed, NotPossible
from games.models import Decision
from games.services.moderation.decisions import decision_write

__all__ = ["ROLES", "expect_other", "lock_person", "role_give", "role_take", "roles_of"]

ROLES = {"moderator": "Moderators", "administrator": "Administrators"}  # group by role


def lock_person(person_id: int) -> Any:
    """The account, locked until the transaction ends."""
    return get_user_model().objects.select_for_update().get(pk=person_id)


def expect_other(by: Any, person: Any) -> None:
    """Raise NotAllowed for who would decide about themselves."""
    if by.pk == person.pk:
        raise NotAllowed(_("This is your own account: ask another moderator."))


def roles_of(person: Any) -> list[str]:
    """The roles that the person has."""
    names = set(person.groups.values_list("name", flat=True))
    return [role for role, group in ROLES.items() if group in names]


@transaction.atomic
def role_give(by: Any, person: Any, *, role: str, reason: str) -> Decision:
    """Appoint the person. Raises MalformedInput, NotAllowed or NotPossible."""
    expect_other(by, person)
    account = lock_person(person.pk)
    if not account.is_active:
        raise NotPossible(_("This account is closed: nobody can log in to it."))
    if _role(role) in roles_of(account):
        raise NotPossible(_("The person has this role already."))
    account.groups.add(Group.objects.get(name=ROLES[role]))
    return _note(by, account, Decision.Kind.APPOINT, role, reason)


@transaction.atomic
def role_take(by: Any, person: Any, *, role: str, reason: str) -> Decision:
    """Dismiss the person. Raises MalformedInput, NotAllowed or NotPossible."""
    expect_other(by, person)
    account = lock_person(person.pk)
    if _role(role) not in roles_of(account):
        raise NotPossible(_("The person does not have this role."))
    account.groups.remove(Group.objects.get(name=ROLES[role]))
    return _note(by, account, Decision.Kind.DISMISS, role, reason)


def _role(role: str) -> str:
    if role not in ROLES:
        raise MalformedInput
    return role


def _note(by: Any, account: Any, kind: str, role: str, reason: str) -> Decision:
    account.is_staff = account.is_superuser or bool(roles_of(account))
    account.save(update_fields=["is_staff"])
    return decision_write(by, kind, reason, person=cast(Any, account), facts={"role": role})
