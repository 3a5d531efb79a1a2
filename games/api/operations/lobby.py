"""Operations on titles, lists of tables, and tables that have not started."""

from typing import Annotated

import msgspec
from django.core.validators import validate_email
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja.params.functions import Query

from games.api.access import ApiRequest
from games.api.requests import act, answer_with
from games.api.routing import Operations
from games.api.shapes.base import Done
from games.api.shapes.queries import LobbyQuery, NextQuery, TablesQuery
from games.api.shapes.tables import (
    BotsGiven,
    InviteByMailGiven,
    InviteGiven,
    JoinGiven,
    NonceGiven,
    TableGiven,
    TableList,
    TableShape,
)
from games.api.shapes.titles import InvitationList, InvitationShape, OptionShape, TitleList, TitleShape
from games.api.showing import player_shape, row_shape
from games.bots import seating
from games.circles.selectors import circle_of_member
from games.clock.clocks import DAY, Fixed, load_clock
from games.days import absences
from games.engine.registry import AnyGame
from games.errors import MalformedInput
from games.models import Invitation
from games.pages.paging import slice_of
from games.pages.rate_limit import check_rate_limit
from games.presenters import PRESENTERS
from games.tables import lists, lobby
from games.tables.access import may_see, table_by_token, table_for
from games.tables.conditions import FOR_ALL, Conditions
from games.tables.forms import LobbyForm
from games.tables.lists import place_in
from games.titles import TITLES

operations = Operations("Tables")


@operations.read("/titles", TitleList)
def titles(request: ApiRequest) -> TitleList:
    """The games of this site, with their options and the form of their moves."""
    return TitleList(titles=[_title(slug, TITLES[slug]) for slug in PRESENTERS if slug in TITLES])


def _title(slug: str, game: AnyGame) -> TitleShape:
    presenter = PRESENTERS[slug]
    return TitleShape(
        slug=slug, name=str(presenter.name), tagline=str(presenter.tagline), seats=list(game.seats),
        rules_version=game.rules_version, orders={each.name: list(each.values) for each in game.orders},
        options=[
            OptionShape(
                name=each.name, label=str(presenter.options[each.name].label), default=each.default,
                values=list(presenter.options[each.name].choices()),
                labels=[str(label) for label in presenter.options[each.name].choices().values()],
            )
            for each in game.options
        ],
        moves=msgspec.json.schema(game.move_type),
    )  # fmt: skip


@operations.read("/lobby", TableList)
def lobby_list(request: ApiRequest, asked: Annotated[LobbyQuery, Query()]) -> TableList:
    """Public tables to join, to watch, or with a seat to take over; newest first."""
    form = LobbyForm({"title": asked.title, "seats": asked.seats, "pace": asked.pace})
    show = "" if asked.show == "join" else asked.show
    tables = form.among(lists.public_tables(show, request.user), request.user)
    found = slice_of(tables.defer("state", "seed"), asked.after)
    rows = lists.rows_of(found, request.user)
    return TableList(
        tables=list(map(row_shape, rows)), next=None if found.before is None else str(found.before)
    )


@operations.read("/tables", TableList)
def my_tables(request: ApiRequest, asked: Annotated[TablesQuery, Query()]) -> TableList:
    """Your tables, most urgent first; with `finished`, those that are over or that you have left, newest first."""
    if asked.finished:
        after = asked.after
        over = lists.finished_tables(
            request.user, int(after) if after.isdecimal() and len(after) < 19 else None
        )
        rows = lists.rows_of((seat.table for seat in over), request.user)
        return TableList(
            tables=list(map(row_shape, rows)), next=None if over.before is None else str(over.before)
        )
    rows, following = lists.urgent_tables(request.user, place_in(asked.after), size=asked.size)
    return TableList(tables=list(map(row_shape, rows)), next=None if following is None else str(following))


@operations.read("/tables/next", TableShape)
def next_table(
    request: ApiRequest, response: HttpResponse, asked: Annotated[NextQuery, Query()]
) -> TableShape:
    """The table that waits for you most urgently, except those in `skip`; 404 if none does."""
    found = lists.next_table(request.user, [each for each in asked.skip if 0 < each < 2**62])
    if found is None:
        raise Http404(_("No table is waiting for you."))
    return answer_with(request.user, table_for(request.user, found), response)


@operations.read("/tables/link/{str:token}", TableShape)
def table_of_link(request: ApiRequest, response: HttpResponse, token: str) -> TableShape:
    """The open table of a link, which you can join with the last part of the link as `token`."""
    table = table_by_token(token)
    if not table.is_open and not may_see(request.user, table):
        raise Http404(_("There is no such table, or it is not open to you."))
    return answer_with(request.user, table, response)


@operations.read("/invitations", InvitationList)
def invitations(request: ApiRequest) -> InvitationList:
    """Your open invitations."""
    found = lists.open_invitations(request.user)
    rows = lists.rows_of([each.table for each in found], request.user)
    return InvitationList(
        invitations=[
            InvitationShape(table=row_shape(row), by=player_shape(each.by))
            for each, row in zip(found, rows, strict=True)
        ]
    )


@operations.write("DELETE /invitations/{int:table_id}", Done)
def invitation_decline(request: ApiRequest, table_id: int) -> Done:
    """Decline an invitation. You can still join."""
    table = table_for(request.user, table_id)
    Invitation.objects.filter(table=table, user=request.user).update(is_live=False)
    return Done()


