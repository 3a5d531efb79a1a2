"""The replay of a table: its board after any ply, with what the reader saw then and may know now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Reader, User
from games.engine.presenter import Names, Presenter, Scene, Tally, Text
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.history.position import PastPosition, position_at
from games.history.rematch import seats_to_play_on
from games.history.transcript import lines_for
from games.models import MoveRecord, Seat, Table
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.log import LogLine, People, latest_of_seats, latest_records, names_of, people_of
from games.tables.page import word_of
from games.tables.players import visit_continue
from games.tables.table_rules import game_at, state_at
from games.tables.unit_of_work import seats_of

ALL, SPECTATOR = "all", "spectator"  # views; the others are seat numbers
AROUND = 12  # plies of the log before and after the current one
_ON_BOARD = (MoveRecord.Kind.SETUP, MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


@dataclass(frozen=True)
class SeenBoard:
    """The board as one seat or a spectator saw it, for the title's templates."""

    whose: str  # "Bob", "A spectator"
    board: dict[str, Any]
    is_secret: bool  # it shows things hidden from the others
    seat: int | None
    view: Any  # the observation


@dataclass(frozen=True)
class PlayerThen:
    """A player in the row of players, as it was after a ply; without a board, only its name is known."""

    name: str
    is_mine: bool
    user: User | None
    tallies: tuple[Tally, ...] = ()
    is_asked: bool = False
    is_out: bool = False  # of the game, or has left it


@dataclass(frozen=True)
class ReplayPage:
    """Everything that the page of one ply shows. Its reader may know all of this."""

    table: Table
    presenter: Presenter
    at: int  # the ply after which the table is shown; -1: the setup
    last: int
    view_as: str  # as in the address: SPECTATOR, ALL or a seat number
    choices: tuple[tuple[str, str], ...]  # views that the reader may choose, with their names
    players: tuple[PlayerThen, ...]
    boards: tuple[SeenBoard, ...]  # one board, or one per seat with ALL; none if the board can't be shown
    why: str  # why no board is shown
    line: LogLine | None  # what this ply did
    word: Text  # the same in the title's short form; empty if there is nothing to tell
    lines: tuple[LogLine, ...]  # the log around it, newest first
    turns: tuple[int | None, int | None]  # the nearest plies before and after it that ended a turn
    unseen: int | None  # the last ply seen before this visit, if there are newer ones
    mine: int | None  # the reader's own seat
    people: People  # whom its log names
    live: tuple[tuple[int, str], ...]  # seats with which the reader can play on from here, with their names


@dataclass(frozen=True)
class _Reader:
    """The replay's table, and the chosen view of it."""

    table: Table
    seats: list[Seat]
    names: Names
    seat: int | None  # the view's seat; None for a spectator
    view_as: str


def replay_page(user: Reader, table: Table, at: int, view_as: str = "") -> ReplayPage | None:
    """The page of a ply of a started table, for a reader who may see it; None if there is no such page.

    Readers can choose a view only after the end of the game. The page extends the reader's visit.
    """
    seats = seats_of(table)
    mine = seat_of(user, seats)
    choices = _choices(names_of(seats)) if table.has_open_secrets else ()
    chosen = view_as or (SPECTATOR if mine is None else str(mine.number))
    if not -1 <= at < table.ply or (view_as and view_as not in dict(choices)):
        return None
    reader = _Reader(table, seats, names_of(seats), int(chosen) if chosen.isdecimal() else None, chosen)
    records = latest_records(table, before=at + AROUND + 1, limit=2 * AROUND + 1)
    lines = lines_for(table, records, reader.seat, reader.names)
    past, why = _past_position(reader, at)
    line, me = next((line for line in lines if line.ply == at), None), None if mine is None else mine.number
    return ReplayPage(
        table=table, presenter=PRESENTERS[table.title], at=at, last=table.ply - 1, view_as=chosen, choices=choices,
        players=_players(reader, past, me), why=why,
        boards=_boards(reader, past, _lines_until(lines, at)) if past else (),
        line=line, word=word_of(PRESENTERS[table.title], line, reader.names) if line else "", lines=tuple(lines),
        turns=_turns(records, at), unseen=_unseen(user, table, mine),
        mine=me, people=people_of(seats),
        live=tuple((each, reader.names[each]) for each in seats_to_play_on(table, past)) if past else (),
    )  # fmt: skip


