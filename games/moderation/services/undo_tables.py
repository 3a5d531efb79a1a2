"""How to undo each kind of decision about a table. The caller has already written the note in the log."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.absences import player_change
from games.days.deadlines import hold, hold_settle
from games.errors import NotPossible
from games.ledger import announce
from games.models import Decision, Departure, Invitation, MoveRecord, Seat, Table
from games.moderation.services.decisions import expect_going
from games.moderation.services.rewind import reopen, rewind_undo, secrets_renew
from games.moderation.services.tables import days_take, tell
from games.tables.active_decisions import ending_of, hold_of
from games.tables.prompts import reset_prompts, seat_clock_start
from games.tables.unit_of_work import UnitOfWork

__all__ = [
    "call_off_undo", "default_undo", "extend_undo", "finish_undo", "go_on_undo", "hold_undo",
    "offer_undo", "opening_undo", "replace_undo", "rewind_undo",
]  # fmt: skip

LEAST = timedelta(days=1)  # minimum time that a reopened table has to fill up


def hold_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Resume the table."""
    if not work.table.is_held or hold_of(work.table, undo=found.undone_by) != found:
        raise NotPossible(_("That decision no longer pauses the table."))
    hold_settle(work)


def go_on_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Hold the table again, until the same time."""
    expect_going(work.table)
    if work.table.is_held:
        raise NotPossible(_("A moderator has already paused this table."))
    until = datetime.fromisoformat(found.facts["until"]) if found.facts["until"] else None
    if until is not None and until <= work.now:
        raise NotPossible(_("That pause would have ended by now."))
    hold(work, until)


def extend_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Take the days back from seats that have not used them."""
    expect_going(work.table)
    if not days_take(work, found.facts["days"], found.made_at):
        raise NotPossible(_("The players have moved since, so there's no extra time left to take back."))


def call_off_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Resume a game that was called off."""
    if work.table.status != Table.Status.CANCELLED or ending_of(work.table) != found:
        raise NotPossible(_("This table wasn't called off by a moderator."))
    _run_again(work)


def finish_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Resume a game that a moderator finished."""
    if not work.table.is_finished or ending_of(work.table) != found:
        raise NotPossible(_("No moderator ended this game."))
    _run_again(work)


def _run_again(work: UnitOfWork) -> None:
    reopen(work.table)
    for seat in work.seats:
        seat.is_live, seat.rank, seat.score = not seat.has_left, None, None
    secrets_renew(work)
    reset_prompts(work)


def opening_undo(table: Table, seats: list[Seat], found: Decision) -> None:
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


def default_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Raise NotPossible: only a rewind can undo a move in the log."""
    raise NotPossible(_("You can't undo this. Rewind the table to before that move instead."))


def offer_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Withdraw the offer of a seat that nobody has taken; its player gets a fresh clock."""
    expect_going(work.table)
    seat = work.seats[found.facts["seat"]]
    if not seat.is_offered or seat.user_id != found.person_id:
        raise NotPossible(_("That seat is no longer open for takeover."))
    seat.is_offered, seat.timeouts = False, 0
    if seat.is_awaited:
        seat_clock_start(work, seat)
    tell(work, found.undone_by, [seat.user_id])


def replace_undo(work: UnitOfWork, found: Decision, by: User) -> None:
    """Give the seat back to its former player."""
    expect_going(work.table)
    seat = work.seats[found.facts["seat"]]
    former = User.objects.filter(pk=found.person_id or 0, is_active=True).first()
    if former is None:
        raise NotPossible(_("The former player's account is closed, so they can't get the seat back."))
    _expect_untouched(work, seat, found)
    Departure.objects.filter(table=work.table, user=former).delete()
    player_change(work, seat, former)
    if seat.is_awaited:
        work.newly_awaited.add(seat.number)
    tell(work, found.undone_by, [found.facts["new"], found.person_id])


def _expect_untouched(work: UnitOfWork, seat: Seat, found: Decision) -> None:
    if seat.user_id != found.facts["new"]:
        raise NotPossible(_("Another player has that seat now."))
    played = MoveRecord.objects.filter(table=work.table, ply__gte=found.facts["ply"])
    if played.exclude(kind=MoveRecord.Kind.NOTE).exists():
        raise NotPossible(_("The game has continued since. Replace the player again instead."))
