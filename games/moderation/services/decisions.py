"""How moderators decide: whom and what they may judge, and the record of each decision."""

from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.contract import Event
from games.errors import MalformedInput, NotAllowed, NotPossible, RulesMissing
from games.ledger import announce
from games.models import Decision, Departure, Notice, Seat, Table
from games.models.moderation import REASON_LENGTH
from games.tables.access import seat_of
from games.tables.plies import write_note
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table


def decision_write(by: User, kind: str, reason: str, **columns: Any) -> Decision:
    """Record a decision in the transaction that carries it out. Raises MalformedInput for a bad reason."""
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Enter a reason."))
    return Decision.objects.create(by=by, kind=kind, reason=reason, **columns)


def lock_as_moderator(by: User, table_id: int) -> UnitOfWork:
    """Lock a playable table for a moderator's decision. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.state:
        raise NotPossible(_("This table hasn't started yet."))
    if not is_playable(table):  # it can only be called off
        raise RulesMissing
    return begin_work(table, seats)


def is_impartial(by: User, table: Table, seats: list[Seat]) -> bool:
    """Whether `by` has never had a seat at the table."""
    return seat_of(by, seats) is None and not Departure.objects.filter(table=table, user=by).exists()


def expect_impartial(by: User, table: Table, seats: list[Seat]) -> None:
    """Raise NotAllowed if `by` has or had a seat at the table."""
    if not is_impartial(by, table, seats):
        raise NotAllowed(_("You play at this table yourself. Ask another moderator."))


def expect_going(table: Table) -> None:
    """Raise NotPossible if the game is over. Held tables can still be moderated."""
    if not table.is_running:
        raise NotPossible(_("This game isn't active."))


def note_decision(work: UnitOfWork, decision: Decision, **facts: Any) -> None:
    """Write the decision to the table's log. Only the audit log shows which moderator it was."""
    told = {"decision": decision.kind, "reason": decision.reason, **facts}
    write_note(work, Event("moderated", told), by=decision.by)


def decision_acknowledge(user: User, decision_id: int) -> bool:
    """Record that the person has read a decision about them; returns whether the decision exists."""
    own = Decision.objects.filter(pk=decision_id, person=user)
    own.filter(seen_at=None).update(seen_at=timezone.now())
    return own.exists()


FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)  # no end
DAYS = range(1, 3651)


def lock_person(person_id: int) -> User:
    """Lock the account until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=person_id)


def lock_people(*people: int) -> list[User]:
    """Lock several accounts in the order of their ids; returns them in the order of the arguments."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
    found = {row.pk: row for row in rows}
    return [found[person] for person in people]


def expect_to_judge(by: User, account: User) -> None:
    """Raise NotAllowed for decisions about oneself, or about people whose role is not lower than one's own."""
    if by.pk == account.pk:
        raise NotAllowed(_("This is your own account. Ask another moderator."))
    if account.is_superuser and not by.is_superuser:
        raise NotAllowed(_("Only another superuser can make decisions about this account."))
    if account.is_staff and not by.has_perm("accounts.appoint_user"):
        raise NotAllowed(_("This person is a moderator too. Ask an administrator."))


def expect_account(account: User) -> None:
    """Raise NotPossible if the account was erased or merged."""
    if account.erased_at is not None:
        raise NotPossible(_("This account has been erased."))
    if account.merged_into_id is not None:
        raise NotPossible(_("This account has been merged into another one."))


def for_days(days: int | None) -> datetime:
    """The time `days` days from now, or FOR_GOOD if `days` is None. Raises MalformedInput."""
    if days is None:
        return FOR_GOOD
    if days not in DAYS:
        raise MalformedInput
    return timezone.now() + timedelta(days=days)


def stored_time(moment: datetime | None) -> str | None:
    """The time as it is stored with a decision."""
    return None if moment is None else moment.isoformat()


def is_for_good(until: datetime | None) -> bool:
    """Whether this end means "permanently"."""
    return until is not None and until >= FOR_GOOD


def update_is_active(account: User) -> None:
    """Set `is_active` from the decisions in force; the caller saves."""
    account.is_active = not (
        account.is_banned or account.suspended_until or account.erased_at or account.merged_into_id
    )


def sessions_end(account: User) -> None:
    """Log the person out everywhere, and notify open pages."""
    for session in UserSession.objects.filter(user=account):
        session.end()
    transaction.on_commit(lambda: announce.dismiss(account.pk))


def person_notify(decision: Decision, person: User) -> None:
    """Send the person a notice of the decision. It goes out by email even if the person has turned emails off."""
    notice = Notice.objects.create(
        user=person, kind=Notice.Kind.DECISION, decision=decision, due_at=timezone.now()
    )
    transaction.on_commit(lambda: announce.send_soon([notice.pk]))
