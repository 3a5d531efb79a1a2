"""Moves, undo, resigning and standing orders: one transaction each, with the table locked."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Kept, User
from games.engine import play
from games.engine.codec import dump_move, load_move
from games.engine.contract import Illegal, Malformed, Step
from games.engine.replay import ReplayError
from games.errors import (
    ChangedMeanwhile,
    IllegalMove,
    MalformedInput,
    NotAllowed,
    NotAwaited,
    NotPossible,
    RulesMissing,
)
from games.models import MoveRecord, Seat, Table
from games.tables.access import seat_of
from games.tables.clocks import has_saved_clock_time, lateness_record
from games.tables.commit import commit
from games.tables.past import Past, past_of, replayed_on
from games.tables.plies import Ply, seat_leave, write_ply, write_undo
from games.tables.prompts import is_delayed
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import Position, UnitOfWork, begin_work, lock_table

_Kind = MoveRecord.Kind
_NOT_KEPT = _("You can't take back that move: we no longer have the position before it.")
MOVES_AT_ONCE = 20  # from one page, at most


def move_play(user: User, table_id: int, *, move: str, expected_ply: int) -> Position:
    """Make a move, given as JSON, from a page of ply `expected_ply`; returns the new position.

    Repeating the latest move changes nothing and isn't an error.
    Raises MalformedInput, NotAllowed, NotPossible, ChangedMeanwhile, NotAwaited or IllegalMove.
    """
    return moves_play(user, table_id, moves=[move], expected_ply=expected_ply)


@transaction.atomic
def moves_play(user: User, table_id: int, *, moves: Sequence[str], expected_ply: int) -> Position:
    """Make several moves from one page, each as its own ply: all or none. Raises the same errors as `move_play`."""
    work, seat = lock_own_seat(user, table_id)
    parsed = [_parse(work, move) for move in moves]
    if not 0 < len(parsed) <= MOVES_AT_ONCE:
        raise MalformedInput
    if _is_repeat(work.table, seat, dump_move(parsed[-1]), expected_ply):
        return work
    expect_running(work.table)
    _expect_fresh(work.table, seat, expected_ply)
    seat.is_kept = False  # the player is back
    if len(parsed) == 1 and is_delayed(seat, work.now):
        return _delay_answer(work, seat, parsed[0])
    for move in parsed:
        step = _play_step(work, seat, move)
        ply = Ply(kind=_Kind.MOVE, seat=seat.number, by=user, move=dump_move(move), expected=expected_ply)
        write_ply(work, step, ply)
    commit(work, actor=seat.number)
    return work


@transaction.atomic
def caretaker_play(table_id: int, number: int, *, move: str, expected_ply: int) -> None:
    """Make a bot's move for an absent player. Raises what `move_play` raises, and NotAwaited if the player is back."""
    table, seats = lock_table(table_id)
    expect_running(table)
    work, seat = begin_work(table, seats), seats[number]
    _expect_fresh(table, seat, expected_ply)
    if not seat.is_kept:
        raise NotAwaited
    parsed = _parse(work, move)
    ply = Ply(kind=_Kind.MOVE, seat=number, cause=MoveRecord.Cause.CARETAKER, move=dump_move(parsed))
    write_ply(work, _play_step(work, seat, parsed), ply)
    commit(work)


def _delay_answer(work: UnitOfWork, seat: Seat, move: Any) -> Position:
    """Save an answer until its delay is over. Pages are not refreshed, because that would reveal when it was given."""
    if not seat.is_awaited:
        raise NotAwaited
    if not work.game.is_legal(work.state, seat.number, move):
        raise IllegalMove
    seat.answer = dump_move(move)
    seat.wake_bot(None)
    seat.save(update_fields=["answer", "think_at", "thought", "is_kept"])
    return work


