"""Decisions on people: warn, mute, suspend, ban, rename, roles; and traces of their log-ins."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import expect_free, expect_still_free
from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.models import Decision, LogInTrace, PersonJob
from games.moderation.services import decisions
from games.moderation.services.jobs import person_job_write
from games.moderation.services.rewrites import name_in_log

_Kind, _What = Decision.Kind, PersonJob.What


def _lock_to_judge(by: User, person: User) -> User:
    account = decisions.lock_person(person.pk)
    decisions.expect_to_judge(by, account)
    decisions.expect_account(account)
    return account


def _decide(by: User, kind: str, reason: str, account: User, **facts: Any) -> Decision:
    """Record a decision about the locked account, and notify its owner."""
    decision = decisions.decision_write(by, kind, reason, person=account, facts=facts)
    decisions.person_notify(decision, account)
    return decision


@transaction.atomic
def person_warn(by: User, person: User, *, reason: str) -> Decision:
    """Warn a person by email, and on every page until they confirm it. Raises a TableError."""
    return _decide(by, _Kind.WARN, reason, _lock_to_judge(by, person))


@transaction.atomic
def person_mute(by: User, person: User, *, reason: str, days: int | None = None) -> Decision:
    """Stop a person from writing at tables, for some days or permanently. Raises a TableError."""
    account, until = _lock_to_judge(by, person), decisions.for_days(days)
    before, account.muted_until = account.muted_until, until
    account.save(update_fields=["muted_until"])
    return _decide(
        by, _Kind.MUTE, reason, account, until=until.isoformat(), before=decisions.stored_time(before)
    )


@transaction.atomic
def person_suspend(by: User, person: User, *, reason: str, days: int, tables: str = _What.RUN) -> Decision:
    """Close an account for some days; `tables` says what happens to its running tables. Raises a TableError."""
    account, until = _lock_to_judge(by, person), decisions.for_days(days)
    if account.is_banned:
        raise NotPossible(_BANNED)
    before, account.suspended_until = account.suspended_until, until
    facts = {"until": until.isoformat(), "before": decisions.stored_time(before)}
    return _close(by, account, _Kind.SUSPEND, reason, tables=tables, **facts)


@transaction.atomic
def person_ban(by: User, person: User, *, reason: str, tables: str = _What.LEAVE) -> Decision:
    """Close an account permanently; `tables` says what happens to its running tables. Raises a TableError."""
    account = _lock_to_judge(by, person)
    if account.is_banned:
        raise NotPossible(_BANNED)
    if tables == _What.HOLD:
        raise MalformedInput(
            _("A ban has no end date, so you can't pause the player's tables until it ends.")
        )
    account.is_banned = True
    return _close(by, account, _Kind.BAN, reason, tables=tables)


_BANNED = _("This account is already banned.")


def _close(by: User, account: User, kind: str, reason: str, *, tables: str, **facts: Any) -> Decision:
    decisions.update_is_active(account)
    account.save(update_fields=["suspended_until", "is_banned", "is_active"])
    decision = _decide(by, kind, reason, account, tables=tables, **facts)
    person_job_write(decision, account, tables)
    decisions.sessions_end(account)
    return decision


def suspensions_end(now: datetime, *, limit: int = 100) -> int:
    """Reopen accounts whose suspension is over; returns how many."""
    over = User.objects.filter(suspended_until__lte=now).order_by("suspended_until")
    return sum(_suspension_end(person, now) for person in over.values_list("pk", flat=True)[:limit])


@transaction.atomic
def _suspension_end(person_id: int, now: datetime) -> bool:
    account = decisions.lock_person(person_id)
    if account.suspended_until is None or account.suspended_until > now:
        return False
    account.suspended_until = None
    decisions.update_is_active(account)
    account.save(update_fields=["suspended_until", "is_active"])
    return True


@transaction.atomic
def person_rename(
    by: User, person: User, *, reason: str, username: str = "", display_name: str = ""
) -> Decision:
    """Give a person a new user name, a new display name, or both. Raises a TableError."""
    account = _lock_to_judge(by, person)
    old = {"username": account.username, "display_name": account.display_name}
    new = {
        "username": username.strip() or old["username"],
        "display_name": display_name.strip() or old["display_name"],
    }
    if new == old:
        raise NotPossible(_("Enter a new user name, a new display name, or both."))
    name_set(account, **new)
    return _decide(by, _Kind.RENAME, reason, account, old=old, new=new)


def name_set(account: User, *, username: str, display_name: str) -> None:
    """Change the names of a locked account. Raises NotPossible for a taken user name, MalformedInput if invalid."""
    people = User.objects.exclude(pk=account.pk)
    if people.filter(username__iexact=username).exists():
        raise NotPossible(_("This user name is already taken."))
    old = account.display_name
    new = {name for name in (username, display_name) if name not in (account.username, old)}
    account.username, account.display_name = username, display_name
    try:
        for name in new:
            expect_free(name, account)
        account.clean_fields(
            exclude=[field.name for field in account._meta.fields if field.name not in _NAMES]
        )
        account.save(update_fields=_NAMES)
        for name in new:
            expect_still_free(name, account)
    except ValidationError as error:
        raise MalformedInput(" ".join(error.messages)) from error
    name_in_log(account, old)


_NAMES = ["username", "display_name"]


ROLES = {"moderator": "Moderators", "administrator": "Administrators"}  # name of the Django group by role


def roles_of(person: User) -> list[str]:
    """The roles that the person has."""
    names = set(person.groups.values_list("name", flat=True))
    return [role for role, group in ROLES.items() if group in names]


@transaction.atomic
def role_give(by: User, person: User, *, role: str, reason: str) -> Decision:
    """Give the person a role. Raises MalformedInput, NotAllowed or NotPossible."""
    account, group = _lock_to_judge(by, person), _group(role)
    if not account.is_active:
        raise NotPossible(_("This account is closed, so it can't get a role."))
    if account.is_machine:
        raise NotPossible(_("Bots can't have a role."))
    if role in roles_of(account):
        raise NotPossible(_("This person already has this role."))
    account.groups.add(group)
    return _decide_on_role(by, account, _Kind.APPOINT, role, reason)


@transaction.atomic
def role_take(by: User, person: User, *, role: str, reason: str) -> Decision:
    """Take a role from the person. Raises MalformedInput, NotAllowed or NotPossible."""
    account, group = _lock_to_judge(by, person), _group(role)
    if role not in roles_of(account):
        raise NotPossible(_("This person doesn't have this role."))
    account.groups.remove(group)
    transaction.on_commit(lambda: announce.dismiss(account.pk))  # open pages of the admin close
    return _decide_on_role(by, account, _Kind.DISMISS, role, reason)


def _group(role: str) -> Group:
    if role not in ROLES:
        raise MalformedInput
    return Group.objects.get(name=ROLES[role])


def _decide_on_role(by: User, account: User, kind: str, role: str, reason: str) -> Decision:
    account.is_staff = account.is_superuser or bool(roles_of(account))
    account.save(update_fields=["is_staff"])
    return _decide(by, kind, reason, account, role=role)


def roles_drop(account: User) -> None:
    """Remove all roles from an account that is being closed; the caller saves it."""
    account.groups.clear()
    account.is_staff = account.is_superuser = False


MOST_TRACES = 10  # latest traces of each kind that we store for one person


@transaction.atomic
def connections_look(by: User, person: User, *, reason: str) -> Decision:
    """Record that `by` looks at a person's connections. The person isn't notified, and so can't hide them."""
    decisions.expect_to_judge(by, person)
    return decisions.decision_write(by, Decision.Kind.CONNECT, reason, person=person, seen_at=timezone.now())


@transaction.atomic
def trace_write(user: User, *, address: str, browser: str) -> None:
    """Record where a person logged in: the address as used for rate limits, and the id in the browser's cookie."""
    decisions.lock_person(user.pk)  # so that two simultaneous log-ins don't write the same row
    now = timezone.now()
    for kind, value in ((LogInTrace.Kind.ADDRESS, address), (LogInTrace.Kind.BROWSER, browser)):
        if value:
            _trace_record(
                user, kind, salted_hmac(f"log-in {kind}", value, algorithm="sha256").hexdigest()[:32], now
            )


def _trace_record(user: User, kind: str, digest: str, now: datetime) -> None:
    LogInTrace.objects.update_or_create(user=user, kind=kind, digest=digest, defaults={"last_at": now})
    rows = LogInTrace.objects.filter(user=user, kind=kind).order_by("-last_at", "-pk")
    kept = list(rows.values_list("pk", flat=True)[: MOST_TRACES + 1])
    if len(kept) > MOST_TRACES:
        rows.exclude(pk__in=kept[:MOST_TRACES]).delete()
