"""The one transaction in which a table changes: the log, the snapshot, who is asked, who is told."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state, load_state
from games.engine.contract import Event, Outcome, Step
from games.ledger import announce
from games.ledger.notices import notices_for_people
from games.ledger.reminders import reminders_plan
from games.models import MoveRecord, Notice, Proposal, Seat, Table
from games.models.compiled import CompiledQuery
from games.tables.clocks import clock_renew, clock_start, clock_stop, reply_note
from games.tables.position import PROPOSED, Position, seats_of, with_proposal
from games.titles import TITLES

__all__ = [
    "UnitOfWork",
    "begin_work",
    "clear_prompt",
    "commit",
    "drop_earlier_states",
    "lock_table",
    "proposals_lapse",
    "reset_prompts",
    "write_note",
    "write_ply",
    "write_setup",
]  # fmt: skip

_Kind = MoveRecord.Kind
_Cause = MoveRecord.Cause


_LOCKED = CompiledQuery[Table](
    lambda table: with_proposal(Table.objects.select_for_update().filter(pk=table)), annotations=PROPOSED
)


def lock_table(table_id: int) -> tuple[Table, list[Seat]]:
    """The table, locked until the transaction ends, and its seats in order. Lines of the log name it from now on."""
    bind_contextvars(table=table_id)
    found = _LOCKED(table_id)
    if not found:
        raise Table.DoesNotExist
    return found[0], seats_of(found[0])


@dataclass
class UnitOfWork(Position):
    """One transaction on one table: what was loaded, and what it will write."""

    now: datetime = field(default_factory=timezone.now)
    records: list[MoveRecord] = field(default_factory=list)
    newly_awaited: set[int] = field(default_factory=set)  # seat numbers
    agreed: Outcome | None = None  # an end that the seats have agreed on, whatever the rules say
    loaded: list[dict[str, Any]] = field(init=False)  # the seats' columns as they stand in the database

    def __post_init__(self) -> None:
        self.loaded = [{name: getattr(seat, name) for name in _SEAT_COLUMNS} for seat in self.seats]

    def chance(self) -> Chance:
        """The stream of the next ply."""
        return Chance(bytes(self.table.seed), self.table.ply)


def begin_work(table: Table, seats: list[Seat]) -> UnitOfWork:
    """Load the snapshot of a locked, running table."""
    game = TITLES[table.title]
    return UnitOfWork(table, seats, game, load_state(game, table.state))


def write_setup(table: Table, seats: list[Seat], step: Step[Any]) -> UnitOfWork:
    """Put the first state on the table; its events stand in the log before ply 0."""
    work = UnitOfWork(table, seats, TITLES[table.title], step.state)
    work.records.append(_record(work, step, ply=-1, kind=_Kind.SETUP))
    _ask(work, actor=None)
    return work


def write_ply(work: UnitOfWork, step: Step[Any], *, kind: str, actor: int | None, **columns: Any) -> None:
    """Append one ply: its record, the new state and head, and who is awaited now."""
    table = work.table
    undo = kind == _Kind.UNDO
    before = "" if undo and actor is not None else table.state  # what a moderator took back may be put back
    record = _record(
        work, step, ply=table.ply, kind=kind, seat=actor, before=before, previous=table.head, **columns
    )
    work.records.append(record)
    work.state = step.state
    table.head = columns.get("resumed") if undo else table.ply
    table.ply += 1
    _ask(work, actor)


def write_note(work: UnitOfWork, event: Event, *, actor: int | None = None, by: Any = None) -> None:
    """Append a note to the log: something that concerns the table and changes nothing in the game."""
    step = Step(work.state, (event,))
    work.records.append(
        _record(
            work,
            step,
            ply=work.table.ply,
            kind=_Kind.NOTE,
            seat=actor,
            previous=work.table.head,
            by=by,
        )
    )
    work.table.ply += 1


def _record(work: UnitOfWork, step: Step[Any], *, ply: int, kind: str, **columns: Any) -> MoveRecord:
    columns.pop("resumed", None)
    return MoveRecord(
        table=work.table, ply=ply, kind=kind, events=msgspec.json.encode(step.events).decode(),
        undoable=step.undoable, rules_version=work.game.rules_version, **columns,
    )  # fmt: skip


def _ask(work: UnitOfWork, actor: int | None) -> None:
    """Note who is awaited since when, and from which ply on a page is fresh enough for each."""
    work.table.state = dump_state(work.state)
    asked = work.game.to_act(work.state)
    simultaneous = actor is not None and work.records[-1].kind == _Kind.MOVE
    for seat in work.seats:
        _set_clock(work, seat, actor, is_asked=seat.number in asked)
        if seat.number == actor and work.records[-1].cause == _Cause.PLAYER:
            seat.acted_ply = work.records[-1].ply
        if seat.orders and not work.game.is_in(work.state, seat.number):
            seat.orders = {}
        if seat.number not in asked:
            seat.is_awaited, seat.awaited_since = False, None
            work.newly_awaited.discard(seat.number)
        elif not seat.is_awaited:
            seat.is_awaited, seat.awaited_since = True, work.now
            seat.turn_ply = seat.asked_ply = work.table.ply
            work.newly_awaited.add(seat.number)
        elif seat.number == actor or not simultaneous:
            seat.asked_ply = work.table.ply


def _set_clock(work: UnitOfWork, seat: Seat, actor: int | None, *, is_asked: bool) -> None:
    """Start and stop the seat's clock. A ply that can be taken back does neither: nobody gains time by undoing."""
    record, was_asked = work.records[-1], seat.is_awaited
    is_own = seat.number == actor and record.kind == _Kind.MOVE
    is_decided = is_own and not record.undoable
    if was_asked and (is_decided or not is_asked):
        in_time = is_decided and record.cause == _Cause.PLAYER
        if in_time:
            reply_note(seat, work.now)
            seat.timeouts, seat.is_offered = 0, False
        clock_stop(work.table, seat, work.now, is_decided=is_decided, is_in_time=in_time)
    if is_asked and (is_decided or not was_asked):
        is_answer = work.game.is_answer(work.state, seat.number)
        clock_start(work.table, seat, work.now, is_answer=is_answer)
    elif is_asked and record.kind == _Kind.LEAVE:
        clock_renew(seat, work.now)


