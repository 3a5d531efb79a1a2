"""Adds a finished game to the statistics of its title."""

import logging
from datetime import timedelta

from games.engine.codec import load_events
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts
from games.engine.replay import taken_back
from games.ledger.sums import game_add
from games.models import MoveRecord, Table, TitleCount
from games.presenters import PRESENTERS
from games.tables.unit_of_work import Position

log = logging.getLogger(__name__)

# Groups that every title has.
SEATS = "seats"  # by number of seats: number of games
DAYS, SPANS = "days", "spans"  # by number of seats: total hours; by `_SPANS`: number of games
LENGTH = "plies"  # by number of seats: total moves
REASONS = "reasons"  # by end reason: number of games
WINS = "wins-{}"  # for each number of seats, by seat: games played, games won
_SPANS = (1, 3, 7, 14, 30)  # days; longer games share one more group
_Audience = TitleCount.Audience


def game_count(position: Position) -> None:
    """Count a finished game whose log and seats are saved. An error here never prevents the end of the game."""
    table = position.table
    if table.is_continued:  # it began in the middle of a game
        return
    audience = _audience(table)
    game_add(table, audience, {(SEATS, str(len(position.seats))): (1, 0)} if audience == _Audience.BOTS
             else {**_title_counts(position), **_shared_counts(position)})  # fmt: skip


def _audience(table: Table) -> str:
    """The audience to count for. Tables with bots only count how often a title is played: bots are not people."""
    if table.has_bots:
        return _Audience.BOTS
    return _Audience.PUBLIC if table.admission == Table.Admission.OPEN else _Audience.PRIVATE


def _shared_counts(position: Position) -> Amounts:
    """The counts that every title has."""
    table, seats, sums = position.table, str(len(position.seats)), Sums()
    sums.add(SEATS, seats)
    sums.add(REASONS, table.reason)
    sums.add(LENGTH, seats, len(_events_by_ply(table)))
    if table.started_at and table.finished_at:
        spent = table.finished_at - table.started_at
        sums.add(DAYS, seats, int(spent.total_seconds() // 3600))
        sums.add(SPANS, str(sum(spent >= timedelta(days=days) for days in _SPANS)))
    for seat in position.seats:
        sums.add(WINS.format(seats), str(seat.number), int(seat.rank == 1))
    return sums.amounts


def _events_by_ply(table: Table) -> dict[int, str]:
    """The events of all moves that were not taken back, by ply, in order."""
    undos = MoveRecord.objects.filter(table=table, kind=MoveRecord.Kind.UNDO).values_list("ply", "back_to")
    spans = taken_back((ply, back_to or 0) for ply, back_to in undos)
    rows = MoveRecord.objects.filter(table=table, kind=MoveRecord.Kind.MOVE).order_by("ply")
    plies = rows.values_list("ply", "events")
    return {ply: events for ply, events in plies if not any(ply in span for span in spans)}


def _title_counts(position: Position) -> Amounts:
    """The title's own counts, if its rules ended the game: then everything that they use is public."""
    if position.game.outcome(position.state) is None:
        return {}
    presenter = PRESENTERS[position.game.slug]
    try:
        view = position.game.observe(position.state, None)
        plies = _events_by_ply(position.table).values()
        return presenter.counted(view, ((e.type, e.public) for events in plies for e in load_events(events)))
    except Exception:  # an error in a title must not prevent the end of the game
        log.exception("table %s was counted without what is particular to it", position.table.pk)
        return {}
