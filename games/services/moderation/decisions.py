"""The audit log: every act of a moderator leaves a decision, and at a table a note that its players can read."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.access import seat_of
from games.engine.contract import Event
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.models import Decision, Departure, Seat, Table
from games.models.moderation import REASON_LENGTH
from games.services.log import Writing, begin_writing, write_note
from games.services.play import lock_table

__all__ = ["decision_write", "expect_going", "expect_impartial", "note_decision", "sit_as_moderator"]


def decision_write(by: Any, kind: str, reason: str, **columns: Any) -> Decision:
    """Write down what is done, within the transaction that does it. Raises MalformedInput without a reason."""
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Every decision needs a reason."))
    return Decision.objects.create(by=by, kind=kind, reason=reason, **columns)


def sit_as_moderator(by: Any, table_id: int) -> Writing:
    """A table that has started, locked, for somebody who judges it. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.state:
        raise NotPossible(_("This table has not started."))
    return begin_writing(table, seats)


def expect_impartial(by: Any, table: Table, seats: list[Seat]) -> None:
    """Raise NotAllowed for who sits, or has sat, at the table."""
    if seat_of(by, seats) is not None or Departure.objects.filter(table=table, user=by).exists():
        raise NotAllowed(_("You sit at this table yourself: ask another moderator."))


def expect_going(table: Table) -> None:
    """Raise NotPossible for a game that is over; one that is held may still be moderated."""
    if not table.is_running:
        raise NotPossible(_("This game is over."))


def note_decision(writing: Writing, decision: Decision, **facts: Any) -> None:
    """Tell the players in the log of their table. Who it was stands in the audit log alone."""
    told = {"decision": decision.kind, "reason": decision.reason, **facts}
    write_note(writing, Event("moderated", told), by=decision.by)
