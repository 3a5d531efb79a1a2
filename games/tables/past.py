"""The state before an earlier ply, replayed from the nearest stored state; and the check of a whole log."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from games.engine.chance import Stream
from games.engine.codec import dump_state, load_state
from games.engine.registry import AnyGame
from games.engine.replay import Entry, ReplayError, replay_on, walk
from games.models import MoveRecord, Table
from games.tables.chain import chance_at, setup_chance
from games.tables.table_rules import first_step, game_at
from games.titles import TITLES

KEPT_EVERY = 16  # plies between two stored states, not counting those taken back

_Kind = MoveRecord.Kind
Played: TypeAlias = Callable[[int], list[MoveRecord]]  # the latest moves and leaves up to a ply, newest first


class Past(NamedTuple):
    """A table as it was before a ply."""

    state: Any
    since_kept: int  # like `Table.since_kept`, for the next ply from here


def compressed_state(state: str) -> bytes:
    """The JSON of a state, compressed for storage."""
    return zlib.compress(state.encode(), 9)


def kept_of(record: MoveRecord) -> str:
    """The JSON of the state stored before this ply; empty if there is none."""
    return zlib.decompress(record.kept).decode() if record.kept else ""


def past_of(table: Table, record: MoveRecord) -> Past:
    """The state before `record`, a ply of the table. Raises ReplayError or RulesMissing."""
    return _past(game_at(table), table, record, partial(_moves_up_to, table))


def state_after(game: AnyGame, table: Table, record: MoveRecord, played: Played | None = None) -> Any:
    """The state after `record`, a move or leave of the table, under the rules that it was played by.

    At most `KEPT_EVERY` plies are replayed. `played` reads the log if it is not in the table's rows. Raises
    ReplayError, or Malformed for a stored state that these rules can't read.
    """
    past = _past(game, table, record, played or partial(_moves_up_to, table))
    return replay_on(game, past.state, partial(chance_at, table), [entry_of(record)])


def _past(game: AnyGame, table: Table, record: MoveRecord, played: Played) -> Past:
    later = list[Entry]()
    for each in _standing_before(record, played):
        if each.rules_version != game.rules_version:
            raise ReplayError(each.ply, "it was played under other rules")
        if each is not record:
            later.append(entry_of(each))
        if kept := kept_of(each):
            # If `record` itself has a stored state, the ply that replaces it must store the state as well.
            return _replay(game, table, load_state(game, kept), later, at_once=each is record)
    first = first_step(game, table, setup_chance(table)).state
    return _replay(game, table, first, later)


def replayed_on(table: Table, state: Any, record: MoveRecord) -> str:
    """The JSON of the state after `record`, replayed from the state before it. Raises ReplayError."""
    return dump_state(replay_on(game_at(table), state, partial(chance_at, table), [entry_of(record)]))


def _replay(game: AnyGame, table: Table, state: Any, later: list[Entry], *, at_once: bool = False) -> Past:
    then = replay_on(game, state, partial(chance_at, table), reversed(later))
    return Past(then, KEPT_EVERY if at_once else len(later))


def _standing_before(record: MoveRecord, played: Played) -> Iterator[MoveRecord]:
    """The record and the plies before it, latest first, without those that were taken back."""
    yield record
    wanted = record.previous
    while wanted is not None:
        batch = played(wanted)
        if not batch or batch[0].ply != wanted:
            raise ReplayError(wanted, "it is not in the log")
        for each in batch:
            if each.ply == wanted:
                yield each
                wanted = each.previous


def _moves_up_to(table: Table, ply: int) -> list[MoveRecord]:
    rows = MoveRecord.objects.filter(table=table, kind__in=(_Kind.MOVE, _Kind.LEAVE), ply__lte=ply)
    return list(rows.defer("events").order_by("-ply")[:KEPT_EVERY])


def entry_of(record: MoveRecord) -> Entry:
    """A ply as the engine replays it: a move, a leave or an undo."""
    kind = cast("Literal['move', 'leave', 'undo']", record.kind)
    stream = Stream(record.stream, record.generation)
    return Entry(record.ply, kind, record.seat, record.move, record.back_to or 0, stream)


@dataclass(frozen=True)
class Difference:
    """A table whose log does not lead to its snapshot."""

    table_id: int
    title: str
    rules_version: int  # of the table
    why: str


def running_tables_after(table_id: int, limit: int) -> list[Table]:
    """The running tables with the next higher ids, at most `limit`."""
    rows = Table.objects.filter(status=Table.Status.RUNNING, pk__gt=table_id).order_by("pk")
    return list(rows[:limit])


def difference_of(table: Table) -> Difference | None:
    """How the log differs from the snapshot, or None. A log of two rules versions is not compared."""
    if table.records.exclude(rules_version=table.rules_version).exists():
        return None
    try:
        state = _replay_whole_log(table, _entries(table))
    except ReplayError as error:
        return Difference(table.pk, table.title, table.rules_version, str(error))
    if dump_state(state) != table.state:
        return Difference(table.pk, table.title, table.rules_version, "the log leads to another state")
    return None


def checked_past(table: Table, record: MoveRecord) -> Past:
    """The state before a ply of the log, after checking that the whole log replays. Raises ReplayError."""
    if found := difference_of(table):
        raise ReplayError(record.ply, found.why)
    return past_of(table, record)


def _replay_whole_log(table: Table, entries: Iterator[Entry]) -> Any:
    game = TITLES.game_of(table.title, table.rules_version)
    if game is None:
        raise ReplayError(-1, "its rules version is not played here")
    first = first_step(game, table, setup_chance(table))
    *_before, last = walk(game, first, partial(chance_at, table), entries)
    return last.state


def _entries(table: Table) -> Iterator[Entry]:
    rows = (
        MoveRecord.objects.filter(table=table, ply__gte=0).exclude(kind=MoveRecord.Kind.NOTE).order_by("ply")
    )
    yield from map(entry_of, rows.only("ply", "kind", "seat", "move", "back_to", "stream", "generation"))