@operations.write("POST /tables", TableShape, status=201)
def table_open(request: ApiRequest, response: HttpResponse, given: TableGiven) -> TableShape:
    """Open a table. You get its first seat."""
    _expect_offered(given)
    try:
        clock = load_clock(given.clock.model_dump(exclude_none=True)) if given.clock else Fixed(3 * DAY)
    except ValueError as error:
        raise MalformedInput(_("Expected a clock of 1 hour to 60 days.")) from error
    check_rate_limit(request.user, "open")
    circle = None if given.circle is None else circle_of_member(request.user, given.circle)[0]
    pace = lobby.Pace(
        clock, given.on_timeout, delays_answers=given.delays_answers, offers_seats=given.offers_seats
    )
    table = lobby.table_create(
        request.user, title=given.title, options=given.options, seats=given.seats, seats_from=given.seats_from,
        admission=given.admission, seating=given.seating, pace=pace, is_rated=given.is_rated,
        conditions=Conditions(**given.conditions.model_dump()) if given.conditions else FOR_ALL,
        circle=circle,
    )  # fmt: skip
    response["Location"] = f"{request.path}/{table.pk}"
    return answer_with(request.user, table_for(request.user, table.pk), response)


def _expect_offered(given: TableGiven) -> None:
    """Raise MalformedInput for a title or option that the page for a new table doesn't offer."""
    if given.title not in TITLES or given.title not in PRESENTERS:
        raise MalformedInput(_("There is no such game."))
    offered = {name: list(words.choices()) for name, words in PRESENTERS[given.title].options.items()}
    wrong = [name for name, value in given.options.items() if value not in offered.get(name, ())]
    if wrong:
        raise MalformedInput(_("This option or its value isn't offered: %(name)s.") % {"name": wrong[0]})


@operations.write("POST /tables/{int:table_id}/seats", TableShape)
def table_join(
    request: ApiRequest, response: HttpResponse, table_id: int, given: JoinGiven
) -> TableShape:  # fmt: skip
    """Join an open table. It starts with its last player. Joining twice is no error."""
    table = table_by_token(given.token) if given.token else table_for(request.user, table_id)
    if table.pk != table_id:
        raise Http404(_("There is no such table, or it is not open to you."))
    check_rate_limit(request.user, "move")
    lobby.seat_take(request.user, table_id, token=given.token, nonce=given.nonce)
    return answer_with(request.user, table_for(request.user, table_id), response)


@operations.write("PUT /tables/{int:table_id}/nonce", TableShape)
def nonce_add(
    request: ApiRequest, response: HttpResponse, table_id: int, given: NonceGiven
) -> TableShape:  # fmt: skip
    """Contribute your part to the chance of a table that has not started."""
    return act(
        request, response, table_id, lambda: lobby.seat_contribute(request.user, table_id, nonce=given.nonce)
    )


@operations.write("DELETE /tables/{int:table_id}/seat", Done)
def table_leave(request: ApiRequest, table_id: int) -> Done:
    """Leave a table that has not started."""
    table_for(request.user, table_id)
    lobby.seat_release(request.user, table_id)
    return Done()


@operations.write("POST /tables/{int:table_id}/invitations", TableShape)
def player_invite(
    request: ApiRequest, response: HttpResponse, table_id: int, given: InviteGiven
) -> TableShape:  # fmt: skip
    """Invite a player by user name."""
    return act(
        request, response, table_id,
        lambda: lobby.seat_invite(request.user, table_id, name=given.username), limit="invite",
    )  # fmt: skip


@operations.write("POST /tables/{int:table_id}/invitations/mail", Done, is_once=False)
def mail_invite(request: ApiRequest, table_id: int, given: InviteByMailGiven) -> Done:
    """Email the table's link to somebody."""
    table = table_for(request.user, table_id)
    check_rate_limit(request.user, "invite")
    address = given.email.strip()
    validate_email(address)
    lobby.mail_invite(request.user, table, address)
    return Done()


@operations.write("POST /tables/{int:table_id}/bots", TableShape)
def bots_seat(
    request: ApiRequest, response: HttpResponse, table_id: int, given: BotsGiven
) -> TableShape:  # fmt: skip
    """Seat bots on free seats of your open table."""
    return act(
        request, response, table_id,
        lambda: seating.bots_seat(request.user, table_id, level=given.level, count=given.count),
    )  # fmt: skip


@operations.write("DELETE /tables/{int:table_id}/bots/{int:number}", TableShape)
def bot_remove(request: ApiRequest, response: HttpResponse, table_id: int, number: int) -> TableShape:
    """Free a bot's seat at your open table."""
    return act(request, response, table_id, lambda: seating.bot_remove(request.user, table_id, number=number))


@operations.write("POST /tables/{int:table_id}/start", TableShape)
def table_start(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Start your table with its current players, before all seats are taken."""
    return act(request, response, table_id, lambda: lobby.table_start(request.user, table_id))


@operations.write("DELETE /tables/{int:table_id}", TableShape)
def table_cancel(request: ApiRequest, response: HttpResponse, table_id: int) -> TableShape:
    """Close your table, which has not started."""
    return act(request, response, table_id, lambda: lobby.table_cancel(request.user, table_id))


@operations.write("POST /tables/{int:table_id}/seats/{int:number}", TableShape)
def seat_take_over(
    request: ApiRequest, response: HttpResponse, table_id: int, number: int, given: JoinGiven
) -> TableShape:
    """Take over a seat that is offered. Its former player can't come back."""
    table = table_by_token(given.token) if given.token else table_for(request.user, table_id)
    if table.pk != table_id:
        raise Http404(_("There is no such table, or it is not open to you."))
    absences.seat_take_over(request.user, table_id, number=number, token=given.token)
    return answer_with(request.user, table_for(request.user, table_id), response)
