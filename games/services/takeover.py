"""Seats that were given up, taken over by other players. What a seat knows stays with it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.access import seat_of
from games.clock.deadline import REST_CAP
from games.engine.contract import Event
from games.errors import NotAllowed, NotPossible
from games.models import Departure, Invitation, Seat, Table
from games.services.blocks import has_blocked
from games.services.clocks import clock_start
from games.services.lobby import expect_admitted
from games.services.log import Writing, begin_writing, close, proposals_lapse, write_note
from games.services.play import expect_running, lock_table

__all__ = ["seat_take_over"]


@transaction.atomic
def seat_take_over(user: Any, table_id: int, *, number: int, token: str = "") -> Table:
    """Sit down on a seat that is offered; its player so far is out for good. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_admitted(user, table, token)
    expect_running(table)
    if seat_of(user, seats) is not None:
        raise NotPossible(_("You sit at this table already."))
    if Departure.objects.filter(table=table, user=user).exists():
        raise NotAllowed(_("You have seen the secrets of a seat of this table: you cannot take another one."))
    seat = next((each for each in seats if each.number == number and each.is_offered), None)
    if seat is None or has_blocked(table.creator_id, user):
        raise NotPossible(_("That seat is not offered any more."))  # nobody is told of a block
    writing = begin_writing(table, seats)
    _change_player(writing, seat, user)
    close(writing, actor=seat.number)
    return table


def _change_player(writing: Writing, seat: Seat, user: Any) -> None:
    """The seat starts afresh, save for what the rules know of it."""
    former = seat.user
    if former is not None:
        Departure.objects.create(table=writing.table, user=former, seat_number=seat.number)
    Invitation.objects.filter(table=writing.table, user=user).update(is_live=False)
    proposals_lapse(writing.table, writing.now)
    seat.user, seat.is_offered, seat.timeouts, seat.orders = user, False, 0, {}
    seat.bank, seat.rest_left = None, REST_CAP
    write_note(
        writing, Event("taken-over", {"seat": seat.number, "former": str(former)}), actor=seat.number, by=user
    )
    if seat.is_awaited:
        seat.awaited_since, seat.asked_ply = writing.now, writing.table.ply
        is_answer = writing.game.is_answer(writing.state, seat.number)
        clock_start(writing.table, seat, writing.now, is_answer=is_answer)
