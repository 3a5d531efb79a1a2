"""Roles: moderators and administrators. `is_staff` is set only here, for people with a role."""

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotPossible
from games.models import Decision
from games.moderation.services.decisions import decision_write
from games.moderation.services.judging import expect_account, expect_to_judge, lock_person, tell_person

__all__ = ["ROLES", "role_give", "role_take", "roles_drop", "roles_of"]

ROLES = {"moderator": "Moderators", "administrator": "Administrators"}  # name of the Django group by role


def roles_of(person: User) -> list[str]:
    """The roles that the person has."""
    names = set(person.groups.values_list("name", flat=True))
    return [role for role, group in ROLES.items() if group in names]


@transaction.atomic
def role_give(by: User, person: User, *, role: str, reason: str) -> Decision:
    """Give the person a role. Raises MalformedInput, NotAllowed or NotPossible."""
    account = lock_person(person.pk)
    expect_to_judge(by, account)
    expect_account(account)
    if not account.is_active:
        raise NotPossible(_("This account is closed: nobody can log in to it."))
    if _role(role) in roles_of(account):
        raise NotPossible(_("The person has this role already."))
    account.groups.add(Group.objects.get(name=ROLES[role]))
    return _note(by, account, Decision.Kind.APPOINT, role, reason)


@transaction.atomic
def role_take(by: User, person: User, *, role: str, reason: str) -> Decision:
    """Take a role from the person. Raises MalformedInput, NotAllowed or NotPossible."""
    account = lock_person(person.pk)
    expect_to_judge(by, account)
    expect_account(account)
    if _role(role) not in roles_of(account):
        raise NotPossible(_("The person does not have this role."))
    account.groups.remove(Group.objects.get(name=ROLES[role]))
    return _note(by, account, Decision.Kind.DISMISS, role, reason)


def _role(role: str) -> str:
    if role not in ROLES:
        raise MalformedInput
    return role


def _note(by: User, account: User, kind: str, role: str, reason: str) -> Decision:
    account.is_staff = account.is_superuser or bool(roles_of(account))
    account.save(update_fields=["is_staff"])
    decision = decision_write(by, kind, reason, person=account, facts={"role": role})
    tell_person(decision, account)
    return decision


def roles_drop(account: User) -> None:
    """Remove all roles from an account that is being closed; the caller saves it."""
    account.groups.clear()
    account.is_staff = account.is_superuser = False
