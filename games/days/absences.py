"""Absent players: vacations, the end of a caretaker's service, and taking over seats."""

from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.deadline import REST_CAP
from games.engine.contract import Event
from games.errors import NotPossible
from games.ledger.blocks import has_blocked
from games.ledger.reminders import reminders_plan
from games.models import Departure, Invitation, Seat, Table
from games.tables.access import seat_of
from games.tables.clocks import clock_recompute
from games.tables.commit import commit, proposals_lapse
from games.tables.lobby import expect_admitted, expect_no_inside_knowledge
from games.tables.play import expect_running, lock_own_seat
from games.tables.players import notes_begin
from games.tables.plies import write_note
from games.tables.prompts import seat_clock_start
from games.tables.unit_of_work import Position, UnitOfWork, begin_work, lock_table


def absence_announce(user: User, first: date, last: date) -> None:
    """Announce a vacation at all running tables of the player, and move deadlines that fall into it."""
    for table_id in _tables_of(user):
        _at_table(user, table_id, Event("vacation", {"first": first.isoformat(), "last": last.isoformat()}))


def deadlines_recompute(user: User) -> None:
    """Recompute the player's running deadlines with the current calendar."""
    for table_id in _tables_of(user).filter(seats__is_awaited=True, seats__deadline__isnull=False):
        _at_table(user, table_id, None)


def _tables_of(user: User) -> QuerySet[Table, int]:
    seats = Seat.objects.filter(user=user, is_live=True)
    tables = Table.objects.filter(status=Table.Status.RUNNING, pk__in=seats.values("table_id"))
    return tables.values_list("pk", flat=True).order_by("pk").distinct()


@transaction.atomic
def _at_table(user: User, table_id: int, event: Event | None) -> None:
    table, seats = lock_table(table_id)
    seat = next((each for each in seats if each.user_id == user.pk), None)
    if seat is None or not table.is_running:
        return
    work = begin_work(table, seats)
    clock_recompute(seat, work.now)
    reminders_plan([seat], work.now)  # the calendar affects reminders even if the deadline stays
    if event is not None:
        told = Event(event.type, {**event.public, "seat": seat.number})
        write_note(work, told, actor=seat.number, by=seat.user)
    commit(work, actor=seat.number)


@transaction.atomic
def seat_return(user: User, table_id: int) -> Position:
    """Let a seat's player decide again. Without a caretaker, nothing changes. Raises NotAllowed or NotPossible."""
    work, seat = lock_own_seat(user, table_id)
    expect_running(work.table)
    if seat.is_kept:
        seat.is_kept, seat.timeouts = False, 0
        seat.wake_bot(None)
        if seat.is_awaited:
            seat_clock_start(work, seat)
        write_note(work, Event("seat-returned", {"seat": seat.number}), actor=seat.number, by=user)
        commit(work, actor=seat.number)
    return work


@transaction.atomic
def seat_take_over(user: User, table_id: int, *, number: int, token: str = "") -> Table:
    """Take over an offered seat; its former player can't return. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    expect_admitted(user, table, token)
    expect_running(table)
    if seat_of(user, seats) is not None:
        raise NotPossible(_("You are already at this table."))
    expect_no_inside_knowledge(user, table)
    seat = next((each for each in seats if each.number == number and each.is_offered), None)
    if seat is None or has_blocked(table.creator_id, user):
        raise NotPossible(_("That seat is no longer available."))  # the same error for blocked users
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
    seat.bank, seat.rest_left, seat.is_kept = None, REST_CAP, False
    seat.wake_bot(None)
    if seat.is_awaited:
        seat.awaited_since, seat.asked_ply = work.now, work.table.ply
        seat.turn_ply = work.table.ply
        seat_clock_start(work, seat)
