"""Holds a table: nobody can play, no clock runs, and the players cannot end the hold by a vote."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.deadlines import clocks_resume, hold
from games.errors import MalformedInput, NotPossible
from games.models import Decision
from games.moderation.services.decisions import decision_write, expect_going, lock_as_moderator, note_decision
from games.tables.commit import commit

__all__ = ["DAYS", "table_go_on", "table_hold"]

DAYS = range(91)  # 0: until a moderator resumes the game


@transaction.atomic
def table_hold(by: User, table_id: int, *, reason: str, days: int = 0) -> Decision:
    """Hold a running table; with `days` it resumes automatically after that time. Raises a TableError."""
    if days not in DAYS:
        raise MalformedInput
    work = lock_as_moderator(by, table_id)
    expect_going(work.table)
    if work.table.is_held:
        raise NotPossible(_("The table is paused by a moderator already."))
    until = work.now + timedelta(days=days) if days else None
    facts = {"days": days, "until": _text(until)}
    decision = decision_write(by, Decision.Kind.HOLD, reason, table=work.table, facts=facts)
    hold(work, until)
    note_decision(work, decision, days=days)
    commit(work)
    return decision


@transaction.atomic
def table_go_on(by: User, table_id: int, *, reason: str) -> Decision:
    """Resume a held table. Raises a TableError."""
    work = lock_as_moderator(by, table_id)
    if not work.table.is_held:
        raise NotPossible(_("The table is not paused by a moderator."))
    facts = {"until": _text(work.table.paused_until)}
    decision = decision_write(by, Decision.Kind.GO_ON, reason, table=work.table, facts=facts)
    clocks_resume(work)
    note_decision(work, decision)
    commit(work)
    return decision


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
