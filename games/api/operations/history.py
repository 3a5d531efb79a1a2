"""Operations that look back at a table, and those that play again."""

from typing import Annotated, Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja.params.functions import Query

from games.api.access import ApiRequest
from games.api.requests import answer_with
from games.api.routing import Operations
from games.api.shapes.log import ReplayShape, RulesCheck
from games.api.shapes.queries import NamesQuery, ReplayQuery
from games.api.shapes.tables import PlayOnGiven, TableShape
from games.api.telling import replay_shape
from games.bots.seating import play_on_against_bots
from games.history.chance import rules_check
from games.history.export import table_export
from games.history.rematch import play_on, rematch
from games.history.transcript import transcript
from games.pages.rate_limit import check_rate_limit
from games.presenters import PRESENTERS
from games.tables.access import table_for
from games.tables.lobby import Pace
from games.tables.unit_of_work import seats_of

operations = Operations("History")


@operations.read("/tables/{int:table_id}/replay", ReplayShape)
def replay_show(request: ApiRequest, table_id: int, asked: Annotated[ReplayQuery, Query()]) -> ReplayShape:
    """What you saw after a ply; -1 is the set-up."""
    table = table_for(request.user, table_id)
    found = replay_shape(request.user, table, asked.ply, asked.view_as) if table.state else None
    if found is None:
        raise Http404(_("There is no such ply or view."))
    return found


@operations.read("/tables/{int:table_id}/export", dict[str, Any])
def table_export_show(
    request: ApiRequest, table_id: int, asked: Annotated[NamesQuery, Query()]
) -> dict[str, Any]:
    """The game as one document, with which anybody can check it. docs/export.md explains it."""
    table = table_for(request.user, table_id)
    check_rate_limit(request.user, "export")
    return table_export(table, seats_of(table), with_names=asked.names)


@operations.read("/tables/{int:table_id}/transcript", str)
def transcript_show(request: ApiRequest, table_id: int, asked: Annotated[NamesQuery, Query()]) -> str:
    """The log of a started table as text, as you may read it."""
    table = table_for(request.user, table_id)
    check_rate_limit(request.user, "export")
    if not table.state or table.title not in PRESENTERS:
        raise Http404(_("This table has no log yet."))
    return transcript(request.user, table, seats_of(table), with_names=asked.names)


@operations.read("/tables/{int:table_id}/rules-check", RulesCheck)
def rules_check_show(request: ApiRequest, table_id: int) -> RulesCheck:
    """Whether all moves were legal and the result is right, by the site's own rules."""
    table = table_for(request.user, table_id)
    check_rate_limit(request.user, "export")
    result, why = rules_check(table)
    return RulesCheck(result=result, why=str(why))


@operations.write("POST /tables/{int:table_id}/play-on", TableShape)
def table_play_on(
    request: ApiRequest, response: HttpResponse, table_id: int, given: PlayOnGiven
) -> TableShape:  # fmt: skip
    """Play on from a ply of a finished game, at a new table."""
    former = table_for(request.user, table_id)
    check_rate_limit(request.user, "open")
    if given.against == "friends":
        pace = Pace(former.timing, former.on_timeout, former.delays_answers, former.offers_seats)
        there = play_on(request.user, table_id, ply=given.ply, seat=given.seat, pace=pace)
    else:
        there = play_on_against_bots(
            request.user, table_id, ply=given.ply, seat=given.seat, level=given.against
        )
    return answer_with(request.user, table_for(request.user, there.pk), response)


@operations.write("POST /tables/{int:table_id}/rematch", TableShape)
def rematch_join(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Open the rematch of a finished game, or join it."""
    table_for(request.user, table_id)
    check_rate_limit(request.user, "open")
    there = rematch(request.user, table_id)
    return answer_with(request.user, table_for(request.user, there.pk), response)
