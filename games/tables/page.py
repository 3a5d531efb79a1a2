"""The page of a running or finished table, as one reader may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from accounts.models import Reader, User
from games.engine.play import finality
from games.engine.presenter import Names, Notes, OptionWords, Presenter, Scene, Tally, Text
from games.engine.registry import AnyGame
from games.models import MoveRecord, Seat, Table
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.active_decisions import decision_reason
from games.tables.ending import Result, result_of
from games.tables.log import (
    LINES,
    LogLine,
    latest_of_seats,
    latest_records,
    lines_of,
    names_of,
    with_time_out_warnings,
)
from games.tables.packed import first_packed_records
from games.tables.panels import Visit
from games.tables.play import is_undoable
from games.tables.unit_of_work import Position, seats_of
from games.tables.words import reason_words

NEWS = 40  # plies of news since the reader last acted, at most


@dataclass(frozen=True)
class SeatTallies:
    """One seat in the row of seats: its player's name and its tallies."""

    seat: Seat
    name: str
    tallies: tuple[Tally, ...]
    is_mine: bool
    is_bot: bool
    is_out: bool  # of the game, or has left it
    vacation_end: date | None  # the last day of the player's current vacation


@dataclass(frozen=True)
class OrderLine:
    """One standing order with its options and the reader's choice."""

    name: str
    words: OptionWords
    chosen: str
    is_in_force: bool  # set to something other than "ask me"
    is_asked: bool  # it could answer the current question

    @property
    def told(self) -> Text:
        """What happens without asking."""
        return self.words.label_of(self.chosen)


@dataclass(frozen=True)
class BoardPage:
    """Everything that a table's page shows. Its reader may know all of this."""

    table: Table
    presenter: Presenter
    seats: tuple[SeatTallies, ...]
    mine: Seat | None
    board: dict[str, Any]
    prompt: Text  # the question to the reader; may be empty
    is_answer: bool  # the question is asked out of turn
    awaited: tuple[str, ...]  # names of the seats that must act
    can_undo: bool
    can_resign: bool
    is_quick: bool  # moves are not confirmed first
    notes: Notes | None  # for beginners who must act
    orders: tuple[OrderLine, ...]  # standing orders that the reader may change
    log: tuple[LogLine, ...]  # newest first
    since: tuple[LogLine, ...]  # what happened since the reader last acted, oldest first
    last_word: Text  # what the latest ply did; empty before the first ply
    latest_decision: LogLine | None  # a moderator's, until the reader acts; None if shown elsewhere
    has_more_log: bool
    reason: Text  # why it ended; empty while it runs
    result: Result | None  # how it ended; None while it runs
    decision_reason: str  # a moderator's reason for a pause or an end; may be empty
    visit: Visit  # for the panels


@dataclass(frozen=True)
class StoppedPage:
    """What a stopped table's page shows: the players, but nothing of the game."""

    table: Table
    presenter: Presenter  # of the title's current version
    seats: tuple[SeatTallies, ...]  # without tallies
    mine: Seat | None
    decision_reason: str
    visit: Visit


def stopped_page(user: Reader, table: Table) -> StoppedPage:
    """The page of a table whose rules this release doesn't play, for a reader who may see it."""
    seats = seats_of(table)
    mine, names = seat_of(user, seats), names_of(seats)
    playing = frozenset(seat.number for seat in seats if not seat.has_left)
    visit = Visit(user, table, seats, mine, names, playing)
    shown = tuple(
        SeatTallies(seat, names[seat.number], (), seat is mine, _is_bot(seat), seat.has_left, None)
        for seat in seats
    )
    return StoppedPage(table, PRESENTERS[table.title], shown, mine, decision_reason(table), visit)


def board_page(
    user: Reader, position: Position, choice: Mapping[str, str], *, is_quick: bool = True
) -> BoardPage:
    """The page of a started table, for a reader who may see it. `is_quick`: moves need no confirmation."""
    table, seats, game, state = position.table, position.seats, position.game, position.state
    presenter = PRESENTERS[game.slug]
    mine = seat_of(user, seats)
    you = mine.number if mine else None
    view = game.observe(state, you)
    is_asked = mine is not None and mine.is_awaited and not table.is_held
    legal = game.legal_moves(state, mine.number) if mine and is_asked else ()
    playing = frozenset(seat.number for seat in seats if game.is_in(state, seat.number))
    is_playing = mine is not None and _is_played(table) and mine.number in playing
    names = names_of(seats)
    records = latest_records(table, limit=min(max(LINES, table.ply - mine.acted_ply if mine else 0), NEWS))
    log = with_time_out_warnings(table, seats, lines_of(table, records, state, you, names))
    since = _since(mine, log)
    events = tuple(event for line in since if not line.is_taken_back for event in line.events)
    scene = Scene(
        you, names, legal, choice, len(seats), is_asked,
        past=_past(user, table, presenter, legal, mine), since=events, is_quick=is_quick, latest=latest_of_seats(log),
        orders=mine.orders if mine else {}, is_final=finality(game, state, you or 0),
    )  # fmt: skip
    notes = presenter.notes(view, scene) if mine and is_asked and mine.has_notes and presenter.notes else None
    visit, decided = Visit(user, table, seats, mine, names, playing), decision_reason(table)
    return BoardPage(
        table=table,
        presenter=presenter,
        seats=tuple(
            SeatTallies(
                seat,
                names[seat.number],
                presenter.tallies(view, seat.number),
                seat.number == you,
                is_bot=_is_bot(seat),
                is_out=seat.number not in playing,
                vacation_end=_vacation_end(seat, timezone.now()),
            )
            for seat in seats
        ),
        mine=mine,
        board=presenter.board(view, scene) | ({"whys": notes.whys} if notes else {}),
        prompt=presenter.prompt(view, mine.number) if mine and is_asked else "",
        is_answer=mine is not None and is_asked and game.is_answer(state, mine.number),
        awaited=tuple(names[seat.number] for seat in seats if seat.is_awaited),
        can_undo=mine is not None and _can_undo(table, mine, records),
        can_resign=is_playing,
        is_quick=is_quick,
        notes=notes,
        orders=_orders(game, presenter, mine, view) if mine and is_playing else (),
        log=tuple(log[:LINES]),
        since=since,
        last_word=word_of(presenter, log[0], names) if log else "",
        latest_decision=_latest_decision(table, mine, log, decided),
        has_more_log=table.ply >= LINES,
        reason=reason_words(table),
        result=result_of(visit, presenter, view if game.outcome(state) is not None else None),
        decision_reason=decided,
        visit=visit,
    )


