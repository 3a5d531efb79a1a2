"""Writing plies: the log, the snapshot, who is awaited, who is to be told. Called with the table locked."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from games import notify
from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state, load_state
from games.engine.contract import Event, Outcome, Step
from games.models import MoveRecord, Notice, Proposal, Seat, Table
from games.position import Position
from games.services.clocks import clock_renew, clock_start, clock_stop
from games.services.reminders import reminders_plan
from games.services.rhythm import reply_note
from games.titles import TITLES

__all__ = [
    "Writing", "ask_anew", "begin_writing", "close", "forget", "proposals_lapse", "still", "write_note",
    "write_ply", "write_setup",
]  # fmt: skip

_Kind = MoveRecord.Kind
_Cause = MoveRecord.Cause


@dataclass
class Writing(Position):
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


def begin_writing(table: Table, seats: list[Seat]) -> Writing:
    """Load the snapshot of a locked, running table."""
    game = TITLES[table.title]
    return Writing(table, seats, game, load_state(game, table.state))


def write_setup(table: Table, seats: list[Seat], step: Step[Any]) -> Writing:
    """Put the first state on the table; its events stand in the log before ply 0."""
    writing = Writing(table, seats, TITLES[table.title], step.state)
    writing.records.append(_record(writing, step, ply=-1, kind=_Kind.SETUP))
    _ask(writing, actor=None)
    return writing


def write_ply(writing: Writing, step: Step[Any], *, kind: str, actor: int | None, **columns: Any) -> None:
    """Append one ply: its record, the new state and head, and who is awaited now."""
    table = writing.table
    undo = kind == _Kind.UNDO
    before = "" if undo and actor is not None else table.state  # what a moderator took back may be put back
    record = _record(
        writing, step, ply=table.ply, kind=kind, seat=actor, before=before, previous=table.head, **columns
    )
    writing.records.append(record)
    writing.state = step.state
    table.head = columns.get("resumed") if undo else table.ply
    table.ply += 1
    _ask(writing, actor)


def write_note(writing: Writing, event: Event, *, actor: int | None = None, by: Any = None) -> None:
    """Append a note to the log: something that concerns the table and changes nothing in the game."""
    step = Step(writing.state, (event,))
    writing.records.append(
        _record(
            writing,
            step,
            ply=writing.table.ply,
            kind=_Kind.NOTE,
            seat=actor,
            previous=writing.table.head,
            by=by,
        )
    )
    writing.table.ply += 1


def _record(writing: Writing, step: Step[Any], *, ply: int, kind: str, **columns: Any) -> MoveRecord:
    columns.pop("resumed", None)
    return MoveRecord(
        table=writing.table, ply=ply, kind=kind, events=msgspec.json.encode(step.events).decode(),
        undoable=step.undoable, rules_version=writing.game.rules_version, **columns,
    )  # fmt: skip


def _ask(writing: Writing, actor: int | None) -> None:
    """Note who is awaited since when, and from which ply on a page is fresh enough for each."""
    writing.table.state = dump_state(writing.state)
    asked = writing.game.to_act(writing.state)
    simultaneous = actor is not None and writing.records[-1].kind == _Kind.MOVE
    for seat in writing.seats:
        _set_clock(writing, seat, actor, is_asked=seat.number in asked)
        if seat.number == actor and writing.records[-1].cause == _Cause.PLAYER:
            seat.acted_ply = writing.records[-1].ply
        if seat.orders and not writing.game.is_in(writing.state, seat.number):
            seat.orders = {}
        if seat.number not in asked:
            seat.is_awaited, seat.awaited_since = False, None
            writing.newly_awaited.discard(seat.number)
        elif not seat.is_awaited:
            seat.is_awaited, seat.awaited_since = True, writing.now
            seat.turn_ply = seat.asked_ply = writing.table.ply
            writing.newly_awaited.add(seat.number)
        elif seat.number == actor or not simultaneous:
            seat.asked_ply = writing.table.ply


def _set_clock(writing: Writing, seat: Seat, actor: int | None, *, is_asked: bool) -> None:
    """Start and stop the seat's clock. A ply that can be taken back does neither: nobody gains time by undoing."""
    record, was_asked = writing.records[-1], seat.is_awaited
    is_own = seat.number == actor and record.kind == _Kind.MOVE
    is_decided = is_own and not record.undoable
    if was_asked and (is_decided or not is_asked):
        in_time = is_decided and record.cause == _Cause.PLAYER
        if in_time:
            reply_note(seat, writing.now)
            seat.timeouts, seat.is_offered = 0, False
        clock_stop(writing.table, seat, writing.now, is_decided=is_decided, is_in_time=in_time)
    if is_asked and (is_decided or not was_asked):
        is_answer = writing.game.is_answer(writing.state, seat.number)
        clock_start(writing.table, seat, writing.now, is_answer=is_answer)
    elif is_asked and record.kind == _Kind.LEAVE:
        clock_renew(seat, writing.now)


