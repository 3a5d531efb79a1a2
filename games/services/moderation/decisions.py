"""The audit log: every act of a moderator leaves a decision, and at a table a note that its players can read."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.access import seat_of
from games.engine.contract import Event
from games.errors import MalformedInput, NotAllowed
from games.models import Decision, Departure, Seat, Table
from games.models.moderation import REASON_LENGTH
from games.services.log import Writing, write_note

__all__ = ["decision_write", "expect_impartial", "note_decision"]


def decision_write(by: Any, kind: str, reason: str, **columns: Any) -> Decision:
    """Write down what is done, within the transaction that does it. Raises MalformedInput without a reason."""
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Every decision needs a reason."))
    return Decision.objects.create(by=by, kind=kind, reason=reason, **columns)


def expect_impartial(by: Any, table: Table, seats: list[Seat]) -> None:
    """Raise NotAllowed for who sits, or has sat, at the table."""
    if seat_of(by, seats) is not None or Departure.objects.filter(table=table, user=by).exists():
        raise NotAllowed(_("You sit at this table yourself: ask another moderator."))


def note_decision(writing: Writing, decision: Decision, **facts: Any) -> None:
    """Tell the players in the log of their table. Who it was stands in the audit log alone."""
    told = {"decision": decision.kind, "reason": decision.reason, **facts}
    write_note(writing, Event("moderated", told), by=decision.by)
