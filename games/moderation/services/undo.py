"""Undoes decisions. An undo is itself a decision; if it is not possible, the error says why.

What happened at tables because of a decision about a person is not undone.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.absences import player_change
from games.days.deadlines import hold, hold_update
from games.errors import NotAllowed, NotPossible, RulesMissing
from games.ledger import announce
from games.models import Decision, Departure, Invitation, MoveRecord, PersonJob, Seat, Table
from games.moderation.services import decisions, jobs
from games.moderation.services.people import name_set
from games.moderation.services.reports import line_show
from games.moderation.services.rewind import reopen, rewind_undo, secrets_renew
from games.moderation.services.tables import days_take, notify_people, table_make_rated
from games.tables.active_decisions import ending_of, hold_of
from games.tables.commit import commit
from games.tables.prompts import reset_prompts, seat_clock_start
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

_Kind = Decision.Kind
_OF_ADMINISTRATORS = (_Kind.BAN, _Kind.RENAME)
LEAST = timedelta(days=1)  # minimum time that a reopened table has to fill up


@transaction.atomic
def decision_undo(by: User, decision_id: int, *, reason: str) -> Decision:
    """Undo a decision. Raises a TableError if that is not possible."""
    table_id = Decision.objects.values_list("table_id", flat=True).get(pk=decision_id)
    if table_id is not None:
        table, seats = lock_table(table_id)
        decisions.expect_impartial(by, table, seats)
    found = Decision.objects.select_for_update(of=("self",)).select_related("person").get(pk=decision_id)
    if Decision.objects.filter(undoes=found).exists():
        raise NotPossible(_("That decision has already been undone."))
    if found.kind == _Kind.HIDE and found.line_id is not None:
        return line_show(by, found.line_id, reason=reason)
    if not is_undoable(found):
        raise NotPossible(_("You can't undo this kind of decision. Make a new one instead."))
    if not may_undo(by, found):
        raise NotAllowed(_("Only an administrator can undo that."))
    if table_id is None and found.kind in UNDO:
        return _undo_about(by, found, reason)
    undo = _undo_write(by, found, reason)
    if table_id is None:
        jobs.bulk_extension_undo(found, undo)
    elif found.kind == _Kind.CASUAL:
        table_make_rated(table, seats)
    elif not table.state:
        _opening_undo(table, seats, found)
    else:
        _undo_at_table(table, seats, found, undo)
    return undo


def _undo_at_table(table: Table, seats: list[Seat], found: Decision, undo: Decision) -> None:
    """Undo a decision about a started table."""
    if not is_playable(table):
        raise RulesMissing
    work = begin_work(table, seats)
    decisions.note_decision(work, undo, undone=found.kind)
    _AT_TABLE[found.kind](work, found, undo.by)
    commit(work)


def _undo_write(by: User, found: Decision, reason: str) -> Decision:
    about = {"table": found.table, "person": found.person, "facts": {"kind": found.kind}}
    return decisions.decision_write(by, _Kind.UNDO, reason, undoes=found, **about)


def _undo_about(by: User, found: Decision, reason: str) -> Decision:
    """Undo a decision about a person."""
    account = decisions.lock_person(found.person_id or 0)
    decisions.expect_to_judge(by, account)
    decisions.expect_account(account)
    later = Decision.objects.filter(person=account, kind=found.kind, pk__gt=found.pk, undone_by=None)
    if later.exists():
        raise NotPossible(_("There's a later decision like this one. Undo that one first."))
    if not _restricts(account, found):
        raise NotPossible(_("That has already ended."))
    undo = _undo_write(by, found, reason)
    UNDO[found.kind](account, found, undo)
    decisions.person_notify(undo, account)
    return undo


def is_undoable(decision: Decision) -> bool:
    """Whether decisions of this kind can be undone."""
    if decision.kind in (_Kind.HIDE, _Kind.CASUAL):
        return True
    if decision.table_id is None:
        return decision.kind == _Kind.EXTEND or (decision.kind in UNDO and decision.person_id is not None)
    return decision.kind in _AT_TABLE


def _is_in_force(decision: Decision) -> bool:
    """Whether a decision about a table or a message still seems to be in force, provided that nobody undid it."""
    table = decision.table
    if decision.kind == _Kind.HIDE:
        return decision.line is not None and decision.line.is_hidden
    if table is None or (table.state and not is_playable(table)):
        return table is None
    match decision.kind:
        case _Kind.HOLD | _Kind.CANCEL | _Kind.FINISH:
            find = hold_of if decision.kind == _Kind.HOLD else ending_of
            return find(table) == decision
        case _Kind.CASUAL:
            return not table.is_rated
        case _Kind.REWIND | _Kind.DEFAULT:
            return table.is_running or table.is_finished
    return table.is_running


def _hold_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Resume the table."""
    if not work.table.is_held or hold_of(work.table, undo=found.undone_by) != found:
        raise NotPossible(_("That decision no longer pauses the table."))
    hold_update(work)


