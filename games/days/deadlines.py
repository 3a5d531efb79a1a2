"""Time-outs, offered seats, pauses, holds and changed rules. Each is one transaction that checks everything again."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Kept, User
from games.engine import play
from games.engine.codec import dump_move, dump_state, load_json, load_move
from games.engine.contract import EngineError, Event
from games.errors import NotPossible
from games.ledger.notices import people_notify
from games.models import MoveRecord, Notice, Seat, Table
from games.models.seat import IN_A_ROW
from games.tables.active_decisions import hold_ends
from games.tables.clocks import (
    clock_offer,
    clock_pause,
    clock_recompute,
    clock_resume,
    lateness_record,
    reply_time_record,
)
from games.tables.commit import commit, proposals_lapse
from games.tables.past import KEPT_EVERY
from games.tables.plies import Ply, seat_leave, write_note, write_ply
from games.tables.prompts import seat_clock_start, seats_ask
from games.tables.table_rules import can_upgrade, is_playable, use_rules
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table
from games.titles import TITLES

__all__ = [
    "IN_A_ROW", "OFFER", "answer_release", "answers_due", "clocks_resume", "deadline_enforce",
    "default_play", "hold", "hold_update", "offer", "pause_end", "pauses_over", "seats_due", "stop",
]  # fmt: skip

OFFER = timedelta(days=2)  # how long a seat is offered to others
PLIES = 40  # plies that one time-out plays, at most

_Kind, _TIMEOUT = MoveRecord.Kind, MoveRecord.Cause.TIMEOUT


def seats_due(now: datetime, *, in_backoff: Iterable[int] = (), limit: int = 100) -> list[int]:
    """Seats whose deadline has passed, oldest first, except those in `in_backoff`, whose time-out recently failed."""
    due = Seat.objects.filter(is_awaited=True, deadline__lte=now).order_by("deadline")
    if in_backoff := list(in_backoff):  # or they would block the others
        due = due.exclude(pk__in=in_backoff)
    return list(due.values_list("pk", flat=True)[:limit])


@transaction.atomic
def deadline_enforce(seat_id: int) -> bool:
    """Enforce a seat's deadline if it has passed; returns whether it had. A locked table waits for the next sweep."""
    table_id = Seat.objects.values_list("table_id", flat=True).get(pk=seat_id)
    try:
        table, seats = lock_table(table_id, if_free=True)
    except Table.DoesNotExist:
        return False
    if not table.is_running:
        return False
    work = begin_work(table, seats)
    if not is_playable(table):  # missing rules must not cost players time or the game
        stop(work)
        return False
    seat = next(each for each in seats if each.pk == seat_id)
    if seat.deadline is None or not seat.is_awaited or seat.deadline > work.now:
        return False
    clock_recompute(seat, work.now)  # a vacation may not have reached this table
    is_past = seat.deadline <= work.now
    if is_past:
        _time_out(work, seat)
    commit(work)
    return is_past


def answers_due(now: datetime, *, limit: int = 100) -> list[int]:
    """Seats whose answer delay is over, oldest first."""
    due = Seat.objects.filter(answer_at__lte=now, is_awaited=True, table__is_held=False)
    return list(due.order_by("answer_at").values_list("pk", flat=True)[:limit])


@transaction.atomic
def answer_release(seat_id: int) -> bool:
    """Play a seat's answer (its player's or a standing order's) if its delay is over; returns whether it was."""
    table, seats = lock_table(Seat.objects.values_list("table_id", flat=True).get(pk=seat_id))
    work = begin_work(table, seats)
    seat = next(each for each in seats if each.pk == seat_id)
    if not table.is_running or table.is_held or seat.answer_at is None or seat.answer_at > work.now:
        return False
    answer, seat.answer_at, seat.answer = seat.answer, None, ""
    if not answer and not seat.orders:  # no refresh of pages: it would reveal that nothing was played
        seat.save(update_fields=["answer_at", "answer"])
        return True
    if answer and work.game.is_legal(work.state, seat.number, move := load_move(work.game, answer)):
        step = play.play(work.game, work.state, seat.number, move, work.chance())
        write_ply(work, step, Ply(kind=_Kind.MOVE, seat=seat.number, by=seat.user, move=answer))
    commit(work, actor=seat.number)
    return True


def _time_out(work: UnitOfWork, seat: Seat) -> None:
    seat.timeouts += 1
    table = work.table
    reply_time_record(table, seat, work.now)
    if not seat.is_offered and not _was_interrupted(table, seat):
        is_out = table.on_timeout == Table.OnTimeout.LOSE or seat.timeouts >= IN_A_ROW
        lateness_record(table, seat, Kept.LEFT if is_out else Kept.DEFAULT)
    if seat.is_offered or table.on_timeout == Table.OnTimeout.LOSE:
        seat_leave(work, seat, cause=_TIMEOUT)
    elif table.on_timeout == Table.OnTimeout.CARETAKER and not seat.has_bot:
        _start_caretaker(work, seat)
    elif seat.timeouts < IN_A_ROW:
        default_play(work, seat, cause=_TIMEOUT)
    elif table.offers_seats:
        offer(work, seat)
        write_note(work, Event("seat-offered", {"seat": seat.number}))
    else:
        seat_leave(work, seat, cause=_TIMEOUT)
    people_notify(table, {seat.user_id: table.ply}, Notice.Kind.TIMEOUT, work.now)


def _was_interrupted(table: Table, seat: Seat) -> bool:
    """Whether a moderator or a pause interrupted the question, which then doesn't count against the player."""
    if seat.clock_since == seat.awaited_since or seat.awaited_since is None:
        return False
    notes = MoveRecord.objects.filter(table=table, kind=_Kind.NOTE, made_at__gte=seat.awaited_since)
    return notes.filter(Q(events__contains='"moderated"') | Q(events__contains='"resumed"')).exists()


