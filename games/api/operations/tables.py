"""Operations at a started table."""

import json
from typing import Annotated

from django.http import Http404, HttpResponse
from ninja.params.functions import Query

from accounts.models import User
from games.api.access import ApiRequest
from games.api.requests import act, answer_with, ply_in
from games.api.routing import Operations
from games.api.shapes.log import LogShape
from games.api.shapes.queries import LogQuery
from games.api.shapes.tables import (
    HintMove,
    HintShape,
    MovesGiven,
    OrdersGiven,
    ProposalGiven,
    TableShape,
    VoteGiven,
)
from games.api.telling import log_since
from games.bots import hints
from games.days import absences, agreements
from games.engine.codec import MOVE_BYTES
from games.errors import MalformedInput
from games.models import Table
from games.pages.rate_limit import check_rate_limit
from games.tables import play
from games.tables.access import seat_of, table_for
from games.tables.log import names_of
from games.tables.panels import Visit
from games.tables.players import visit_record
from games.tables.unit_of_work import seats_of

operations = Operations("Play")


@operations.read("/tables/{int:table_id}", TableShape)
def table_show(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """A table.

    What your seat may know, what it has to decide, its legal moves, and everything else that the page shows.
    """
    table = table_for(request.user, table_id)
    shown = answer_with(request.user, table, response)
    if table.state:
        visit_record(request.user, table, seat_of(request.user, seats_of(table)))
    return shown


@operations.write("POST /tables/{int:table_id}/moves", TableShape, by_ply=True)
def moves_play(
    request: ApiRequest, response: HttpResponse, table_id: int, given: MovesGiven
) -> TableShape:  # fmt: skip
    """Make a move.

    Send the table's ply in `If-Match`. If the table has changed in a way that matters to you, nothing is done (412).
    Repeating your latest move with the same ply changes nothing, and is no error.
    """
    moves = [json.dumps(move) for move in given.moves]
    if any(len(move) > MOVE_BYTES for move in moves):
        raise MalformedInput
    ply = ply_in(request)
    return act(
        request, response, table_id,
        lambda: play.moves_play(request.user, table_id, moves=moves, expected_ply=ply),
    )  # fmt: skip


@operations.write("POST /tables/{int:table_id}/take-back", TableShape, by_ply=True)
def take_back(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Take back your latest move.

    Possible while `can_take_back` is true: it used no chance, showed you nothing hidden, and nobody has acted since.
    """
    ply = ply_in(request)
    return act(request, response, table_id, lambda: play.turn_undo(request.user, table_id, expected_ply=ply))


@operations.write("POST /tables/{int:table_id}/resign", TableShape, by_ply=True)
def resign(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Leave a running game for good."""
    ply = ply_in(request)
    return act(
        request, response, table_id, lambda: play.seat_resign(request.user, table_id, expected_ply=ply)
    )


@operations.write("PUT /tables/{int:table_id}/orders", TableShape)
def orders_set(
    request: ApiRequest, response: HttpResponse, table_id: int, given: OrdersGiven
) -> TableShape:  # fmt: skip
    """Set standing orders.

    They answer questions outside your turn at once, also a question that is open now.
    """
    return act(
        request, response, table_id, lambda: play.orders_set(request.user, table_id, orders=given.orders)
    )


@operations.write("POST /tables/{int:table_id}/proposals", TableShape)
def proposal_make(
    request: ApiRequest, response: HttpResponse, table_id: int, given: ProposalGiven
) -> TableShape:  # fmt: skip
    """Make a proposal to all players: to end or call off the game, pause, continue, or give everybody more time."""
    return act(
        request, response, table_id,
        lambda: agreements.proposal_make(request.user, table_id, kind=given.kind, days=given.days),
    )  # fmt: skip


@operations.write("PUT /tables/{int:table_id}/proposals/{int:proposal_id}/vote", TableShape)
def proposal_vote(
    request: ApiRequest, response: HttpResponse, table_id: int, proposal_id: int, given: VoteGiven
) -> TableShape:
    """Vote on a proposal.

    It takes effect when all players agree; one no closes it, even the proposer's own.
    """
    return act(
        request, response, table_id,
        lambda: agreements.proposal_answer(
            request.user, table_id, proposal_id=min(proposal_id, 2**62), is_yes=given.agree
        ),
    )  # fmt: skip


@operations.write("POST /tables/{int:table_id}/return", TableShape)
def seat_return(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Decide for yourself again, after a bot has played for you."""
    return act(request, response, table_id, lambda: absences.seat_return(request.user, table_id))


@operations.read("/tables/{int:table_id}/hint", HintShape)
def hint_show(request: ApiRequest, table_id: int) -> HintShape:
    """The hint that you have asked for; 404 if you can't have one."""
    return _hint_shape(request.user, table_for(request.user, table_id))


@operations.write("POST /tables/{int:table_id}/hint", HintShape)
def hint_ask(request: ApiRequest, table_id: int) -> HintShape:
    """Ask a bot what it would consider at your place. Only if all your opponents are bots, and it is your turn."""
    table = table_for(request.user, table_id)
    check_rate_limit(request.user, "move")
    hints.hint_ask(request.user, table_id)
    return _hint_shape(request.user, table)


def _hint_shape(user: User, table: Table) -> HintShape:
    seats = seats_of(table)
    found = hints.hint_of(Visit(user, table, seats, seat_of(user, seats), names_of(seats)))
    if found is None:
        raise Http404
    moves = [
        HintMove(move=json.loads(line.move), words=str(line.words), reason=str(line.reason))
        for line in found.lines
    ]
    return HintShape(is_thinking=found.is_thinking, moves=moves)


@operations.read("/tables/{int:table_id}/log", LogShape)
def log_show(request: ApiRequest, table_id: int, asked: Annotated[LogQuery, Query()]) -> LogShape:
    """The log after a ply, oldest entry first.

    Ask again with `last` for more.
    """
    return log_since(request.user, table_for(request.user, table_id), asked.since, asked.limit)
