"""Who is to act, since when, and whose clock runs. `commit` saves the changes."""

import secrets
from datetime import datetime, timedelta

from games.models import MoveRecord, Seat
from games.tables.clocks import (
    clock_drop,
    clock_keep,
    clock_renew,
    clock_restore,
    clock_start,
    clock_stop,
    reply_note,
)
from games.tables.unit_of_work import UnitOfWork

__all__ = ["DELAY", "clear_prompt", "is_delayed", "reset_prompts", "seat_clock_start", "seats_ask"]

DELAY = range(
    5 * 60, 60 * 60
)  # seconds, at a table that delays answers; at most half of what the clock grants

_Kind, _Cause = MoveRecord.Kind, MoveRecord.Cause


def seats_ask(work: UnitOfWork, after: MoveRecord | None = None) -> None:
    """Set who is to act since when, and for each seat the ply from which on its page is not stale.

    `after` is the ply that has just been played; None if nobody has played and all seats to act are asked again.
    """
    asked = work.game.to_act(work.state)
    for seat in work.seats:
        _set_clock(work, seat, after, is_asked=seat.number in asked)
        if after is not None and after.seat == seat.number and after.cause == _Cause.PLAYER:
            seat.acted_ply = after.ply
        if seat.orders and not work.game.is_in(work.state, seat.number):
            seat.orders = {}
        if seat.number in asked:
            if not seat.is_awaited or (after is not None and after.seat == seat.number):
                _delay(work, seat)
            _ask(work, seat, after)
        else:
            _ask_no_more(work, seat)


def _ask(work: UnitOfWork, seat: Seat, after: MoveRecord | None) -> None:
    if not seat.is_awaited:
        seat.is_awaited, seat.awaited_since = True, work.now
        if not _is_own_undo(seat, after):  # it goes on with the turn that its ply had ended
            seat.turn_ply = work.table.ply
        seat.asked_ply = work.table.ply
        work.newly_awaited.add(seat.number)
        _wake(work, seat)
    elif after is None or after.kind != _Kind.MOVE or after.seat == seat.number:
        # A move of another seat that is asked at the same time does not make this seat's page stale.
        seat.asked_ply = work.table.ply
        _wake(work, seat)


def _is_own_undo(seat: Seat, after: MoveRecord | None) -> bool:
    return after is not None and after.kind == _Kind.UNDO and after.seat == seat.number


def _wake(work: UnitOfWork, seat: Seat) -> None:
    """If a bot decides for the seat, it is to think about this question from now on, or when the answer may come."""
    seat.think_at = max(work.now, seat.answer_at or work.now) if seat.has_bot else None


def _delay(work: UnitOfWork, seat: Seat) -> None:
    """Draw the moment before which the seat's answer is not played, so that its speed tells nothing (ADR 12)."""
    seat.answer_at, seat.answer = None, ""
    if work.table.delays_answers and work.game.is_answer(work.state, seat.number):
        span = timedelta(seconds=DELAY[secrets.randbelow(len(DELAY))])
        left = span if seat.deadline is None else (seat.deadline - work.now) / 2
        seat.answer_at = work.now + min(span, left)


def is_delayed(seat: Seat, now: datetime) -> bool:
    """Whether an answer of the seat has to wait."""
    return seat.answer_at is not None and seat.answer_at > now


def _ask_no_more(work: UnitOfWork, seat: Seat) -> None:
    _clear_question(seat)
    work.newly_awaited.discard(seat.number)


def _set_clock(work: UnitOfWork, seat: Seat, after: MoveRecord | None, *, is_asked: bool) -> None:
    """Start or stop the seat's clock. A ply in the middle of a turn that can be taken back does neither."""
    was_asked, decided = seat.is_awaited, _decision_of(seat, after, is_asked=is_asked)
    if was_asked and (decided or not is_asked):
        _end_clock(work, seat, after, decided)
    if is_asked and not was_asked and _is_own_undo(seat, after) and seat.undo_clock is not None:
        clock_restore(work.table, seat, work.now)
    elif is_asked and (decided or not was_asked):
        seat_clock_start(work, seat)
    elif is_asked and after is not None and after.kind == _Kind.LEAVE:
        clock_renew(seat, work.now)


def _decision_of(seat: Seat, after: MoveRecord | None, *, is_asked: bool) -> MoveRecord | None:
    """The ply, if it is a move of this seat that is final or ends its turn."""
    is_own = after is not None and after.kind == _Kind.MOVE and after.seat == seat.number
    return after if is_own and after is not None and not (after.undoable and is_asked) else None


def _end_clock(work: UnitOfWork, seat: Seat, after: MoveRecord | None, decided: MoveRecord | None) -> None:
    """Stop the clock; one whose question another seat takes back with its own ply has cost nothing."""
    if after is not None and after.kind == _Kind.UNDO:
        clock_drop(seat)
        return
    kept = clock_keep(seat) if decided is not None and decided.undoable else None
    _stop_clock(work, seat, decided)
    seat.undo_clock = kept


def _stop_clock(work: UnitOfWork, seat: Seat, decided: MoveRecord | None) -> None:
    is_in_time = decided is not None and decided.cause == _Cause.PLAYER
    if is_in_time:
        reply_note(work.table, seat, work.now)
        seat.timeouts, seat.is_offered = 0, False
    clock_stop(work.table, seat, work.now, is_decided=decided is not None, is_in_time=is_in_time)


def seat_clock_start(work: UnitOfWork, seat: Seat) -> None:
    """Start the seat's clock for the present question."""
    is_answer = work.game.is_answer(work.state, seat.number)
    clock_start(work.table, seat, work.now, is_answer=is_answer)


def reset_prompts(work: UnitOfWork) -> None:
    """Ask the seats to act as if for the first time: with fresh clocks and new notices."""
    for seat in work.seats:
        clear_prompt(seat)
    seats_ask(work)


def clear_prompt(seat: Seat) -> None:
    """Stop asking the seat anything, and its clock."""
    _clear_question(seat)
    clock_drop(seat)
    seat.is_offered = False


def _clear_question(seat: Seat) -> None:
    """Forget what belongs to one question: who thinks about it, and an answer that is kept."""
    seat.is_awaited, seat.awaited_since, seat.think_at = False, None, None
    seat.answer_at, seat.answer = None, ""