def _start_caretaker(work: UnitOfWork, seat: Seat) -> None:
    """Let a bot play for the seat until its player returns."""
    seat.is_kept, work.table.has_bots = True, True
    seat.wake_bot(work.now)
    clock_offer(work.table, seat, work.now, OFFER)  # more than enough for the bot, which needs seconds
    write_note(work, Event("seat-kept", {"seat": seat.number}))


def default_play(work: UnitOfWork, seat: Seat, *, cause: str, by: User | None = None) -> None:
    """Play default moves until the seat has made a final decision. The next question has its own clock."""
    for _ply in range(PLIES):
        move = work.game.default_move(work.state, seat.number)
        step = play.play(work.game, work.state, seat.number, move, work.chance())
        write_ply(
            work, step, Ply(kind=_Kind.MOVE, seat=seat.number, cause=cause, by=by, move=dump_move(move))
        )
        if not step.undoable or not seat.is_awaited:
            return
    seat_clock_start(work, seat)


def offer(work: UnitOfWork, seat: Seat) -> None:
    """Offer the seat to others. Its player can still return. When the offer expires, the seat leaves the game."""
    seat.is_offered = True
    if seat.is_awaited:  # otherwise its clock starts with its next question
        clock_offer(work.table, seat, work.now, OFFER)
    proposals_lapse(work.table, work.now)


def pauses_over(now: datetime, *, limit: int = 100) -> Iterator[int]:
    """Running tables whose pause has ended."""
    over = Table.objects.filter(paused_until__lte=now, status=Table.Status.RUNNING).order_by("paused_until")
    yield from over.values_list("pk", flat=True)[:limit]


@transaction.atomic
def pause_end(table_id: int) -> bool:
    """End a pause, agreed or by a moderator, if its time is up; returns whether it was."""
    table, seats = lock_table(table_id)
    if not table.is_running:
        return False
    work = begin_work(table, seats)
    if table.paused_until is None or table.paused_until > work.now:
        return False
    if table.is_held:
        hold_update(work)
    else:
        clocks_resume(work)
    if not table.is_paused:
        write_note(work, Event("resumed", {}))
    commit(work)
    return True


def hold_update(work: UnitOfWork) -> None:
    """Hold the table while a decision in force requires it or its rules are missing; otherwise resume it."""
    table = work.table
    if not is_playable(table):
        hold(work, None)
        return
    ends = hold_ends(table, [seat.user for seat in work.seats], work.now)
    if not ends:
        if table.is_held:
            clocks_resume(work)
        return
    hold(work, None if None in ends else max(filter(None, ends)))


def stop(work: UnitOfWork) -> None:
    """Hold a table whose rules are missing, unless it is held, and notify its players; saves everything."""
    if work.table.is_held:
        return
    hold(work, None)
    write_note(work, Event("rules-missing", {}))
    commit(work)
    plies = {seat.user_id: work.table.ply for seat in work.seats if not seat.has_left}
    people_notify(work.table, plies, Notice.Kind.STOPPED, work.now)


def hold(work: UnitOfWork, until: datetime | None) -> None:
    """Stop all clocks and all play until a time, or indefinitely if `until` is None."""
    for seat in work.seats:
        clock_pause(seat, work.now)
    work.table.is_held, work.table.paused_until = True, until


def clocks_resume(work: UnitOfWork) -> None:
    """Restart the clocks of a paused table, unless its seats agreed on a longer pause."""
    table = work.table
    agreed = table.agreed_until if table.is_held else None
    table.agreed_until = table.paused_until = agreed if agreed is not None and agreed > work.now else None
    table.is_held = False
    if table.is_paused:
        return
    for seat in work.seats:
        clock_resume(work.table, seat, work.now)


@transaction.atomic
def rules_hold_update(table_id: int) -> bool:
    """Stop a running table whose rules are missing, or resume one whose rules are back; returns whether it did."""
    table, seats = lock_table(table_id)
    if not table.is_running:
        return False
    was_held = table.is_held
    work = begin_work(table, seats)
    if not is_playable(table):
        stop(work)
    elif was_held:
        hold_update(work)
        if not table.is_held:
            write_note(work, Event("rules-back", {}))
        commit(work)
    return table.is_held != was_held


def upgraded(table: Table) -> Any:
    """The table's state converted to its title's current rules. Raises NotPossible."""
    if not can_upgrade(table):
        raise NotPossible(_("This game can't switch to the current rules."))
    try:
        return TITLES[table.title].upgrades[table.rules_version](load_json(table.state))
    except EngineError as error:
        raise NotPossible(_("The game can't switch to the current rules in its current position.")) from error


def upgrade(work: UnitOfWork) -> None:
    """Continue with the title's current rules; the caller commits. Raises NotPossible.

    Earlier plies can no longer be taken back.
    """
    table, state = work.table, upgraded(work.table)
    MoveRecord.objects.filter(table=table, undoable=True).update(undoable=False)
    work.game, work.state = TITLES[table.title], state
    use_rules(table, work.game)
    table.state, table.since_kept = dump_state(state), KEPT_EVERY  # so that the next ply stores the state
    offered = {order.name: order.values for order in work.game.orders}
    for seat in work.seats:
        seat.orders = {name: value for name, value in seat.orders.items() if value in offered.get(name, ())}
    if table.is_held:
        hold_update(work)
    rules = TITLES.fingerprint(table.title, table.rules_version)
    write_note(work, Event("upgraded", {"rules": rules, "rules_version": table.rules_version}))
    seats_ask(work)