def _unseen(user: Reader, table: Table, mine: Seat | None) -> int | None:
    seen = visit_continue(user, table, mine)
    return seen if seen is not None and seen < table.ply - 1 else None


def _choices(names: Names) -> tuple[tuple[str, str], ...]:
    seats = tuple((str(number), name) for number, name in enumerate(names))
    return (*seats, (SPECTATOR, _("A spectator")), (ALL, _("All seats")))


def _past_position(reader: _Reader, at: int) -> tuple[PastPosition | None, str]:
    """The table after this ply, or the reason why its board is not shown."""
    try:
        if _is_faded(reader.table, at):
            return None, _("Memory matters in this game, so earlier boards stay hidden until it is finished.")
        return position_at(reader.table, at), ""
    except RulesMissing:
        return None, _("This site no longer supports the rules of this game. Here is its log.")
    except ReplayError:
        return None, _("We can't rebuild this board from the game's log. Here is the log itself.")


def _players(reader: _Reader, past: PastPosition | None, mine: int | None) -> tuple[PlayerThen, ...]:
    """The row of players, as the reader's view showed it; with ALL, as spectators saw it."""
    named = [PlayerThen(reader.names[seat.number], seat.number == mine, seat.user) for seat in reader.seats]
    if past is None:
        return tuple(named)
    game, state, tell = past.game, past.state, PRESENTERS[past.game.slug].tallies
    view, asked = game.observe(state, reader.seat), game.to_act(state)
    return tuple(
        replace(seat, tallies=tell(view, at), is_asked=at in asked, is_out=not game.is_in(state, at))
        for at, seat in enumerate(named)
    )


def _boards(reader: _Reader, past: PastPosition, lines: list[LogLine]) -> tuple[SeenBoard, ...]:
    """The boards as seen at that time, one for each seat of the reader's view."""
    view_as = range(len(reader.seats)) if reader.view_as == ALL else (reader.seat,)
    return tuple(_board_seen(reader, past, seat, lines) for seat in view_as)


def _is_faded(table: Table, at: int) -> bool:
    """Whether this board must not be shown again, because the title lets memory fade."""
    return not table.has_open_secrets and at < table.ply - 1 and game_at(table).fades(state_at(table))


def _lines_until(lines: Sequence[LogLine], at: int) -> list[LogLine]:
    """The lines up to this ply. The ply itself does not count as taken back here, even if it was undone later."""
    return [
        replace(line, is_taken_back=False) if line.ply == at else line for line in lines if line.ply <= at
    ]


def _board_seen(reader: _Reader, past: PastPosition, seat: int | None, lines: list[LogLine]) -> SeenBoard:
    presenter, view = PRESENTERS[past.game.slug], past.game.observe(past.state, seat)
    scene = Scene(
        seat, reader.names, (), {}, len(reader.seats), is_asked=False,
        since=lines[0].events if lines else (), latest=latest_of_seats(lines),
    )  # fmt: skip
    return SeenBoard(
        whose=_("A spectator") if seat is None else reader.names[seat], board=presenter.board(view, scene),
        is_secret=seat is not None and _known_facts(view) != _known_facts(past.game.observe(past.state, None)),
        seat=seat, view=view,
    )  # fmt: skip


def _known_facts(view: Any) -> dict[str, Any]:
    """What an observation shows, except whose it is."""
    return {name: getattr(view, name) for name in view.__struct_fields__ if name != "you"}


def _turns(records: list[MoveRecord], at: int) -> tuple[int | None, int | None]:
    """The nearest plies before and after this one that ended a turn, among these records."""
    played = [(each.ply, each.seat) for each in reversed(records) if each.kind in _ON_BOARD]
    nexts = [seat for _ply, seat in played[1:]]
    ends = [ply for (ply, seat), after in zip(played, [*nexts, None], strict=False) if seat != after]
    before, after = [ply for ply in ends if ply < at], [ply for ply in ends if ply > at]
    return (before[-1] if before else None, after[0] if after else None)