def lock_own_seat(user: User, table_id: int) -> tuple[UnitOfWork, Seat]:
    """Lock the table; returns its unit of work and the user's seat. Raises NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    seat = seat_of(user, seats)
    if seat is None:  # players may see their table, so no other check is needed
        raise NotAllowed(_("You have no seat at this table."))
    if not table.state:
        raise NotPossible(_("This table has not started."))
    return begin_work(table, seats), seat


def _parse(work: UnitOfWork, move: str) -> Any:
    try:
        return load_move(work.game, move)
    except Malformed as error:
        raise MalformedInput from error


def _is_repeat(table: Table, seat: Seat, move: str, expected_ply: int) -> bool:
    """Whether the same move was made from the same page: a second click, or a retry after a lost response."""
    if expected_ply >= table.ply:
        return False
    return MoveRecord.objects.filter(
        table=table, ply=seat.acted_ply, kind=_Kind.MOVE, seat=seat.number, move=move, expected=expected_ply
    ).exists()


def expect_running(table: Table) -> None:
    """Raise NotPossible if the game is over or held by a moderator, RulesMissing if its rules are missing."""
    if not table.is_running:
        raise NotPossible(_("This game is over."))
    if not is_playable(table):
        raise RulesMissing
    if table.is_held:
        raise NotPossible(_("A moderator has paused this table. You can play again when the pause ends."))


def _expect_fresh(table: Table, seat: Seat, expected_ply: int) -> None:
    if not seat.asked_ply <= expected_ply <= table.ply:
        raise ChangedMeanwhile if seat.is_awaited else NotAwaited


def _play_step(work: UnitOfWork, seat: Seat, move: Any) -> Step[Any]:
    if not seat.is_awaited:
        raise NotAwaited
    try:
        return play.play(work.game, work.state, seat.number, move, work.chance())
    except Illegal as error:
        raise IllegalMove from error


@transaction.atomic
def turn_undo(user: User, table_id: int, *, expected_ply: int) -> Position:
    """Take back the seat's latest ply if nobody has acted since. Raises NotAllowed, NotPossible or ChangedMeanwhile."""
    work, seat = lock_own_seat(user, table_id)
    expect_running(work.table)
    if expected_ply != work.table.ply:
        raise ChangedMeanwhile
    head = work.table.head
    last = None if head is None else MoveRecord.objects.filter(table=work.table, ply=head).first()
    if last is None or not is_undoable(last, seat, work.now):
        raise NotPossible(_("There is no move to take back."))
    write_undo(work, _past(work, last), Ply(kind=_Kind.UNDO, seat=seat.number, by=user, undone=last))
    commit(work, actor=seat.number)
    return work


def _past(work: UnitOfWork, last: MoveRecord) -> Past:
    """The table before `last`, the game's last ply. Raises NotPossible unless replaying it leads to the state."""
    try:
        past = past_of(work.table, last)
        leads_here = replayed_on(work.table, past.state, last) == work.table.state
    except ReplayError as error:
        raise NotPossible(_NOT_KEPT) from error
    if not leads_here:
        raise NotPossible(_NOT_KEPT)
    return past


def is_undoable(record: MoveRecord, seat: Seat, now: datetime) -> bool:
    """Whether `seat` may still take back `record`, the game's last ply. It can't once the time for its turn is up."""
    return (
        record.kind == _Kind.MOVE
        and record.cause == MoveRecord.Cause.PLAYER
        and record.undoable
        and record.seat == seat.number
        and record.ply
        >= seat.turn_ply  # neither a ply from before a moderator's rewind nor a former player's ply
        and (seat.is_awaited or has_saved_clock_time(seat, now))
    )


@transaction.atomic
def seat_resign(user: User, table_id: int, *, expected_ply: int) -> None:
    """Leave a running game permanently. Raises NotAllowed, NotPossible or ChangedMeanwhile."""
    work, seat = lock_own_seat(user, table_id)
    expect_running(work.table)
    if not work.game.is_in(work.state, seat.number):
        raise NotPossible(_("You are no longer in this game."))
    if (
        sum(work.game.is_in(work.state, each.number) for each in work.seats) > 2
    ):  # otherwise the game just ends
        lateness_record(work.table, seat, Kept.LEFT)
    seat_leave(work, seat, cause=MoveRecord.Cause.PLAYER, by=user, expected=expected_ply)
    commit(work, actor=seat.number)


@transaction.atomic
def orders_set(user: User, table_id: int, *, orders: Mapping[str, str]) -> Position:
    """Set standing orders; they also answer an open question. Raises MalformedInput, NotAllowed or NotPossible."""
    work, seat = lock_own_seat(user, table_id)
    expect_running(work.table)
    offered = {order.name: order.values for order in work.game.orders}
    if any(value not in offered.get(name, ()) for name, value in orders.items()):
        raise MalformedInput
    if not work.game.is_in(work.state, seat.number):
        raise NotPossible(_("You are no longer in this game."))
    asking = {name: values[0] for name, values in offered.items()}
    given = {**seat.orders, **orders}
    seat.orders = {name: value for name, value in given.items() if value != asking.get(name)}
    commit(work)
    return work
