"""Taking over abandoned seats. The new player sees all that the seat knows."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.deadline import REST_CAP
from games.engine.contract import Event
from games.errors import NotPossible
from games.ledger.blocks import has_blocked
from games.models import Departure, Invitation, Seat, Table
from games.tables.access import seat_of
from games.tables.beginners import notes_begin
from games.tables.commit import commit, proposals_lapse
from games.tables.lobby import expect_admitted, require_no_inside_knowledge
from games.tables.play import expect_running
from games.tables.plies import write_note
from games.tables.prompts import seat_clock_start
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

__all__ = ["player_change", "seat_take_over"]


@transaction.atomic
def seat_take_over(user: User, table_id: int, *, number: int, token: str = "") -> Table:
    """Take over an offered seat; its former player can't return. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_admitted(user, table, token)
    expect_running(table)
    if seat_of(user, seats) is not None:
        raise NotPossible(_("You sit at this table already."))
    require_no_inside_knowledge(user, table)
    seat = next((each for each in seats if each.number == number and each.is_offered), None)
    if seat is None or has_blocked(table.creator_id, user):
        raise NotPossible(_("That seat is not offered any more."))  # the same error for blocked users
    work, former = begin_work(table, seats), seat.user
    player_change(work, seat, user)
    facts = {"seat": seat.number, "former": str(former)}
    write_note(work, Event("taken-over", facts), actor=seat.number, by=user)
    commit(work, actor=seat.number)
    return table


def player_change(work: UnitOfWork, seat: Seat, user: User) -> None:
    """Give the seat to another player. It keeps its place in the game; the player's own data is reset."""
    if seat.user is not None:
        Departure.objects.create(
            table=work.table, user=seat.user, seat_number=seat.number, seen_at=seat.seen_at,
            seen_ply=max(seat.seen_ply, seat.acted_ply), visit_ply=max(seat.visit_ply, seat.acted_ply),
        )  # fmt: skip
    Invitation.objects.filter(table=work.table, user=user).update(is_live=False)
    proposals_lapse(work.table, work.now)
    seat.user, seat.is_offered, seat.timeouts, seat.orders = user, False, 0, {}
    notes_begin(work.table, [seat])
    seat.answer, seat.undo_clock = "", None
    seat.seen_ply, seat.seen_at, seat.visit_ply = -1, None, -1
    seat.save(update_fields=["seen_ply", "seen_at", "visit_ply"])  # moves don't save these columns
    seat.bank, seat.rest_left, seat.is_kept, seat.think_at = None, REST_CAP, False, None
    if seat.is_awaited:
        seat.awaited_since, seat.asked_ply = work.now, work.table.ply
        seat.turn_ply = work.table.ply
        seat_clock_start(work, seat)
