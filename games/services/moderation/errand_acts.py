"""What errands do at one running table, which is locked. The reason is between the moderator and the person alone."""

from typing import Any

from games.access import knows_secrets, seat_of
from games.engine import play
from games.engine.contract import Event
from games.models import Errand, MoveRecord, Notice, Seat, Table
from games.services.deadlines import hold_settle, offer
from games.services.log import Writing, begin_writing, close, write_note, write_ply

__all__ = ["hold_for", "let_go_on", "put_up", "seat_hand_over", "take_out"]


def hold_for(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Stop the table until the suspension ends, or as long as something else holds it."""
    before = writing.table.is_held, writing.table.paused_until
    hold_settle(writing)
    if (writing.table.is_held, writing.table.paused_until) != before:
        _note(writing, "seat-held" if writing.table.is_held else "seat-back", seat, errand)


def _note(writing: Writing, type_: str, seat: Seat, errand: Errand) -> None:
    write_note(writing, Event(type_, {"seat": seat.number}), by=errand.decision.by)


def let_go_on(writing: Writing, seat: Seat, errand: Errand) -> None:
    """End what holds the table for a suspension that is not in force any more, and for nothing else."""
    was_held = writing.table.is_held
    hold_settle(writing)
    if was_held and not writing.table.is_held:
        _note(writing, "seat-back", seat, errand)


def take_out(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Take the person out of the game, in the way of its rules."""
    let_go_on(writing, seat, errand)
    if not writing.game.is_in(writing.state, seat.number):
        return
    step = play.leave(writing.game, writing.state, seat.number, writing.chance())
    seat.has_left, seat.is_live, seat.is_offered = True, False, False
    columns = {"cause": MoveRecord.Cause.MODERATOR, "by": errand.decision.by}
    write_ply(writing, step, kind=MoveRecord.Kind.LEAVE, actor=seat.number, **columns)


def put_up(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Offer the seat to others, whatever the table says about seats that are given up."""
    let_go_on(writing, seat, errand)
    if seat.is_offered or not writing.game.is_in(writing.state, seat.number):
        return
    offer(writing, seat)
    _note(writing, "seat-put-up", seat, errand)


def seat_hand_over(table: Table, seats: list[Seat], seat: Seat, errand: Errand) -> None:
    """Give the seat to the account that the person goes on with, unless that one has been at the table itself."""
    heir: Any = errand.person.merged_into
    if seat_of(heir, seats) is not None or knows_secrets(heir, table):
        return
    _move_notices(table, errand.person, heir)
    if not table.is_running:
        Seat.objects.filter(pk=seat.pk).update(user=heir)
        return
    writing = begin_writing(table, seats)
    seat.user = heir
    _note(writing, "seat-merged", seat, errand)
    close(writing, actor=seat.number)


def _move_notices(table: Table, person: Any, heir: Any) -> None:
    """What the person was told of the table; where the other account was told of it itself, both stay apart."""
    if not Notice.objects.filter(table=table, user=heir).exists():
        Notice.objects.filter(table=table, user=person).update(user=heir)