def _is_bot(seat: Seat) -> bool:
    return seat.user is not None and seat.user.is_machine


def _vacation_end(seat: Seat, now: datetime) -> date | None:
    """The last day of the vacation that the seat's player is on."""
    if seat.user is None or seat.has_left:
        return None
    today = now.astimezone(seat.user.zone).date()
    return next((last for first, last in seat.user.calendar.vacations if first <= today <= last), None)


def _is_played(table: Table) -> bool:
    """Whether players can act at the table now."""
    return table.is_running and not table.is_held


def _orders(game: AnyGame, presenter: Presenter, mine: Seat, view: Any) -> tuple[OrderLine, ...]:
    """The standing orders that can still make a difference."""
    asked = presenter.ordered(view, mine.number) if mine.is_awaited else ""
    return tuple(
        OrderLine(
            order.name, presenter.orders[order.name], mine.orders.get(order.name, order.values[0]),
            is_in_force=order.name in mine.orders, is_asked=order.name == asked,
        )
        for order in game.orders
        if presenter.has_use(view, mine.number, order.name)
    )  # fmt: skip


def _past(
    user: Reader, table: Table, presenter: Presenter, legal: tuple[Any, ...], mine: Seat | None
) -> tuple[str, ...]:
    """The reader's earlier moves to offer again, for moves that are composed rather than chosen from a list."""
    kind = presenter.recalls
    if not kind or legal or mine is None or not mine.is_awaited or not user.is_authenticated:
        return ()
    return past_moves(user, table, kind)


def _can_undo(table: Table, seat: Seat, records: list[MoveRecord]) -> bool:
    if not _is_played(table) or table.head is None or seat.acted_ply < table.head:
        return False
    last = next((record for record in records if record.ply == table.head), None)
    if last is None:  # many notes were written after it
        last = MoveRecord.objects.filter(table=table, ply=table.head).defer("kept", "events").first()
    return last is not None and is_undoable(last, seat, timezone.now())


def _since(mine: Seat | None, log: list[LogLine]) -> tuple[LogLine, ...]:
    """Plies of others, and plies played for the reader: by order, by time-out, or as the only move."""
    if mine is None:
        return ()
    news = (line for line in reversed(log) if line.ply > mine.acted_ply)
    return tuple(line for line in news if line.seat != mine.number or line.cause)


def _latest_decision(table: Table, mine: Seat | None, log: list[LogLine], decided: str) -> LogLine | None:
    """A moderator's latest decision. Pauses and ends are shown elsewhere."""
    after = -2 if mine is None else mine.acted_ply
    line = next((line for line in log[:LINES] if line.is_decision and line.ply > after), None)
    if line is None or not table.is_running or (decided and line.text.endswith(decided)):
        return None
    return line


def word_of(presenter: Presenter, line: LogLine, names: Names) -> Text:
    """A line of the log, in the title's short form if it has one."""
    tell = presenter.word or presenter.sentence
    told = [str(tell(kind, facts, names)) for kind, facts in line.events]
    return " ".join(filter(None, told)) or line.text


TABLES = 8  # earlier tables to search
EARLY = 8  # plies from the start: moves worth repeating come early


def past_moves(user: User, table: Table, kind: str) -> tuple[str, ...]:
    """The reader's moves of type `kind` from the start of earlier tables, as JSON, latest first."""
    seats = Seat.objects.filter(user=user, table__title=table.title).exclude(table=table)
    latest = seats.order_by("-table_id").values("table_id")[:TABLES]
    mine = seats.filter(table=OuterRef("table")).order_by().values("number")
    rows = MoveRecord.objects.filter(table__in=latest, ply__lt=EARLY, by=user, kind=MoveRecord.Kind.MOVE)
    found = list(rows.filter(seat=Subquery(mine[:1])).only("table_id", "move"))
    found += [each for each in first_packed_records(latest) if each.ply < EARLY and each.by_id == user.pk]
    start = f'{{"type":"{kind}"'
    own = sorted(found, key=lambda record: -record.table_id)
    return tuple(record.move for record in own if record.move.startswith(start))
