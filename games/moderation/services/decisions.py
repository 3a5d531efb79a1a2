"""The audit log: each act of a moderator records a decision, and at a table also a note for its players."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.contract import Event
from games.errors import MalformedInput, NotAllowed, NotPossible, RulesMissing
from games.models import Decision, Departure, Seat, Table
from games.models.moderation import REASON_LENGTH
from games.tables.access import seat_of
from games.tables.plies import write_note
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

__all__ = [
    "decision_acknowledge",
    "decision_write",
    "expect_going",
    "expect_impartial",
    "lock_as_moderator",
    "note_decision",
]  # fmt: skip


def decision_write(by: User, kind: str, reason: str, **columns: Any) -> Decision:
    """Record a decision in the transaction that carries it out.

    Raises MalformedInput if the reason is missing or too long.
    """
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Every decision needs a reason."))
    return Decision.objects.create(by=by, kind=kind, reason=reason, **columns)


def lock_as_moderator(by: User, table_id: int) -> UnitOfWork:
    """Lock a playable table for a moderator's decision. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.state:
        raise NotPossible(_("This table has not started."))
    if not is_playable(table):  # it can only be called off
        raise RulesMissing
    return begin_work(table, seats)


def expect_impartial(by: User, table: Table, seats: list[Seat]) -> None:
    """Raise NotAllowed if `by` has or had a seat at the table."""
    if seat_of(by, seats) is not None or Departure.objects.filter(table=table, user=by).exists():
        raise NotAllowed(_("You sit at this table yourself: ask another moderator."))


def expect_going(table: Table) -> None:
    """Raise NotPossible if the game is over. Held tables can still be moderated."""
    if not table.is_running:
        raise NotPossible(_("This game is over."))


def note_decision(work: UnitOfWork, decision: Decision, **facts: Any) -> None:
    """Write the decision to the table's log. Only the audit log shows which moderator it was."""
    told = {"decision": decision.kind, "reason": decision.reason, **facts}
    write_note(work, Event("moderated", told), by=decision.by)


def decision_acknowledge(user: User, decision_id: int) -> bool:
    """Record that the person has read a decision about them; returns whether the decision exists."""
    own = Decision.objects.filter(pk=decision_id, person=user)
    own.filter(seen_at=None).update(seen_at=timezone.now())
    return own.exists()
