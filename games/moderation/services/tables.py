"""Decisions on a running table: end or pause the game, give more time, replace a player."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days import deadlines
from games.days.absences import player_change
from games.days.agreements import call_off
from games.days.deadlines import clocks_resume, hold
from games.engine.contract import Outcome
from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.ledger.notices import notices_for_people
from games.ledger.ratings import game_rate, game_unrate
from games.models import Decision, MoveRecord, Notice, Seat, Table
from games.moderation.services import decisions
from games.tables.access import knows_secrets, seat_of
from games.tables.clocks import clock_extend, clock_shorten
from games.tables.commit import commit, proposals_lapse
from games.tables.lobby import close_unstarted
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table

DECIDED = "decision"  # end reason of tables that a moderator ended


@transaction.atomic
def table_call_off(by: User, table_id: int, *, reason: str) -> Decision:
    """Close an open or running table permanently, without a result. Raises a TableError."""
    table, seats = lock_table(table_id)
    decisions.expect_impartial(by, table, seats)
    if not table.is_open and not table.is_running:
        raise NotPossible(_("This table is already closed."))
    decision = decisions.decision_write(by, Decision.Kind.CANCEL, reason, table=table)
    if table.is_open:
        close_unstarted(table, seats, Table.Status.CANCELLED)
    else:
        _stop(begin_work(table, seats), decision)
    Table.objects.filter(pk=table.pk).update(reason=DECIDED)
    return decision


def _stop(work: UnitOfWork, decision: Decision) -> None:
    decisions.note_decision(work, decision)
    work.table.reason = DECIDED
    call_off(work)
    proposals_lapse(work.table, work.now)
    commit(work)


@transaction.atomic
def table_finish(by: User, table_id: int, *, ranks: Sequence[int], reason: str) -> Decision:
    """End a running game with the given ranks, one for each seat. Raises a TableError."""
    work = decisions.lock_as_moderator(by, table_id)
    decisions.expect_going(work.table)
    _expect_ranks(ranks, len(work.seats))
    decision = _decide(work, by, Decision.Kind.FINISH, reason, ranks=list(ranks))
    work.agreed = Outcome(DECIDED, tuple(ranks))
    decisions.note_decision(work, decision)
    commit(work)
    return decision


def _expect_ranks(ranks: Sequence[int], seats: int) -> None:
    if len(ranks) != seats or any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise MalformedInput(
            _("Give every seat a rank. 1 is the best. Tied seats share a rank, and the next rank is skipped.")
        )


def _decide(
    work: UnitOfWork, by: User, kind: str, reason: str, person: User | None = None, **facts: Any
) -> Decision:
    return decisions.decision_write(by, kind, reason, table=work.table, person=person, facts=facts)


@transaction.atomic
def table_make_casual(by: User, table_id: int, *, reason: str) -> Decision:
    """Let a rated table count for no rating; a finished game's changes are taken back. Raises a TableError."""
    table, seats = lock_table(table_id)
    decisions.expect_impartial(by, table, seats)
    if not table.is_rated:
        raise NotPossible(_("This table isn't rated."))
    game_unrate(table)
    _rated_set(table, is_rated=False)
    return decisions.decision_write(by, Decision.Kind.CASUAL, reason, table=table)


def table_make_rated(table: Table, seats: list[Seat]) -> None:
    """Undo that for a locked table; a finished game counts from now on."""
    _rated_set(table, is_rated=True)
    if table.is_finished:
        game_rate(table, seats)


def _rated_set(table: Table, *, is_rated: bool) -> None:
    table.is_rated = is_rated
    table.save(update_fields=["is_rated"])


PAUSE_DAYS = range(91)  # 0: until a moderator resumes the game


@transaction.atomic
def table_hold(by: User, table_id: int, *, reason: str, days: int = 0) -> Decision:
    """Hold a running table; with `days` it resumes automatically after that time. Raises a TableError."""
    if days not in PAUSE_DAYS:
        raise MalformedInput
    work = decisions.lock_as_moderator(by, table_id)
    decisions.expect_going(work.table)
    if work.table.is_held:
        raise NotPossible(_("A moderator has already paused this table."))
    until = work.now + timedelta(days=days) if days else None
    decision = _decide(work, by, Decision.Kind.HOLD, reason, days=days, until=decisions.stored_time(until))
    hold(work, until)
    decisions.note_decision(work, decision, days=days)
    commit(work)
    return decision


@transaction.atomic
def table_go_on(by: User, table_id: int, *, reason: str) -> Decision:
    """Resume a held table. Raises a TableError."""
    work = decisions.lock_as_moderator(by, table_id)
    if not work.table.is_held:
        raise NotPossible(_("No moderator has paused this table."))
    until = decisions.stored_time(work.table.paused_until)
    decision = _decide(work, by, Decision.Kind.GO_ON, reason, until=until)
    clocks_resume(work)
    decisions.note_decision(work, decision)
    commit(work)
    return decision


MORE_DAYS = range(1, 31)


