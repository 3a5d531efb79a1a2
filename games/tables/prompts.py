"""Sets which seats must act, since when, and whose clock runs. `commit` saves the changes."""

import secrets
from datetime import datetime, timedelta

from accounts.models import Kept
from games.models import MoveRecord, Seat
from games.tables.clocks import (
    clock_drop,
    clock_dump,
    clock_renew,
    clock_restore,
    clock_start,
    clock_stop,
    reply_time_record,
)
from games.tables.unit_of_work import UnitOfWork

DELAY = range(5 * 60, 60 * 60)  # seconds, at a table that delays answers; at most half of the allowance

_Kind, _Cause = MoveRecord.Kind, MoveRecord.Cause


def seats_ask(work: UnitOfWork, after: MoveRecord | None = None) -> None:
    """Set which seats must act, and since when, after the ply `after`. With None, all seats are prompted again."""
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
            _clear_question(seat)
            work.newly_awaited.discard(seat.number)


def _ask(work: UnitOfWork, seat: Seat, after: MoveRecord | None) -> None:
    if not seat.is_awaited:
        seat.is_awaited, seat.awaited_since = True, work.now
        if not _is_own_undo(seat, after):  # an undo of a turn's last ply continues that turn
            seat.turn_ply = work.table.ply
        seat.asked_ply = work.table.ply
        work.newly_awaited.add(seat.number)
        _wake_bot(work, seat)
    elif after is None or after.kind != _Kind.MOVE or after.seat == seat.number:
        # When several seats are prompted at once, a move by one does not make the pages of the others stale.
        seat.asked_ply = work.table.ply
        _wake_bot(work, seat)


def _is_own_undo(seat: Seat, after: MoveRecord | None) -> bool:
    return after is not None and after.kind == _Kind.UNDO and after.seat == seat.number


def _wake_bot(work: UnitOfWork, seat: Seat) -> None:
    """If a bot decides for the seat, let it think: now, or when its answer may be played."""
    seat.wake_bot(max(work.now, seat.answer_at or work.now) if seat.has_bot else None)


def _delay(work: UnitOfWork, seat: Seat) -> None:
    """Draw the time before which the seat's answer is not played, so that its speed reveals nothing (ADR 12)."""
    seat.answer_at, seat.answer = None, ""
    if work.table.delays_answers and work.game.is_answer(work.state, seat.number):
        span = timedelta(seconds=DELAY[secrets.randbelow(len(DELAY))])
        left = span if seat.deadline is None else (seat.deadline - work.now) / 2
        seat.answer_at = work.now + min(span, left)


def is_delayed(seat: Seat, now: datetime) -> bool:
    """Whether the seat's answer must wait."""
    return seat.answer_at is not None and seat.answer_at > now


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
    """`after`, if it is a move of this seat that is final or ends its turn."""
    is_own = after is not None and after.kind == _Kind.MOVE and after.seat == seat.number
    return after if is_own and after is not None and not (after.undoable and is_asked) else None


def _end_clock(work: UnitOfWork, seat: Seat, after: MoveRecord | None, decided: MoveRecord | None) -> None:
    """Stop the clock. If another seat withdraws the question by taking back its own ply, the time is not charged."""
    if after is not None and after.kind == _Kind.UNDO:
        clock_drop(seat)
        return
    kept = clock_dump(seat) if decided is not None and decided.undoable else None
    is_in_time = decided is not None and decided.cause == _Cause.PLAYER
    if is_in_time:
        reply_time_record(work.table, seat, work.now, Kept.IN_TIME)
        seat.timeouts, seat.is_offered = 0, False
    clock_stop(work.table, seat, work.now, is_decided=decided is not None, is_in_time=is_in_time)
    seat.undo_clock = kept


def seat_clock_start(work: UnitOfWork, seat: Seat) -> None:
    """Start the seat's clock for the current question."""
    is_answer = work.game.is_answer(work.state, seat.number)
    clock_start(work.table, seat, work.now, is_answer=is_answer)


def reset_prompts(work: UnitOfWork) -> None:
    """Prompt the seats as if for the first time, with fresh clocks and new notices."""
    for seat in work.seats:
        clear_prompt(seat)
    seats_ask(work)


def clear_prompt(seat: Seat) -> None:
    """Stop prompting the seat, and stop its clock."""
    _clear_question(seat)
    clock_drop(seat)
    seat.is_offered = False


def _clear_question(seat: Seat) -> None:
    """Clear the prompt, the bot's thought and the delayed answer."""
    seat.is_awaited, seat.awaited_since = False, None
    seat.wake_bot(None)
    seat.answer_at, seat.answer = None, ""
