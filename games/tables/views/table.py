"""The page of a running table, and the posts from it."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import MalformedInput, NotWritable, RulesMissing, TableError
from games.models import Table
from games.pages.blocks import render_blocks
from games.pages.paging import page_key_in, posted_number
from games.pages.rate_limit import check_rate_limit
from games.pages.read_only import end_read_only, start_read_only_if_full
from games.pages.responses import (
    PlayerRequest,
    add_retry_after,
    go_to_table,
    is_partial_request,
    player_page,
    player_post,
    refuse,
)
from games.presenters import PRESENTERS
from games.tables import play as services
from games.tables.access import seat_of, table_for
from games.tables.log import PAGE, log_page, names_of, people_of
from games.tables.page import board_page, stopped_page
from games.tables.panels import BOARD, STOPPED, WHOLE, panels_at
from games.tables.players import notes_set, visit_record
from games.tables.table_rules import game_at, is_playable, state_at
from games.tables.unit_of_work import Position, position_of, seats_of
from games.tables.views.lobby import open_table

_NOTHING: Mapping[str, str] = {}  # the choices on a new page


@require_safe
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table's page for the reader. The query contains the reader's choices so far."""
    found = table_for(request.user, table_id)
    if not found.state:
        return open_table(request, found)
    if not is_playable(found):
        return _stopped_response(request, found)
    position = position_of(found)
    answer = _board_response(request, position, choice=request.GET.dict())
    if not is_partial_request(request):
        visit_record(request.user, position.table, seat_of(request.user, position.seats))
    return answer


def _stopped_response(
    request: HttpRequest, found: Table, *, status: int = 200, problem: str | Promise = ""
) -> HttpResponse:
    """The page of a table whose rules are no longer played: what happened, and what the reader can do."""
    page = stopped_page(request.user, found)
    context = {
        "page": page, "table": found, "sentence": RulesMissing.sentence, "problem": problem, "is_whole": True,
        **panels_at(STOPPED, page.visit),
    }  # fmt: skip
    answer = render(request, "tables/stopped.html", context, status=status)
    if is_partial_request(request):  # the part that it asked for is gone
        answer["HX-Refresh"] = "true"
    return answer


def _board_response(
    request: HttpRequest,
    position: Position,
    *,
    status: int = 200,
    problem: str | Promise = "",
    choice: Mapping[str, str] = _NOTHING,
) -> HttpResponse:
    """The whole page; for htmx only the part that changes with a move, without chat and note."""
    page = board_page(request.user, position, choice, is_quick=not getattr(request.user, "always_ask", False))
    is_whole = not is_partial_request(request)
    template = "tables/table.html" if is_whole else "tables/partials/table.html"
    context = {
        "page": page, "table": position.table, "presenter": page.presenter, "board": page.board,
        "problem": problem, "is_whole": is_whole,
        **panels_at(WHOLE if is_whole else BOARD, page.visit),
    }  # fmt: skip
    return render_blocks(request, template, context, status=status)


