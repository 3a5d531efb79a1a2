"""A table at one moment: its row, its seats and its state; and a unit of work: one transaction on a locked table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from accounts.models import User
from accounts.row_query import RowQuery
from games.engine.chance import Recorded
from games.engine.contract import Event, Outcome
from games.engine.registry import AnyGame
from games.models import MoveRecord, Seat, Table
from games.tables.clocks import is_saved_clock_restored
from games.tables.packed import log_unpack
from games.tables.table_rules import game_at, is_playable, state_at, stopped_game

_TABLE_SQL = """
SELECT {columns}, EXISTS(
    SELECT 1 FROM games_proposal WHERE games_proposal.table_id = games_table.id AND games_proposal.status = 'open'
)
FROM games_table WHERE games_table.id = %s
"""
_TABLE = RowQuery(Table, _TABLE_SQL, extra=["has_proposal"])
_SEATS_SQL = """
SELECT {columns}, (SELECT ply FROM games_table WHERE games_table.id = games_seat.table_id)
FROM games_seat WHERE table_id = %s ORDER BY number
"""
_SEATS = RowQuery(Seat, _SEATS_SQL, extra=["table_ply"])
_TRIES = 5  # to read a table and its seats without a move in between
_PLAYERS = RowQuery(
    User,
    "SELECT {columns} FROM accounts_user WHERE id IN (SELECT user_id FROM games_seat WHERE table_id = %s)",
)


@dataclass
class Position:
    """A table's row, its seats in order with their users, and its state, from the same moment."""

    table: Table
    seats: list[Seat]
    game: AnyGame
    state: Any  # the complete state; show only what `game` lets a seat observe


def position_of(table: Table) -> Position:
    """The position of a started table; newer than `table` if somebody has moved. Raises RulesMissing."""
    seats = seats_of(table)
    for _ in range(_TRIES):
        if not seats or seats[0].table_ply == table.ply:
            break
        table = table_read(table.pk) or table
        seats = seats_of(table)
    return Position(table, seats, game_at(table), state_at(table))


def table_read(table_id: int) -> Table | None:
    """The row of a table; None if there is none."""
    if table_id >= 2**63:  # too large for the column
        return None
    return _TABLE.first(table_id)


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in order, with their users."""
    players: dict[int | None, User] = {user.pk: user for user in _PLAYERS([table.pk])}
    seats = _SEATS([table.pk])
    for seat in seats:
        seat.table, seat.user = table, players.get(seat.user_id)
    return seats


_SEAT_COLUMNS = [
    "is_live", "is_awaited", "awaited_since", "turn_ply", "asked_ply", "acted_ply", "has_left", "orders",
    "answer_at", "answer",
    "rank", "score", "user_id", "deadline", "deadline_moved_at", "deadline_moves", "clock_since", "allowance",
    "extension", "reckoning", "remaining", "bank", "remind_at", "rest_left", "undo_clock", "timeouts", "is_offered",
    "is_kept", "think_at", "thought",
]  # fmt: skip


@cache
def _locked_table(if_free: bool) -> RowQuery[Table]:
    """`_TABLE` with a lock. SQLite has none, and needs none: it has one writer at a time."""
    can_lock = connection.features.has_select_for_update
    lock = connection.ops.for_update_sql(skip_locked=if_free) if can_lock else ""
    return RowQuery(Table, _TABLE_SQL + lock, extra=["has_proposal"])


def lock_table(table_id: int, *, if_free: bool = False) -> tuple[Table, list[Seat]]:
    """Lock the table until the end of the transaction; returns it with its seats in order.

    Later lines of the server's log name the table. With `if_free`, a table locked by another transaction counts as
    missing, without waiting. Raises Table.DoesNotExist.
    """
    bind_contextvars(table=table_id)
    table = _locked_table(if_free).first(table_id)
    if table is None:
        raise Table.DoesNotExist
    if table.is_packed:
        log_unpack(table)
    return table, seats_of(table)


@dataclass
class UnitOfWork(Position):
    """A locked position with the changes that `commit` will write."""

    now: datetime = field(default_factory=timezone.now)
    records: list[MoveRecord] = field(default_factory=list)
    events: list[Sequence[Event]] = field(default_factory=list)  # of each record
    newly_awaited: set[int] = field(default_factory=set)  # seat numbers
    drawing: Recorded | None = None  # the stream of the latest ply
    agreed: Outcome | None = None  # an outcome decided by the players or a moderator, not by the rules
    _loaded: list[dict[str, Any]] = field(init=False)  # the seats' columns as stored in the database

    def __post_init__(self) -> None:
        self._loaded = [{name: getattr(seat, name) for name in _SEAT_COLUMNS} for seat in self.seats]

    def chance(self) -> Recorded:
        """The stream of chance for the next ply, which records its draws."""
        table = self.table
        self.drawing = Recorded(bytes(table.key), table.stream, table.generation)
        return self.drawing

    def changed_seats(self) -> Iterator[tuple[Seat, list[str]]]:
        """The seats that differ from the database, each with its changed columns."""
        for seat, loaded in zip(self.seats, self._loaded, strict=True):
            if columns := [name for name, value in loaded.items() if getattr(seat, name) != value]:
                yield seat, columns

    def seats_with_moved_deadline(self) -> Iterator[Seat]:
        """The seats whose deadline differs from the database, to the minute, unless an undo restored it."""
        for seat, loaded in zip(self.seats, self._loaded, strict=True):
            is_other = _minute(seat.deadline) != _minute(loaded["deadline"])
            if (
                seat.deadline is not None
                and is_other
                and not is_saved_clock_restored(seat, loaded["undo_clock"])
            ):
                yield seat


def _minute(when: datetime | None) -> datetime | None:
    return None if when is None else when.replace(second=0, microsecond=0)


def begin_work(table: Table, seats: list[Seat]) -> UnitOfWork:
    """Load the state of a locked table that has started; of a stopped one, only the seats still in the game."""
    if not is_playable(table):
        return UnitOfWork(table, seats, *stopped_game(table, seats))
    return UnitOfWork(table, seats, game_at(table), state_at(table))
