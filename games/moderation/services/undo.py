"""Undoes decisions. An undo is itself a decision; if it is not possible, the error says why."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible, RulesMissing
from games.models import Decision, Table
from games.moderation.services import undo_people, undo_tables
from games.moderation.services.bulk_extension import bulk_extension_undo
from games.moderation.services.decisions import decision_write, expect_impartial, note_decision
from games.moderation.services.reports import line_show
from games.tables.active_decisions import ending_of, hold_of
from games.tables.commit import commit
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

_Kind = Decision.Kind
_AT_TABLE: dict[str, Callable[[UnitOfWork, Decision, User], None]] = {
    _Kind.HOLD: undo_tables.hold_undo,
    _Kind.GO_ON: undo_tables.go_on_undo,
    _Kind.EXTEND: undo_tables.extend_undo,
    _Kind.CANCEL: undo_tables.call_off_undo,
    _Kind.REWIND: undo_tables.rewind_undo,
    _Kind.DEFAULT: undo_tables.default_undo,
    _Kind.REPLACE: undo_tables.replace_undo,
    _Kind.OFFER: undo_tables.offer_undo,
    _Kind.FINISH: undo_tables.finish_undo,
}  # arguments: unit of work, decision to undo, moderator; raises NotPossible
_APART: dict[str, Callable[[Decision, Decision], None]] = {
    _Kind.EXTEND: bulk_extension_undo,
}  # arguments: decision to undo, decision that undoes it; raises NotPossible


@transaction.atomic
def decision_undo(by: User, decision_id: int, *, reason: str) -> Decision:
    """Undo a decision. Raises a TableError if that is not possible."""
    table_id, kind = Decision.objects.values_list("table_id", "kind").get(pk=decision_id)
    if table_id is None and kind in undo_people.UNDO:
        return undo_people.person_undo(by, decision_id, reason=reason)
    if table_id is not None:
        table, seats = lock_table(table_id)
        expect_impartial(by, table, seats)
    found = Decision.objects.select_for_update(of=("self",)).select_related("person").get(pk=decision_id)
    if Decision.objects.filter(undoes=found).exists():
        raise NotPossible(_("That decision has already been undone."))
    if found.kind == _Kind.HIDE and found.line_id is not None:
        return line_show(by, found.line_id, reason=reason)
    if not is_undoable(found):
        raise NotPossible(_("You can't undo this kind of decision. Make a new one instead."))
    facts = {"kind": found.kind}
    undo = decision_write(
        by, _Kind.UNDO, reason, undoes=found, table=found.table, person=found.person, facts=facts
    )
    if table_id is None:
        _APART[found.kind](found, undo)
    elif not table.state:
        undo_tables.opening_undo(table, seats, found)
    elif not is_playable(table):
        raise RulesMissing
    else:
        _undo_at(begin_work(table, seats), found, undo)
    return undo


def is_undoable(decision: Decision) -> bool:
    """Whether decisions of this kind can be undone."""
    if decision.kind == _Kind.HIDE:
        return True
    if decision.table_id is None:
        return decision.kind in _APART or decision.kind in undo_people.UNDO
    return decision.kind in _AT_TABLE


def is_in_force(decision: Decision) -> bool:
    """Whether a decision about a table or a message still seems to be in force, provided that nobody undid it."""
    table = decision.table
    if decision.kind == _Kind.HIDE:
        return decision.line is not None and decision.line.is_hidden
    if table is None:
        return True
    return (not table.state or is_playable(table)) and _stands(decision, table)


def _stands(decision: Decision, table: Table) -> bool:
    match decision.kind:
        case _Kind.HOLD:
            return hold_of(table) == decision
        case _Kind.CANCEL | _Kind.FINISH:
            return ending_of(table) == decision
        case _Kind.REWIND | _Kind.DEFAULT:
            return table.is_running or table.is_finished
        case _:
            return table.is_running


def _undo_at(work: UnitOfWork, found: Decision, undo: Decision) -> None:
    note_decision(work, undo, undone=found.kind)
    _AT_TABLE[found.kind](work, found, undo.by)
    commit(work)
