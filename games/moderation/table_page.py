"""Pages for moderators: a table's file, a board, and the choice of the ply to rewind to."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.utils.translation import gettext as _

from games.engine.presenter import Names, Scene, Text
from games.engine.replay import ReplayError
from games.history.position import head_after
from games.history.replay import AROUND, ReplayPage, replay_page
from games.models import AccessRecord, Decision, MoveRecord, Notice, Report, Seat, Table
from games.presenters import PRESENTERS
from games.tables.active_decisions import decision_reason
from games.tables.log import LogLine, latest_records, lines_of, names_of
from games.tables.table_rules import is_playable, state_at
from games.tables.unit_of_work import position_of
from games.tables.words import clock_words, reason_words, span_words

LINES = 40  # plies of the log on one page
_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)
LATEST = 20  # decisions, reports and lines of the access audit on one page


@dataclass(frozen=True)
class SeatClock:
    """A seat, its player's name, and its clock in words."""

    seat: Seat
    name: str
    clock: str


@dataclass(frozen=True)
class TablePage:
    """Everything about a table that is not secret. All lists are newest first."""

    table: Table
    title: Text
    options: tuple[tuple[Text, Text], ...]  # labels of the chosen options
    clock: str
    reason: Text  # why it ended, or why it is held
    seats: tuple[SeatClock, ...]
    log: tuple[tuple[LogLine, bool], ...]  # each ply, and whether the game can be rewound to before it
    older: int | None  # key of the next page of the log; None on the last page
    decisions: tuple[Decision, ...]
    reports: tuple[Report, ...]
    access_audit: tuple[AccessRecord, ...]
    notices: tuple[tuple[str, int], ...]  # number of notices by status


def table_page(table_id: int, *, before: int | None = None) -> TablePage:
    """Return a table's file, with the log as spectators read it."""
    table = Table.objects.get(pk=table_id)
    seats = list(table.seats.select_related("user").order_by("number"))
    names = names_of(seats)
    log = _log(table, names, before) if table.state and is_playable(table) else ()
    decisions = Decision.objects.filter(table=table).select_related("by", "undone_by", "person")
    return TablePage(
        table=table,
        title=PRESENTERS[table.title].name,
        options=tuple(
            (words.label, words.label_of(table.options[name]))
            for name, words in PRESENTERS[table.title].options.items()
            if name in table.options  # a later release may have added it
        ),
        clock=clock_words(table.timing),
        reason=decision_reason(table) or reason_words(table),
        seats=tuple(SeatClock(seat, names[seat.number], _clock(seat)) for seat in seats),
        log=log,
        older=log[-1][0].ply if len(log) >= LINES // 2 and log[-1][0].ply > 0 else None,
        decisions=tuple(decisions.order_by("-pk")[:LATEST]),
        reports=tuple(table.reports.select_related("by", "handler").order_by("-pk")[:LATEST]),
        access_audit=tuple(table.access_records.select_related("by").order_by("-pk")[:LATEST]),
        notices=_notice_counts(table),
    )


def _clock(seat: Seat) -> str:
    """The clock of a seat in words."""
    words = {
        _("%(span)s granted"): seat.allowance if seat.remaining is None else None,
        _("%(span)s extra by agreement or decision"): seat.extension or None,
        _("stopped with %(span)s left"): seat.remaining,
        _("%(span)s in the bank"): seat.bank,
    }
    told = [text % {"span": span_words(value)} for text, value in words.items() if value is not None]
    return ", ".join(told) or "-"


def _log(table: Table, names: Names, before: int | None) -> tuple[tuple[LogLine, bool], ...]:
    records = latest_records(table, before=before, limit=LINES)
    playable = {record.ply for record in records if record.kind in _PLAYED}
    lines = lines_of(table, records, state_at(table), None, names)
    can_rewind = table.is_running or table.is_finished
    return tuple((line, can_rewind and line.ply in playable and not line.is_taken_back) for line in lines)


def _notice_counts(table: Table) -> tuple[tuple[str, int], ...]:
    rows = Notice.objects.filter(table=table).values_list("status").annotate(count=Count("pk"))
    counts = dict(rows.order_by("status"))
    return tuple((str(status.label), counts[status]) for status in Notice.Status if status in counts)


def board_of(table: Table, seat: int | None) -> dict[str, Any]:
    """The template context of the board as a seat sees it, or a spectator if `seat` is None."""
    position = position_of(table)
    names, presenter = names_of(position.seats), PRESENTERS[position.game.slug]
    view = position.game.observe(position.state, seat)
    asked = [each.number for each in position.seats if each.is_awaited]
    legal = position.game.legal_moves(position.state, seat) if seat is not None and seat in asked else ()
    scene = Scene(seat, names, legal, {}, len(names), is_asked=seat in asked)
    return {
        "table": table, "presenter": presenter, "board": presenter.board(view, scene), "text": "",
        "viewer": None if seat is None else names[seat], "awaited": [names[number] for number in asked],
        "tallies": [(name, presenter.tallies(view, number)) for number, name in enumerate(names)],
    }  # fmt: skip


@dataclass(frozen=True)
class RewindPage:
    """One ply on the page: the board that the game would return to."""

    replay: ReplayPage
    target: int | None  # the first ply that would be taken back; None if no ply can be taken back from here
    is_gone: bool  # this board was itself taken back
    is_end: bool  # no move follows it


def rewind_page(table: Table, ply: int | None) -> RewindPage:
    """Return the page before `ply`, by default before the last ply in force. An unknown ply means the nearest one."""
    wished = (table.head if table.head is not None else 0) if ply is None else ply
    at = min(max(wished, 0), table.ply) - 1
    replay = replay_page(AnonymousUser(), table, at)
    if replay is None:  # the ply exists and a spectator may see it, so the log is incomplete
        raise ReplayError(at, "it is not in the log")
    is_end = at == table.ply - 1
    first = None if is_end else _first_after(table, replay, at)
    is_gone = first is not None and head_after(table, at) != first.previous
    return RewindPage(
        replay, None if first is None or is_gone else first.ply, is_gone, is_end or first is None
    )


def _first_after(table: Table, replay: ReplayPage, at: int) -> MoveRecord | None:
    """The record of the first ply after `at` that is in force, if it is one of the plies shown."""
    gone = {line.ply for line in replay.lines if line.is_taken_back}
    records = latest_records(table, before=at + AROUND + 1, limit=AROUND)
    later = [each for each in records if each.ply > at and each.kind in _PLAYED and each.ply not in gone]
    return later[-1] if later else None
