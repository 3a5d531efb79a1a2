"""Tables as documents for one reader, from the same selectors as the pages."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from accounts.links import absolute
from accounts.models import User
from games.api.shapes import tables as shapes
from games.bots.seating import PROGRAM
from games.circles.selectors import circle_panel
from games.clock.clocks import Clock, dump_clock
from games.days.selectors import ClockLine, Timing, timing_panel
from games.engine.chance import Chance
from games.engine.codec import dump
from games.engine.kit.plain import suggestion_of
from games.engine.presenter import Scene
from games.engine.search.question import view_of
from games.models import Seat, Table
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.active_decisions import decision_reason
from games.tables.conditions import condition_words, why_not
from games.tables.lists import TableRow
from games.tables.lobby import can_start, join_link
from games.tables.log import names_of
from games.tables.page import BoardPage, board_page
from games.tables.panels import Visit
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import Position, position_of, seats_of
from games.tables.words import clock_words

SAMPLES = 12  # examples of moves, if a title has too many to list


def player_shape(user: User | None) -> shapes.Player | None:
    """A player; None if nobody has the seat."""
    return None if user is None else player_of(user)


def player_of(user: User) -> shapes.Player:
    """A player."""
    kind: Any = "program" if user.is_bot and user.level == PROGRAM else user.kind
    return shapes.Player(username=None if user.is_guest else user.username, name=str(user), kind=kind)


def clock_shape(clock: Clock) -> shapes.Clock:
    """A clock, with its words."""
    return shapes.Clock(**dump_clock(clock), words=clock_words(clock))


def row_shape(row: TableRow) -> shapes.TableRowShape:
    """A table in a list."""
    table, mine = row.table, row.mine
    return shapes.TableRowShape(
        id=table.pk, title=table.title, title_name=str(row.title), status=_status(table),
        url=absolute("table", table.pk), ply=table.ply, seat_count=table.seat_count, seats_from=table.seats_from,
        options=table.options, options_words=row.options, clock=clock_shape(table.timing), is_rated=table.is_rated,
        has_conditions=row.has_conditions, is_paused=table.is_paused, is_waiting_for_you=row.is_waiting_for_me,
        deadline=row.deadline, since=row.since, players=[player_shape(seat.user) for seat in row.seats],
        awaited=[seat.number for seat in row.awaited], you=mine.number if mine else None, unread=row.unread,
    )  # fmt: skip


def _status(table: Table) -> Any:
    return str(table.status)


def table_shape(user: User, table: Table, position: Position | None = None) -> shapes.TableShape:
    """A table, for a reader who may see it. `position` saves reading it again."""
    if not table.state:
        return _open_shape(user, table)
    if not is_playable(table):
        return _stopped_shape(user, table)
    here = position or position_of(table)
    page = board_page(user, here, {})
    return _shape(page.visit, timing_panel(page.visit), **_play(here, page))


def _open_shape(user: User, table: Table) -> shapes.TableShape:
    seats = seats_of(table)
    mine = seat_of(user, seats)
    visit = Visit(user, table, seats, mine, names_of(seats), frozenset(seat.number for seat in seats))
    has_link = (
        mine is not None and table.is_open and table.admission in (Table.Admission.OPEN, Table.Admission.LINK)
    )
    invitations = table.invitations.filter(is_live=True).select_related("user") if mine else ()
    return _shape(
        visit, timing_panel(visit),
        join_url=join_link(table) if has_link and table.rematch_of_id is None else None,
        invited=[each.user.username for each in invitations],
        is_invited=table.invitations.filter(user=user, is_live=True).exists(),
        can_start=table.is_open and table.creator_id == user.pk and can_start(table, len(seats)),
        why_not=why_not(user, table) if table.is_open and mine is None else "",
        notice=decision_reason(table),
    )  # fmt: skip


def _stopped_shape(user: User, table: Table) -> shapes.TableShape:
    seats = seats_of(table)
    playing = frozenset(seat.number for seat in seats if not seat.has_left)
    visit = Visit(user, table, seats, seat_of(user, seats), names_of(seats), playing)
    return _shape(visit, timing_panel(visit), is_playable=False, notice=decision_reason(table))


_EMPTY: Mapping[str, Any] = {
    "why_not": "", "is_playable": True, "join_url": None, "invited": [], "is_invited": False, "can_start": False,
    "observation": None, "asked": None, "last_words": "", "can_take_back": False, "can_resign": False, "orders": [],
    "ending": None, "notice": "",
}  # fmt: skip


def _shape(visit: Visit, timing: Timing, **more: Any) -> shapes.TableShape:
    table, mine = visit.table, visit.mine
    columns: dict[str, Any] = {
        name: getattr(table, name)
        for name in (
            "title", "ply", "admission", "seat_count", "seats_from", "seating", "options", "on_timeout",
            "delays_answers", "offers_seats", "is_rated", "has_bots", "conditions", "created_at", "started_at",
            "finished_at",
            "paused_until", "is_held", "rules_version",
        )
    }  # fmt: skip
    return shapes.TableShape(
        id=table.pk, title_name=str(PRESENTERS[table.title].name), status=_status(table),
        url=absolute("table", table.pk), you=mine.number if mine else None, **columns,
        seats=[_seat(seat, visit, line) for seat, line in zip(visit.seats, timing.lines, strict=True)],
        awaited=[seat.number for seat in visit.seats if seat.is_awaited],
        creator=player_shape(table.creator),
        circle=getattr(circle_panel(visit), "pk", None), clock=clock_shape(table.timing),
        conditions_words=condition_words(table),
        rematch_of=table.rematch_of_id, proposal=_proposal(timing), proposals=list(map(str, timing.kinds)),
        **{**_EMPTY, **more},
    )  # fmt: skip


def _seat(seat: Seat, visit: Visit, line: ClockLine) -> shapes.SeatShape:
    is_mine = seat is visit.mine
    return shapes.SeatShape(
        number=seat.number, player=player_shape(seat.user), name=visit.names[seat.number], is_you=is_mine,
        is_awaited=seat.is_awaited, is_in=seat.number in visit.playing, has_left=seat.has_left,
        has_caretaker=seat.is_kept, is_offered=seat.is_offered, deadline=line.deadline, asked_at=line.asked,
        bank=seat.bank if is_mine and seat.deadline else None, timeouts=seat.timeouts,
        vacation=(line.absence[0].isoformat(), line.absence[1].isoformat()) if line.absence else None,
        rank=seat.rank, score=seat.score,
    )  # fmt: skip


def _proposal(timing: Timing) -> shapes.ProposalShape | None:
    line = timing.proposal
    if line is None:
        return None
    return shapes.ProposalShape(
        id=line.proposal.pk, kind=line.proposal.kind, days=line.proposal.days, words=line.what, by=line.name,
        agreed=list(line.agreed), waiting=list(line.waiting), is_asked=line.is_asked,
    )  # fmt: skip


def _play(position: Position, page: BoardPage) -> dict[str, Any]:
    """The game itself, as the reader may see it."""
    you, game, state = page.mine.number if page.mine else None, position.game, position.state
    table, result = page.table, page.result
    is_asked = page.mine is not None and page.mine.is_awaited and not table.is_held
    ending = result and shapes.Ending(
        reason=table.reason, sentence=str(page.reason), headline=result.headline, margin=str(result.margin)
    )
    return {
        "observation": dump(game.observe(state, you)),
        "asked": _asked(position, page, page.mine) if page.mine and is_asked else None,
        "last_words": str(page.last_word), "can_take_back": page.can_undo, "can_resign": page.can_resign,
        "orders": [
            shapes.OrderShape(
                name=line.name, label=str(line.words.label), values=list(map(str, line.words.choices())),
                labels=list(map(str, line.words.choices().values())), chosen=line.chosen,
            )
            for line in page.orders
        ],
        "ending": ending, "notice": page.decision_reason,
    }  # fmt: skip


def _asked(position: Position, page: BoardPage, mine: Seat) -> shapes.Asked:
    game, state, presenter = position.game, position.state, page.presenter
    view = view_of(game, state, mine.number)
    moves = view.moves or _samples(position, mine.number)
    scene = Scene(mine.number, page.visit.names, view.moves, {}, len(position.seats), is_asked=True)
    return shapes.Asked(
        prompt=str(page.prompt), is_answer=page.is_answer, is_complete=bool(view.moves), default=dump(view.default),
        moves=[
            shapes.LegalMove(move=dump(move), words=str(suggestion_of(presenter, view.observation, scene, move).words))
            for move in moves
        ],
        order=presenter.ordered(view.observation, mine.number),
    )  # fmt: skip


def _samples(position: Position, seat: int) -> Iterable[Any]:
    """Examples of legal moves for a title that doesn't list them. They depend only on what the seat can see."""
    game, view = position.game, view_of(position.game, position.state, seat)
    if game.sample_move is None:
        return (view.default,)
    chance = Chance(sha256(position.table.identity.encode()).digest(), position.table.ply)
    world = view.imagine(chance)
    return dict.fromkeys((view.default, *(game.sample_move(world, seat, chance) for _ in range(SAMPLES))))