@transaction.atomic
def table_extend(by: User, table_id: int, *, days: int, reason: str) -> Decision:
    """Give days to all seats that are to act now, whether their clocks are running or paused. Raises a TableError."""
    if days not in MORE_DAYS:
        raise MalformedInput
    work = decisions.lock_as_moderator(by, table_id)
    decisions.expect_going(work.table)
    decision = _decide(work, by, Decision.Kind.EXTEND, reason, days=days)
    if not days_give(work, days, work.now):
        raise NotPossible(_("No clock is running, so nobody can get more time."))
    decisions.note_decision(work, decision, days=days)
    commit(work)
    return decision


def days_give(work: UnitOfWork, days: int, asked_by: datetime) -> bool:
    """Give days to seats that were asked by `asked_by`; returns whether any clock changed."""
    return _move_clocks(work, asked_by, lambda seat: clock_extend(seat, days))


def days_take(work: UnitOfWork, days: int, given_at: datetime) -> bool:
    """Take back unused days that were given at `given_at`; returns whether any clock changed."""
    return _move_clocks(work, given_at, lambda seat: clock_shorten(seat, work.now, days))


def _move_clocks(work: UnitOfWork, asked_by: datetime, move: Callable[[Seat], None]) -> bool:
    """Apply `move` to seats that have been waiting since `asked_by` or earlier; returns whether any clock changed."""
    has_moved = False
    for seat in work.seats:
        since = seat.clock_since or seat.awaited_since
        if not seat.is_awaited or since is None or since > asked_by:
            continue
        before = (seat.deadline, seat.remaining)
        move(seat)
        has_moved = has_moved or before != (seat.deadline, seat.remaining)
    return has_moved


@transaction.atomic
def default_play(by: User, table_id: int, *, number: int, reason: str) -> Decision:
    """Play default moves for a seat that is to act, until its turn is complete. Raises a TableError."""
    work, seat = _lock_seat(by, table_id, number)
    if not seat.is_awaited:
        raise NotPossible(_("It isn't that seat's turn."))
    decision = _decide(work, by, Decision.Kind.DEFAULT, reason, seat=number, ply=work.table.ply)
    decisions.note_decision(work, decision, seat=number)
    deadlines.default_play(work, seat, cause=MoveRecord.Cause.MODERATOR, by=by)
    commit(work)
    return decision


def _lock_seat(by: User, table_id: int, number: int) -> tuple[UnitOfWork, Seat]:
    """Lock the table; returns the seat if it is still in the running game."""
    work = decisions.lock_as_moderator(by, table_id)
    decisions.expect_going(work.table)
    seat = next((each for each in work.seats if each.number == number), None)
    if seat is None:
        raise MalformedInput(_("There's no such seat at this table."))
    if not work.game.is_in(work.state, number):
        raise NotPossible(_("That seat has left the game."))
    return work, seat


@transaction.atomic
def seat_replace(by: User, table_id: int, *, number: int, name: str, reason: str) -> Decision:
    """Give a seat to another player, by user name; the former player cannot return. Raises a TableError."""
    work, seat = _lock_seat(by, table_id, number)
    user, former = _new_player(by, work, name), seat.user
    facts = {"seat": number, "new": user.pk, "ply": work.table.ply}
    decision = _decide(work, by, Decision.Kind.REPLACE, reason, former, **facts)
    player_change(work, seat, user)
    if seat.is_awaited:
        work.newly_awaited.add(number)
    decisions.note_decision(work, decision, seat=number, name=str(user), former=str(former))
    commit(work)
    notify_people(work, decision, [user.pk, decision.person_id])
    return decision


def _new_player(by: User, work: UnitOfWork, name: str) -> User:
    user = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise NotPossible(_("There's no player with that user name."))
    if user.is_machine:
        raise NotPossible(_("Bots can't take over seats."))
    if user.pk == by.pk:
        raise NotPossible(_("You can't take a seat at a table that you moderate."))
    if seat_of(user, work.seats) is not None:
        raise NotPossible(_("That player already has a seat at this table."))
    if knows_secrets(user, work.table):
        raise NotPossible(_("That player has seen secrets of this table, so they can't take a seat here."))
    return user


@transaction.atomic
def seat_offer(by: User, table_id: int, *, number: int, reason: str) -> Decision:
    """Offer a seat to others, even if the table does not allow takeovers. Raises a TableError."""
    work, seat = _lock_seat(by, table_id, number)
    if seat.is_offered:
        raise NotPossible(_("That seat is already open for takeover."))
    decision = _decide(work, by, Decision.Kind.OFFER, reason, seat.user, seat=number)
    deadlines.offer(work, seat)
    decisions.note_decision(work, decision, seat=number)
    commit(work)
    notify_people(work, decision, [seat.user_id])
    return decision


def notify_people(work: UnitOfWork, decision: Decision, people: list[int | None]) -> None:
    """Notify the people concerned of a decision."""
    plies = dict.fromkeys(people, work.table.ply)
    notices = notices_for_people(work.table, plies, Notice.Kind.DECISION, work.now)
    Notice.objects.filter(pk__in=notices).update(decision=decision)
    transaction.on_commit(lambda: announce.send_soon(notices))