def ask_anew(writing: Writing) -> None:
    """Ask whoever is to act as if it were for the first time: with clocks from the start, and notices.

    Something must have been written before, if only a note.
    """
    for seat in writing.seats:
        still(seat)
    _ask(writing, None)


def still(seat: Seat) -> None:
    """The seat is not asked anything any more."""
    seat.is_awaited, seat.awaited_since, seat.deadline, seat.clock_since = False, None, None, None
    seat.allowance, seat.remaining, seat.is_offered = None, None, False


def proposals_lapse(table: Table, now: datetime) -> None:
    """Close what the seats have not agreed on yet: those who were asked are not those who play on."""
    waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN)
    waiting.update(status=Proposal.Status.LAPSED, closed_at=now)


def close(writing: Writing, actor: int | None = None) -> None:
    """Play what plays itself, then save everything and tell everybody who is concerned."""
    _play_automatic(writing)
    outcome = writing.agreed or writing.game.outcome(writing.state)
    if outcome is not None:
        _finish(writing, outcome)
    if outcome is not None or any(record.kind == _Kind.LEAVE for record in writing.records):
        proposals_lapse(writing.table, writing.now)
    MoveRecord.objects.bulk_create(writing.records)
    _plan_reminders(writing)
    _save_seats(writing)
    writing.table.save(update_fields=_TABLE_COLUMNS)
    _tell(writing, actor, over=outcome is not None)


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


def _plan_reminders(writing: Writing) -> None:
    """Of every deadline that was set anew or taken away, and of every seat that somebody else has now."""
    moved = [
        seat
        for seat, loaded in zip(writing.seats, writing.loaded, strict=True)
        if (seat.deadline, seat.user_id) != (loaded["deadline"], loaded["user_id"])
    ]
    reminders_plan(moved, writing.now)


def _save_seats(writing: Writing) -> None:
    """Write what has changed: mostly one or two seats, for which plain updates are the quickest."""
    for seat, loaded in zip(writing.seats, writing.loaded, strict=True):
        changed = [name for name, value in loaded.items() if getattr(seat, name) != value]
        if changed:
            seat.save(update_fields=changed)


def _play_automatic(writing: Writing) -> None:
    """Play what is publicly forced and what standing orders answer, until somebody has to decide."""
    for _ in range(writing.game.max_plies):
        found = _automatic(writing)
        if found is None:
            return
        seat, move, cause = found
        step = play.play(writing.game, writing.state, seat, move, writing.chance())
        write_ply(writing, step, kind=_Kind.MOVE, actor=seat, move=dump_move(move), cause=cause)


def _automatic(writing: Writing) -> tuple[int, Any, str] | None:
    asked = writing.game.to_act(writing.state)
    for seat in writing.seats:
        if seat.number not in asked:
            continue
        if (move := writing.game.forced_move(writing.state, seat.number)) is not None:
            return seat.number, move, _Cause.FORCED
        if (
            seat.orders
            and (move := writing.game.ordered_move(writing.state, seat.number, seat.orders)) is not None
        ):
            return seat.number, move, _Cause.ORDER
    return None


def _finish(writing: Writing, outcome: Outcome) -> None:
    table = writing.table
    table.status, table.finished_at, table.reason = Table.Status.FINISHED, writing.now, outcome.reason
    scores = outcome.scores or (None,) * len(writing.seats)
    table.paused_until, table.is_held = None, False
    for seat in writing.seats:
        seat.is_live = False
        still(seat)
        seat.rank, seat.score = outcome.ranks[seat.number], scores[seat.number]
    forget(writing)


def forget(writing: Writing) -> None:
    """Drop the earlier states: nothing can be taken back any more. The log itself stays."""
    MoveRecord.objects.filter(table=writing.table).exclude(before="").update(before="")
    for record in writing.records:
        record.before = ""


def _tell(writing: Writing, actor: int | None, *, over: bool) -> None:
    kind = Notice.Kind.FINISHED if over else Notice.Kind.TURN
    told = [
        seat for seat in writing.seats
        if seat.number != actor and (over or seat.number in writing.newly_awaited)
    ]  # fmt: skip
    plies = {seat.user_id: writing.table.ply if over else seat.turn_ply for seat in told}
    notices = notify.notices_for_people(writing.table, plies, kind, writing.now)
    table, ply = writing.table.pk, writing.table.ply
    people = [seat.user_id for seat in writing.seats]
    transaction.on_commit(lambda: notify.announce(table, ply, people, notices))