def reset_prompts(work: UnitOfWork) -> None:
    """Ask whoever is to act as if it were for the first time: with clocks from the start, and notices.

    Something must have been written before, if only a note.
    """
    for seat in work.seats:
        clear_prompt(seat)
    _ask(work, None)


def clear_prompt(seat: Seat) -> None:
    """The seat is not asked anything any more."""
    seat.is_awaited, seat.awaited_since, seat.deadline, seat.clock_since = False, None, None, None
    seat.allowance, seat.remaining, seat.is_offered = None, None, False


def proposals_lapse(table: Table, now: datetime) -> None:
    """Close what the seats have not agreed on yet: those who were asked are not those who play on."""
    waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN)
    waiting.update(status=Proposal.Status.LAPSED, closed_at=now)


def commit(work: UnitOfWork, actor: int | None = None) -> None:
    """Play what plays itself, then save everything and tell everybody who is concerned."""
    _play_automatic(work)
    outcome = work.agreed or work.game.outcome(work.state)
    if outcome is not None:
        _finish(work, outcome)
    if outcome is not None or any(record.kind == _Kind.LEAVE for record in work.records):
        proposals_lapse(work.table, work.now)
    MoveRecord.objects.bulk_create(work.records)
    _plan_reminders(work)
    _save_seats(work)
    work.table.save(update_fields=_TABLE_COLUMNS)
    _tell(work, actor, over=outcome is not None)


_SEAT_COLUMNS = [
    "is_live", "is_awaited", "awaited_since", "turn_ply", "asked_ply", "acted_ply", "has_left", "orders",
    "rank", "score", "user_id", "deadline", "clock_since", "allowance", "extension", "reckoning", "remaining", "bank",
    "remind_at", "rest_left", "timeouts", "is_offered",
]  # fmt: skip
_TABLE_COLUMNS = [
    "status", "started_at", "finished_at", "seed", "rules_version", "state", "ply", "head", "reason", "paused_until",
    "agreed_until",
    "is_held",
]  # fmt: skip


def _plan_reminders(work: UnitOfWork) -> None:
    """Of every deadline that was set anew or taken away, and of every seat that somebody else has now."""
    moved = [
        seat
        for seat, loaded in zip(work.seats, work.loaded, strict=True)
        if (seat.deadline, seat.user_id) != (loaded["deadline"], loaded["user_id"])
    ]
    reminders_plan(moved, work.now)


def _save_seats(work: UnitOfWork) -> None:
    """Write what has changed: mostly one or two seats, for which plain updates are the quickest."""
    for seat, loaded in zip(work.seats, work.loaded, strict=True):
        changed = [name for name, value in loaded.items() if getattr(seat, name) != value]
        if changed:
            seat.save(update_fields=changed)


def _play_automatic(work: UnitOfWork) -> None:
    """Play what is publicly forced and what standing orders answer, until somebody has to decide."""
    for _ in range(work.game.max_plies):
        found = _automatic(work)
        if found is None:
            return
        seat, move, cause = found
        step = play.play(work.game, work.state, seat, move, work.chance())
        write_ply(work, step, kind=_Kind.MOVE, actor=seat, move=dump_move(move), cause=cause)


def _automatic(work: UnitOfWork) -> tuple[int, Any, str] | None:
    asked = work.game.to_act(work.state)
    for seat in work.seats:
        if seat.number not in asked:
            continue
        if (move := work.game.forced_move(work.state, seat.number)) is not None:
            return seat.number, move, _Cause.FORCED
        if seat.orders and (move := work.game.ordered_move(work.state, seat.number, seat.orders)) is not None:
            return seat.number, move, _Cause.ORDER
    return None


def _finish(work: UnitOfWork, outcome: Outcome) -> None:
    table = work.table
    table.status, table.finished_at, table.reason = Table.Status.FINISHED, work.now, outcome.reason
    scores = outcome.scores or (None,) * len(work.seats)
    table.paused_until, table.is_held = None, False
    for seat in work.seats:
        seat.is_live = False
        clear_prompt(seat)
        seat.rank, seat.score = outcome.ranks[seat.number], scores[seat.number]
    drop_earlier_states(work)


def drop_earlier_states(work: UnitOfWork) -> None:
    """Drop the earlier states: nothing can be taken back any more. The log itself stays."""
    MoveRecord.objects.filter(table=work.table).exclude(before="").update(before="")
    for record in work.records:
        record.before = ""


def _tell(work: UnitOfWork, actor: int | None, *, over: bool) -> None:
    kind = Notice.Kind.FINISHED if over else Notice.Kind.TURN
    told = [
        seat for seat in work.seats
        if seat.number != actor and (over or seat.number in work.newly_awaited)
    ]  # fmt: skip
    plies = {seat.user_id: work.table.ply if over else seat.turn_ply for seat in told}
    notices = notices_for_people(work.table, plies, kind, work.now)
    table, ply = work.table.pk, work.table.ply
    people = [seat.user_id for seat in work.seats]
    transaction.on_commit(lambda: announce.announce(table, ply, people, notices))
