"""Tables ended by a moderator: called off, or finished with ranks."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.agreements import call_off
from games.engine.contract import Outcome
from games.errors import MalformedInput, NotPossible
from games.models import Decision, Table
from games.moderation.services.decisions import (
    decision_write,
    expect_going,
    expect_impartial,
    lock_as_moderator,
    note_decision,
)
from games.tables.commit import commit, proposals_lapse
from games.tables.lobby import close_unstarted
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

__all__ = ["DECIDED", "table_call_off", "table_finish"]

DECIDED = "decision"  # end reason of tables that a moderator ended


@transaction.atomic
def table_call_off(by: User, table_id: int, *, reason: str) -> Decision:
    """Close an open or running table permanently, without a result. Raises a TableError."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.is_open and not table.is_running:
        raise NotPossible(_("This table is closed already."))
    decision = decision_write(by, Decision.Kind.CANCEL, reason, table=table)
    if table.is_open:
        close_unstarted(table, seats, Table.Status.CANCELLED)
    else:
        _stop(begin_work(table, seats), decision)
    Table.objects.filter(pk=table.pk).update(reason=DECIDED)
    return decision


def _stop(work: UnitOfWork, decision: Decision) -> None:
    note_decision(work, decision)
    call_off(work)
    proposals_lapse(work.table, work.now)
    commit(work)


@transaction.atomic
def table_finish(by: User, table_id: int, *, ranks: Sequence[int], reason: str) -> Decision:
    """End a running game with the given ranks, one for each seat. Raises a TableError."""
    work = lock_as_moderator(by, table_id)
    expect_going(work.table)
    _expect_ranks(ranks, len(work.seats))
    facts = {"ranks": list(ranks)}
    decision = decision_write(by, Decision.Kind.FINISH, reason, table=work.table, facts=facts)
    work.agreed = Outcome(DECIDED, tuple(ranks))
    note_decision(work, decision)
    commit(work)
    return decision


def _expect_ranks(ranks: Sequence[int], seats: int) -> None:
    if len(ranks) != seats or any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise MalformedInput(
            _(
                "Give every seat a rank: 1 for the best; seats that are equal share one, and the next is left out."
            )
        )
