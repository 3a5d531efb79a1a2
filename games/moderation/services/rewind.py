"""Rewinds a game: moves that are taken back stay in the log, and all players are asked again."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.clocks import Bank
from games.engine.contract import Outcome
from games.engine.replay import ReplayError, taken_back
from games.errors import NotPossible
from games.ledger.ratings import game_unrate
from games.ledger.sums import game_subtract
from games.ledger.tournaments import pairing_reopen
from games.ledger.years import year_count
from games.models import Decision, Estimates, MoveRecord, Notice, Seat, Table
from games.moderation.services.decisions import decision_write, lock_as_moderator, note_decision
from games.tables.chain import change_key
from games.tables.commit import commit, proposals_lapse
from games.tables.past import Past, checked_past
from games.tables.plies import Ply, write_note, write_undo
from games.tables.prompts import clear_prompt
from games.tables.table_rules import start_of
from games.tables.unit_of_work import UnitOfWork

_Kind = MoveRecord.Kind


@transaction.atomic
def table_rewind(by: User, table_id: int, *, ply: int, reason: str) -> Decision:
    """Take back `ply` and everything after it; a finished game runs again. Raises a TableError."""
    work = lock_as_moderator(by, table_id)
    if not work.table.is_running and not work.table.is_finished:
        raise NotPossible(_("This game was called off, so you can't rewind it."))
    record = _move_in_force(work.table, ply)
    count = _count_moves_from(work.table, ply)
    undo = work.table.ply + (1 if work.table.is_running else 2)  # after the notes of decision and seed
    facts = {"ply": ply, "undo": undo, "count": count, "ended": _outcome_of(work)}
    decision = decision_write(by, Decision.Kind.REWIND, reason, table=work.table, facts=facts)
    note_decision(work, decision, count=count)
    go_back(work, record, by)
    commit(work)
    return decision


def _move_in_force(table: Table, ply: int) -> MoveRecord:
    record = MoveRecord.objects.filter(table=table, ply=ply, kind__in=(_Kind.MOVE, _Kind.LEAVE)).first()
    if record is None:
        raise NotPossible(_("There's no move with that number."))
    if any(ply in span for span in _taken_back_ranges(table)):
        raise NotPossible(_("That move has already been taken back."))
    return record


def _taken_back_ranges(table: Table, *more: tuple[int, int]) -> list[range]:
    undos = MoveRecord.objects.filter(table=table, kind=_Kind.UNDO).values_list("ply", "back_to")
    return taken_back([*((at, back_to or 0) for at, back_to in undos), *more])


def _count_moves_from(table: Table, ply: int) -> int:
    """The number of moves in force from `ply` on."""
    later = MoveRecord.objects.filter(table=table, ply__gte=ply, kind__in=(_Kind.MOVE, _Kind.LEAVE))
    spans = _taken_back_ranges(table)
    return sum(not any(each in span for span in spans) for each in later.values_list("ply", flat=True))


def _outcome_of(work: UnitOfWork) -> dict[str, Any] | None:
    """The outcome of a finished game, which cannot always be computed from its state."""
    if not work.table.is_finished:
        return None
    scores = [seat.score for seat in work.seats]
    return {
        "reason": work.table.reason, "ranks": [seat.rank for seat in work.seats],
        "scores": None if None in scores else scores,
    }  # fmt: skip


def go_back(work: UnitOfWork, record: MoveRecord, by: User) -> None:
    """Return to the state before `record`, and ask all players again. Raises NotPossible if that state is unknown."""
    past = _past(work, record)
    spans = _taken_back_ranges(work.table, (work.table.ply, record.ply))
    leaves = MoveRecord.objects.filter(table=work.table, kind=_Kind.LEAVE).values_list("ply", "seat")
    left = {seat for ply, seat in leaves if not any(ply in span for span in spans)}
    if (start := start_of(work.table)) is not None:
        left |= set(start.left)
    for seat in work.seats:
        _reset_seat(work, seat, has_left=seat.number in left)
        # Otherwise a resent move that was taken back would not be stale.
        seat.acted_ply = min(seat.acted_ply, record.ply - 1)
    was_over = not work.table.is_running
    reopen(work.table)
    proposals_lapse(work.table, work.now)  # the players voted on a different position
    _drop_notices(work.table, record.ply)
    if was_over:
        secrets_renew(work)
    ply = Ply(kind=_Kind.UNDO, seat=None, cause=MoveRecord.Cause.MODERATOR, by=by, undone=record)
    write_undo(work, past, ply, redraws=_has_drawn(work.table, record.ply))


def _has_drawn(table: Table, ply: int) -> bool:
    """Whether a move in force from `ply` on drew anything."""
    drew = MoveRecord.objects.filter(table=table, ply__gte=ply).exclude(draws="")
    spans = _taken_back_ranges(table)
    return any(not any(each in span for span in spans) for each in drew.values_list("ply", flat=True))


def _past(work: UnitOfWork, record: MoveRecord) -> Past:
    try:
        return checked_past(work.table, record)
    except ReplayError as error:
        raise NotPossible(
            _("We can't rebuild the position before that move: %(why)s.") % {"why": error}
        ) from error


def _reset_seat(work: UnitOfWork, seat: Seat, *, has_left: bool) -> None:
    """Reset the seat's clock, time-outs and prompt, so that it is asked again."""
    clear_prompt(seat)
    seat.has_left, seat.is_live = has_left, not has_left
    seat.timeouts, seat.rank, seat.score = 0, None, None
    if isinstance(work.table.timing, Bank) and seat.bank is not None:
        seat.bank = max(seat.bank, work.table.timing.increment)


def reopen(table: Table) -> None:
    """Set a finished game to running, delete its estimates, and take back what its end changed."""
    Estimates.objects.filter(table=table).delete()
    if table.is_finished:
        game_subtract(table)
        game_unrate(table)
        year_count(table, table.seats.select_related("user"), -1)
    pairing_reopen(table)
    table.status, table.finished_at, table.reason = Table.Status.RUNNING, None, ""


def secrets_renew(work: UnitOfWork) -> None:
    """Draw a new seed for a game that runs again, because everybody could read the old one after the end."""
    write_note(work, change_key(work.table, work.seats))


def _drop_notices(table: Table, ply: int) -> None:
    """Suppress waiting notices about plies that are taken back."""
    kinds = (Notice.Kind.TURN, Notice.Kind.REMINDER, Notice.Kind.TIMEOUT, Notice.Kind.FINISHED)
    waiting = Notice.objects.filter(table=table, kind__in=kinds, status=Notice.Status.DUE, ply__gt=ply)
    waiting.update(status=Notice.Status.SUPPRESSED, reason=Notice.Reason.TAKEN_BACK)


def rewind_undo(work: UnitOfWork, decision: Decision, by: User) -> None:
    """Undo a rewind: restore the moves it took back, and take back those made since."""
    facts = decision.facts
    undo = MoveRecord.objects.get(table=work.table, ply=facts["undo"])
    if any(undo.ply in span for span in _taken_back_ranges(work.table)):
        raise NotPossible(_("A later rewind took this decision back. Undo that rewind first."))
    go_back(work, undo, by)
    ended = facts["ended"]
    if ended is not None and work.game.outcome(work.state) is None:
        scores = ended["scores"]
        work.agreed = Outcome(ended["reason"], tuple(ended["ranks"]), tuple(scores) if scores else None)