def _go_on_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Hold the table again, until the same time."""
    decisions.expect_going(work.table)
    if work.table.is_held:
        raise NotPossible(_("A moderator has already paused this table."))
    until = datetime.fromisoformat(found.facts["until"]) if found.facts["until"] else None
    if until is not None and until <= work.now:
        raise NotPossible(_("That pause would have ended by now."))
    hold(work, until)


def _extend_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Take the days back from seats that have not used them."""
    decisions.expect_going(work.table)
    if not days_take(work, found.facts["days"], found.made_at):
        raise NotPossible(_("The players have moved since, so there's no extra time left to take back."))


def _ending_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Resume a game that a moderator called off or finished."""
    if work.table.is_running or ending_of(work.table) != found:
        raise NotPossible(_("No moderator ended this game."))
    reopen(work.table)
    for seat in work.seats:
        seat.is_live, seat.rank, seat.score = not seat.has_left, None, None
    secrets_renew(work)
    reset_prompts(work)


def _opening_undo(table: Table, seats: list[Seat], found: Decision) -> None:
    """Reopen a table that was called off before it started."""
    if table.status != Table.Status.CANCELLED or found.kind != Decision.Kind.CANCEL:
        raise NotPossible(_("This table wasn't called off by a moderator."))
    undone_at = found.undone_by.made_at
    table.status, table.finished_at, table.reason = Table.Status.OPEN, None, ""
    table.expires_at = max(table.expires_at, undone_at + LEAST)
    table.save(update_fields=["status", "finished_at", "reason", "expires_at"])
    table.seats.update(is_live=True)
    people = [seat.user_id for seat in seats]
    Invitation.objects.filter(table=table).exclude(user__in=people).update(is_live=True)
    transaction.on_commit(lambda: announce.announce(table.pk, table.ply, people, []))


def _default_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Raise NotPossible: only a rewind can undo a move in the log."""
    raise NotPossible(_("You can't undo this. Rewind the table to before that move instead."))


def _offer_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Withdraw the offer of a seat that nobody has taken; its player gets a fresh clock."""
    decisions.expect_going(work.table)
    seat = work.seats[found.facts["seat"]]
    if not seat.is_offered or seat.user_id != found.person_id:
        raise NotPossible(_("That seat is no longer open for takeover."))
    seat.is_offered, seat.timeouts = False, 0
    if seat.is_awaited:
        seat_clock_start(work, seat)
    notify_people(work, found.undone_by, [seat.user_id])


def _replace_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Give the seat back to its former player."""
    decisions.expect_going(work.table)
    seat = work.seats[found.facts["seat"]]
    former = User.objects.filter(pk=found.person_id or 0, is_active=True).first()
    if former is None:
        raise NotPossible(_("The former player's account is closed, so they can't get the seat back."))
    _expect_untouched(work, seat, found)
    Departure.objects.filter(table=work.table, user=former).delete()
    player_change(work, seat, former)
    if seat.is_awaited:
        work.newly_awaited.add(seat.number)
    notify_people(work, found.undone_by, [found.facts["new"], found.person_id])


