"""The end of a unit of work: play automatic plies, save everything and notify the players."""

import json
from datetime import datetime
from typing import Any

from django.db import transaction

from games.engine import play
from games.engine.codec import dump_move
from games.engine.contract import Outcome, Step
from games.ledger import announce
from games.ledger.notices import Choices, choices_of, notices_for_people
from games.ledger.ratings import game_rate
from games.ledger.reminders import reminders_plan
from games.ledger.tournaments import pairing_over
from games.ledger.years import year_count
from games.models import Estimates, MoveRecord, Notice, Proposal, Seat, Table
from games.tables.chain import link
from games.tables.counting import game_count
from games.tables.plies import Ply, write_ply
from games.tables.prompts import clear_prompt, is_delayed
from games.tables.unit_of_work import UnitOfWork

_Kind, _Cause = MoveRecord.Kind, MoveRecord.Cause
_TABLE_COLUMNS = [
    "status", "started_at", "finished_at", "seed", "key", "chain", "former_keys", "rules_version", "state_schema",
    "state", "ply", "head", "stream", "generation", "since_kept", "reason",
    "paused_until", "agreed_until", "is_held", "has_bots",
]  # fmt: skip


def commit(work: UnitOfWork, actor: int | None = None) -> None:
    """Play automatic plies, save everything and notify the players."""
    _play_automatic(work)
    outcome = work.agreed or work.game.outcome(work.state)
    if outcome is not None:
        _finish(work, outcome)
    if outcome is not None or any(record.kind == _Kind.LEAVE for record in work.records):
        proposals_lapse(work.table, work.now)
    told = _seats_to_notify(work, actor, over=outcome is not None)
    moved = [seat for seat, columns in work.changed_seats() if {"deadline", "user_id"} & set(columns)]
    choices = choices_of(seat.user_id for seat in (*told, *moved) if seat in told or seat.deadline)
    reminders_plan(moved, work.now, choices)
    _save(work)
    if outcome is not None:
        game_count(work)
        game_rate(work.table, work.seats)
        year_count(work.table, work.seats)
    if not work.table.is_running:
        pairing_over(work.table)
    _notify(work, told, choices, over=outcome is not None)


def _play_automatic(work: UnitOfWork) -> None:
    """Play forced moves and standing orders until somebody has to decide."""
    for _ in range(work.game.max_plies):
        found = _next_automatic_ply(work)
        if found is None:
            return
        ply, step = found
        write_ply(work, step, ply)


def _next_automatic_ply(work: UnitOfWork) -> tuple[Ply, Step[Any]] | None:
    game, state = work.game, work.state
    asked = game.to_act(state)
    for seat in work.seats:
        if seat.number not in asked:
            continue
        if (forced := play.automatic_play(game, state, seat.number, work.chance())) is not None:
            return _ply_of_move(seat, forced[0], _Cause.FORCED), forced[1]
        if not seat.orders or is_delayed(seat, work.now):
            continue
        if (move := game.ordered_move(state, seat.number, seat.orders)) is not None:
            return _ply_of_move(seat, move, _Cause.ORDER), play.play(
                game, state, seat.number, move, work.chance()
            )
    return None


def _ply_of_move(seat: Seat, move: Any, cause: str) -> Ply:
    return Ply(kind=_Kind.MOVE, seat=seat.number, move=dump_move(move), cause=cause)


def _finish(work: UnitOfWork, outcome: Outcome) -> None:
    table = work.table
    table.status, table.finished_at, table.reason = Table.Status.FINISHED, work.now, outcome.reason
    scores = outcome.scores or (None,) * len(work.seats)
    table.paused_until, table.is_held = None, False
    # Bots estimate the chances later, in the background. Nothing depends on that, so a leftover row is harmless.
    Estimates.objects.bulk_create([Estimates(table=table, due_at=work.now)], ignore_conflicts=True)
    for seat in work.seats:
        seat.is_live = False
        clear_prompt(seat)
        seat.rank, seat.score = outcome.ranks[seat.number], scores[seat.number]


def proposals_lapse(table: Table, now: datetime) -> None:
    """Close the open proposal, because the seats in the game have changed."""
    waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN)
    waiting.update(status=Proposal.Status.LAPSED, closed_at=now)


def _close(work: UnitOfWork) -> None:
    """Say in the latest entry how the game ended, if it just did."""
    table = work.table
    if table.is_running or table.finished_at != work.now or not work.records:
        return
    ranks, scores = [seat.rank for seat in work.seats], [seat.score for seat in work.seats]
    end = {
        "ranks": ranks if table.is_finished else None,
        "reason": table.reason, "scores": None if None in scores else scores, "status": str(table.status),
    }  # fmt: skip
    work.records[-1].end = json.dumps(end)


def _save(work: UnitOfWork) -> None:
    _close(work)
    for record, events in zip(work.records, work.events, strict=True):
        link(work.table, record, events)
    MoveRecord.objects.bulk_create(work.records)
    for seat in work.seats_with_moved_deadline():
        seat.deadline_moved_at, seat.deadline_moves = work.now, seat.deadline_moves + 1
    for seat, columns in work.changed_seats():
        seat.save(update_fields=columns)
    work.table.save(update_fields=_TABLE_COLUMNS)


def _needs_notices(work: UnitOfWork) -> bool:
    """Whether people are waiting for each other. A player alone with bots, which answer at once, needs no notices."""
    people = [seat for seat in work.seats if seat.user is not None and not seat.user.is_bot]
    return len(people) > 1 or len(people) == len(work.seats)


def _seats_to_notify(work: UnitOfWork, actor: int | None, *, over: bool) -> list[Seat]:
    """The seats whose players get a notice."""
    return [
        seat for seat in work.seats
        if seat.number != actor and (over or (seat.number in work.newly_awaited and not seat.has_bot))
    ] if _needs_notices(work) else []  # fmt: skip


def _notify(work: UnitOfWork, told: list[Seat], choices: Choices, *, over: bool) -> None:
    kind = Notice.Kind.FINISHED if over else Notice.Kind.TURN
    plies = {seat.user_id: work.table.ply if over else seat.turn_ply for seat in told}
    notices = notices_for_people(work.table, plies, kind, work.now, choices)
    table, ply = work.table.pk, work.table.ply
    people = [seat.user_id for seat in work.seats]
    transaction.on_commit(lambda: announce.announce(table, ply, people, notices))
    asked = [seat.pk for seat, columns in work.changed_seats() if "think_at" in columns and seat.think_at]
    transaction.on_commit(lambda: announce.think_soon(asked))