@player_post
def move_play(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Make a move; the response is the new board."""

    def play() -> Position:
        ply = posted_number(request, "ply", 9)
        moves = moves_in(request, lambda: table_for(request.user, table_id).title)
        return services.moves_play(request.user, table_id, moves=moves, expected_ply=ply)

    return post_at(request, table_id, play)


def moves_in(request: HttpRequest, title: Callable[[], str]) -> list[str]:
    """The posted moves as JSON: the button's, all that were ticked, or the one that the title reads from its form."""
    if posted := request.POST.getlist("move")[-1:] or request.POST.getlist("moves"):
        return posted
    read = PRESENTERS[title()].read_form(request.POST.dict())
    return [] if read is None else [read]


@player_post
def orders_set(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Set standing orders from the fields `order_<name>`, or one order from a button `always`."""
    found = table_for(request.user, table_id)
    return post_at(
        request, table_id, lambda: services.orders_set(request.user, table_id, orders=_orders_in(request, found))
    )  # fmt: skip


def _orders_in(request: HttpRequest, found: Table) -> dict[str, str]:
    """The posted orders. Orders that the page did not offer stay as they are."""
    if always := request.POST.get("always"):
        name, _equals, value = always.partition("=")
        return {name: value}
    offered = game_at(found).orders if found.state else ()
    fields = {order.name: request.POST.get(f"order_{order.name}") for order in offered}
    given = {name: value for name, value in fields.items() if value is not None}
    if offered and not given:
        raise MalformedInput
    return given


@player_post
def asking_set(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Set whether moves that can be taken back need confirmation."""
    request.user.always_ask = request.POST.get("ask") == "always"
    request.user.save(update_fields=["always_ask"])
    return post_at(request, table_id, lambda: None)


@player_post
def notes_switch(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Turn notes for beginners on or off, for the title of a table that the reader may see."""
    title, is_on = table_for(request.user, table_id).title, request.POST.get("notes") == "on"
    return post_at(request, table_id, lambda: notes_set(request.user, title, is_on=is_on))


@player_post
def turn_undo(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Take back the latest ply of the reader's current turn."""

    def undo() -> Position:
        return services.turn_undo(request.user, table_id, expected_ply=posted_number(request, "ply", 9))

    return post_at(request, table_id, undo)


def post_at(request: PlayerRequest, table_id: int, service: Callable[[], Position | None]) -> HttpResponse:
    """Call a service for a post at a table; respond with the new table, or with the error.

    The position that the service returns is shown without reading it again. A player who may act may also see the
    table, so access is checked only if the service refuses.
    """
    try:
        check_rate_limit(request.user, "move")
        position = service()
        end_read_only()
    except Table.DoesNotExist:
        position = None
    except DatabaseError as error:
        if not start_read_only_if_full(error):
            raise
        found = table_for(request.user, table_id)
        return _error_response(request, found, NotWritable(), _choices_in(request, found))
    except TableError as error:
        return _error_response(request, table_for(request.user, table_id), error)
    found = table_for(request.user, table_id) if position is None else position.table
    if not is_partial_request(request):
        return go_to_table(table_id)
    if not is_playable(found):  # players can only make agreements here
        return _stopped_response(request, found)
    answer = _board_response(request, position or position_of(found))
    answer["HX-Replace-Url"] = reverse("table", args=[table_id])
    return answer


def _choices_in(request: HttpRequest, found: Table) -> dict[str, str]:
    """The choices in the posting page's URL, and in the posted fields."""
    details: Any = getattr(request, "htmx", None)
    page = urlsplit((details and details.current_url) or request.headers.get("Referer", ""))
    asked = parse_qsl(page.query) if page.path == reverse("table", args=[found.pk]) else []
    posted = request.POST.dict().items()
    return {**dict(asked), **{name: value for name, value in posted if name not in _NO_CHOICES}}


_NO_CHOICES = ("csrfmiddlewaretoken", "move", "moves", "ply")  # post fields that are not choices


def _error_response(
    request: HttpRequest, found: Table, error: TableError, choice: Mapping[str, str] = _NOTHING
) -> HttpResponse:
    """The current table with an error message, and with the reader's choices if the database can't be written."""
    if not found.state:
        return refuse(request, error, reverse("table", args=[found.pk]))
    told: dict[str, Any] = {"status": error.status, "problem": error.sentence}
    if not is_playable(found):
        return _stopped_response(request, found, **told)
    return add_retry_after(_board_response(request, position_of(found), choice=choice, **told), error)


@player_page
def seat_resign(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Ask the player to confirm leaving the game; a post leaves it."""
    found = table_for(request.user, table_id)
    if request.method != "POST":
        seat = seat_of(request.user, found.seats.all())
        if seat is None or not found.is_running:
            return go_to_table(found.pk)
        return render(request, "tables/resign.html", {"table": found, "presenter": PRESENTERS[found.title]})
    try:
        services.seat_resign(request.user, found.pk, expected_ply=posted_number(request, "ply", 9))
    except TableError as error:
        return refuse(request, error, reverse("table", args=[found.pk]))
    return go_to_table(found.pk)


@require_safe
@never_cache
def table_log(request: HttpRequest, table_id: int) -> HttpResponse:
    """A page of the log, with plies before `?before=`."""
    found = table_for(request.user, table_id)
    seats = seats_of(found)
    mine = seat_of(request.user, seats)
    lines = []
    if found.state and not is_playable(found):
        return _stopped_response(request, found)
    if found.state:
        state = state_at(found)
        before = page_key_in(request)
        lines = log_page(found, state, mine.number if mine else None, names_of(seats), before=before)
    context = {
        "table": found, "presenter": PRESENTERS[found.title], "lines": lines,
        "older": lines[-1].ply if len(lines) >= PAGE // 2 and lines[-1].ply >= 0 else None,
        "heading": _("What happened"), "you": mine and mine.number, "people": people_of(seats),
    }  # fmt: skip
    return render(request, "tables/log.html", context)
