"""What errands do at one running table, which is locked. The reason is between the moderator and the person alone."""

from typing import Any

from games.days.deadlines import hold_settle, offer
from games.engine.contract import Event
from games.models import Errand, MoveRecord, Notice, Seat, Table
from games.tables.access import knows_secrets, seat_of
from games.tables.commit import commit
from games.tables.plies import seat_leave, write_note
from games.tables.unit_of_work import UnitOfWork, begin_work

__all__ = ["hold_for", "let_go_on", "put_up", "seat_hand_over", "take_out"]


def hold_for(work: UnitOfWork, seat: Seat, errand: Errand) -> None:
    """Stop the table until the suspension ends, or as long as something else holds it."""
    before = work.table.is_held, work.table.paused_until
    hold_settle(work)
    if (work.table.is_held, work.table.paused_until) != before:
        _note(work, "seat-held" if work.table.is_held else "seat-back", seat, errand)


def _note(work: UnitOfWork, type_: str, seat: Seat, errand: Errand) -> None:
    write_note(work, Event(type_, {"seat": seat.number}), by=errand.decision.by)


def let_go_on(work: UnitOfWork, seat: Seat, errand: Errand) -> None:
    """End what holds the table for a suspension that is not in force any more, and for nothing else."""
    was_held = work.table.is_held
    hold_settle(work)
    if was_held and not work.table.is_held:
        _note(work, "seat-back", seat, errand)


def take_out(work: UnitOfWork, seat: Seat, errand: Errand) -> None:
    """Take the person out of the game, in the way of its rules."""
    let_go_on(work, seat, errand)
    if work.game.is_in(work.state, seat.number):
        seat_leave(work, seat, cause=MoveRecord.Cause.MODERATOR, by=errand.decision.by)


def put_up(work: UnitOfWork, seat: Seat, errand: Errand) -> None:
    """Offer the seat to others, whatever the table says about seats that are given up."""
    let_go_on(work, seat, errand)
    if seat.is_offered or not work.game.is_in(work.state, seat.number):
        return
    offer(work, seat)
    _note(work, "seat-put-up", seat, errand)


def seat_hand_over(table: Table, seats: list[Seat], seat: Seat, errand: Errand) -> None:
    """Give the seat to the account that the person goes on with, unless that one has been at the table itself."""
    heir: Any = errand.person.merged_into
    if seat_of(heir, seats) is not None or knows_secrets(heir, table):
        return
    _move_notices(table, errand.person, heir)
    if not table.is_running:
        Seat.objects.filter(pk=seat.pk).update(user=heir)
        return
    work = begin_work(table, seats)
    seat.user = heir
    _note(work, "seat-merged", seat, errand)
    commit(work, actor=seat.number)


def _move_notices(table: Table, person: Any, heir: Any) -> None:
    """What the person was told of the table; where the other account was told of it itself, both stay apart."""
    if not Notice.objects.filter(table=table, user=heir).exists():
        Notice.objects.filter(table=table, user=person).update(user=heir)