def _expect_untouched(work: UnitOfWork, seat: Seat, found: Decision) -> None:
    if seat.user_id != found.facts["new"]:
        raise NotPossible(_("Another player has that seat now."))
    played = MoveRecord.objects.filter(table=work.table, ply__gte=found.facts["ply"])
    if played.exclude(kind=MoveRecord.Kind.NOTE).exists():
        raise NotPossible(_("The game has continued since. Replace the player again instead."))


_AT_TABLE: dict[str, Callable[[UnitOfWork, Decision, User], None]] = {
    _Kind.HOLD: _hold_undo,
    _Kind.GO_ON: _go_on_undo,
    _Kind.EXTEND: _extend_undo,
    _Kind.CANCEL: _ending_undo,
    _Kind.REWIND: rewind_undo,
    _Kind.DEFAULT: _default_undo,
    _Kind.REPLACE: _replace_undo,
    _Kind.OFFER: _offer_undo,
    _Kind.FINISH: _ending_undo,
}  # arguments: unit of work, decision to undo, moderator; raises NotPossible. The log's note is written already


def may_undo(by: User, decision: Decision) -> bool:
    """Whether this moderator's role suffices to undo the decision."""
    if decision.kind in _OF_ADMINISTRATORS:
        return by.has_perms(["accounts.moderate_user", "accounts.ban_user"])
    if decision.kind in UNDO:
        return by.has_perm("accounts.moderate_user")
    return decision.table_id is not None or by.has_perm("games.extend_all_tables")


def can_undo(decision: Decision) -> bool:
    """Whether the decision still seems to be in force, and can be undone."""
    if hasattr(decision, "undone_by") or not is_undoable(decision):
        return False
    if decision.table_id is None and decision.person is not None and decision.kind in UNDO:
        return decision in undoable_about(decision.person)
    return _is_in_force(decision)


def undoable_about(person: User) -> list[Decision]:
    """Decisions about the person that can be undone: the latest of each kind, newest first."""
    rows = Decision.objects.filter(person=person, kind__in=UNDO, undone_by=None, table=None)
    latest = {decision.kind: decision for decision in reversed(rows.order_by("-pk")[:100])}
    return sorted((each for each in latest.values() if _restricts(person, each)), key=lambda each: -each.pk)


def _restricts(person: User, decision: Decision) -> bool:
    match decision.kind:
        case _Kind.MUTE:
            return person.muted_until is not None and person.muted_until > timezone.now()
        case _Kind.SUSPEND:
            return person.suspended_until is not None
        case _Kind.BAN:
            return bool(person.is_banned)
        case _:
            return True


def _unmute(account: User, found: Decision, undo: Decision) -> None:
    account.muted_until = _if_in_future(found.facts["before"])
    account.save(update_fields=["muted_until"])


def _if_in_future(text: str | None) -> datetime | None:
    """The end that applied before, if it is still in the future."""
    before = None if text is None else datetime.fromisoformat(text)
    return before if before is not None and before > timezone.now() else None


def _unsuspend(account: User, found: Decision, undo: Decision) -> None:
    account.suspended_until = _if_in_future(found.facts["before"])
    _reopen(account, undo)
    if found.facts["tables"] == PersonJob.What.HOLD and account.suspended_until is None:
        jobs.person_job_write(undo, account, PersonJob.What.GO_ON)


def _unban(account: User, found: Decision, undo: Decision) -> None:
    account.is_banned = False
    _reopen(account, undo)


def _reopen(account: User, undo: Decision) -> None:
    """Reopen the account, and stop the job of the decision being undone."""
    jobs.person_job_stop(undo.undoes)
    decisions.update_is_active(account)
    account.save(update_fields=["suspended_until", "is_banned", "is_active"])


def _restore_name(account: User, found: Decision, undo: Decision) -> None:
    name_set(account, **found.facts["old"])


UNDO: dict[str, Callable[[User, Decision, Decision], None]] = {
    _Kind.MUTE: _unmute,
    _Kind.SUSPEND: _unsuspend,
    _Kind.BAN: _unban,
    _Kind.RENAME: _restore_name,
}  # arguments: locked account, decision to undo, decision that undoes it; raises NotPossible
