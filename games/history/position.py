"""The state of a table after any ply of its log, under the rules of that ply."""

from typing import Any, NamedTuple

from games.engine.chance import SETUP
from games.engine.codec import load_state
from games.engine.contract import EngineError
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.models import MoveRecord, Table
from games.tables.chain import setup_chance
from games.tables.packed import packed_before, packed_log_reader
from games.tables.past import kept_of, state_after
from games.tables.table_rules import first_step, game_at, state_at
from games.titles import TITLES

_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


class PastPosition(NamedTuple):
    """A table as it was after a ply."""

    game: AnyGame  # of that ply's rules version
    state: Any  # the complete state; show only what `game` lets a seat observe


def position_at(table: Table, ply: int) -> PastPosition:
    """The table after this ply of its log; -1 is the setup. At most `KEPT_EVERY` plies are replayed.

    Raises RulesMissing, or ReplayError if the log does not lead to this ply.
    """
    if ply == table.ply - 1:
        return PastPosition(game_at(table), state_at(table))
    here, after = _records_at(table, ply, ply + 1)
    if kept := kept_of(after):
        game = _game(table, after.rules_version)
        return PastPosition(game, _load_kept_state(game, kept, ply))
    head = _head(table, here)
    return _position_at_setup(table, here) if head is None else _replay_to(table, here, head)


def head_after(table: Table, ply: int) -> int | None:
    """The ply whose board the table showed after this ply of its log; None for the setup. Raises ReplayError."""
    return table.head if ply == table.ply - 1 else _head(table, *_records_at(table, ply))


def _head(table: Table, record: MoveRecord) -> int | None:
    """The ply that led to the state after this record; None for the setup."""
    if record.kind in _PLAYED:
        return record.ply
    if record.kind == MoveRecord.Kind.UNDO:
        return _records_at(table, record.back_to or 0)[0].previous
    return record.previous


def _records_at(table: Table, *plies: int) -> list[MoveRecord]:
    """The records of these consecutive plies. Raises ReplayError if one is missing."""
    if table.is_packed:
        found = packed_before(table, plies[-1] + 1, len(plies))
    else:
        found = list(MoveRecord.objects.filter(table=table, ply__in=plies).defer("events"))
    rows = {each.ply: each for each in found}
    if set(plies) - set(rows):
        raise ReplayError(plies[0], "it is not in the log")
    return [rows[ply] for ply in plies]


def _position_at_setup(table: Table, record: MoveRecord) -> PastPosition:
    game = _game(table, record.rules_version)
    try:
        return PastPosition(game, first_step(game, table, setup_chance(table)).state)
    except EngineError as error:
        raise ReplayError(SETUP, error.message) from error


def _replay_to(table: Table, here: MoveRecord, head: int) -> PastPosition:
    record = here if here.ply == head else _records_at(table, head)[0]
    game = _game(table, record.rules_version)
    played = packed_log_reader(table) if table.is_packed else None
    try:
        return PastPosition(game, state_after(game, table, record, played))
    except EngineError as error:
        raise ReplayError(head, error.message) from error


def _load_kept_state(game: AnyGame, kept: str, ply: int) -> Any:
    try:
        return load_state(game, kept)
    except EngineError as error:
        raise ReplayError(ply, error.message) from error


def _game(table: Table, version: int) -> AnyGame:
    if version == table.rules_version:
        return game_at(table)
    game = TITLES.game_of(table.title, version)
    if game is None:
        raise RulesMissing
    return game
