"""What errands do at one running table, which is locked. The reason is between the moderator and the person alone."""

from datetime import datetime
from typing import Any

from games.access import seat_of
from games.engine import play
from games.engine.contract import Event
from games.models import Departure, Errand, MoveRecord, Notice, Seat, Table
from games.services.clocks import clock_pause
from games.services.deadlines import clocks_resume, offer
from games.services.log import Writing, begin_writing, close, write_note, write_ply

__all__ = ["hold_for", "let_go_on", "put_up", "seat_hand_over", "take_out"]


def hold_for(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Stop the table until the suspension ends; one that a moderator has stopped without an end stays so."""
    table, until = writing.table, _end_of(errand)
    if table.is_held and (table.paused_until is None or table.paused_until >= until):
        return
    for each in writing.seats:
        clock_pause(each, writing.now)
    table.is_held, table.paused_until = True, until
    _note(writing, "seat-held", seat, errand)


def _end_of(errand: Errand) -> datetime:
    return datetime.fromisoformat(errand.decision.facts["until"])


def _note(writing: Writing, type_: str, seat: Seat, errand: Errand) -> None:
    write_note(writing, Event(type_, {"seat": seat.number}), by=errand.decision.by)


def let_go_on(writing: Writing, seat: Seat, errand: Errand) -> None:
    """End what `hold_for` has done for the suspension that is undone: its end is the mark of it."""
    undone: Any = errand.decision.undoes
    until = datetime.fromisoformat(undone.facts["until"])
    if writing.table.is_held and writing.table.paused_until == until:
        clocks_resume(writing)
        _note(writing, "seat-back", seat, errand)


def take_out(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Take the person out of the game, in the way of its rules."""
    if not writing.game.is_in(writing.state, seat.number):
        return
    step = play.leave(writing.game, writing.state, seat.number, writing.chance())
    seat.has_left, seat.is_live, seat.is_offered = True, False, False
    columns = {"cause": MoveRecord.Cause.MODERATOR, "by": errand.decision.by}
    write_ply(writing, step, kind=MoveRecord.Kind.LEAVE, actor=seat.number, **columns)


def put_up(writing: Writing, seat: Seat, errand: Errand) -> None:
    """Offer the seat to others, whatever the table says about seats that are given up."""
    if seat.is_offered or not writing.game.is_in(writing.state, seat.number):
        return
    offer(writing, seat)
    _note(writing, "seat-put-up", seat, errand)


def seat_hand_over(table: Table, seats: list[Seat], seat: Seat, errand: Errand) -> None:
    """Give the seat to the account that the person goes on with, unless that one has been at the table itself."""
    heir: Any = errand.person.merged_into
    if seat_of(heir, seats) is not None or Departure.objects.filter(table=table, user=heir).exists():
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
