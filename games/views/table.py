"""The page of a running table, and what is posted from it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import selectors, services
from games.access import seat_of, table_for
from games.engine.codec import load_state
from games.errors import MalformedInput, TableError
from games.forms import PlyForm
from games.models import Table
from games.patience import expect_patience
from games.presenters import PRESENTERS
from games.selectors.log import PAGE, log_page, names_of
from games.titles import TITLES
from games.views.answers import go_to_table, is_part, number_in, player_required, refuse, say_when
from games.views.lobby import open_table


@require_GET
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table as the reader may see it; what the reader has chosen so far stands in the query."""
    found = table_for(request.user, table_id)
    if not found.state:
        return open_table(request, found)
    return _board(request, found)


def _board(
    request: HttpRequest, found: Table, *, status: int = 200, problem: Any = "", choice: Any = None
) -> HttpResponse:
    """The whole page, or for htmx only the part that changes."""
    chosen = request.GET.dict() if choice is None else choice
    page = selectors.board_page(request.user, found, chosen)
    template = "games/partials/table.html" if is_part(request) else "games/table.html"
    context = {
        "page": page,
        "table": found,
        "presenter": page.presenter,
        "board": page.board,
        "problem": problem,
    }
    answer = render(request, template, context, status=status)
    answer["Vary"] = "HX-Request, Cookie"
    return answer


@require_POST
@never_cache
@player_required
def move_play(request: HttpRequest, table_id: int) -> HttpResponse:
    """Make a move; the answer is the board as it stands then."""

    def play() -> None:
        form = PlyForm(request.POST)
        if not form.is_valid():
            raise MalformedInput
        moves = _moves_in(request, found)
        services.moves_play(request.user, found.pk, moves=moves, expected_ply=form.cleaned_data["ply"])

    found = table_for(request.user, table_id)
    return post_at(request, found, play)


def _moves_in(request: HttpRequest, found: Table) -> list[str]:
    """The posted moves as JSON: that of the button, or all that were ticked, or what the title reads from its form."""
    if "move" in request.POST:
        return [request.POST["move"]]
    if ticked := request.POST.getlist("moves"):
        return ticked
    read = PRESENTERS[found.title].read_form(request.POST.dict())
    return [] if read is None else [read]


@require_POST
@never_cache
@player_required
def orders_set(request: HttpRequest, table_id: int) -> HttpResponse:
    """Give standing orders: fields `order_<name>`."""

    def give() -> None:
        given = {
            order.name: request.POST.get(f"order_{order.name}", "") for order in TITLES[found.title].orders
        }
        services.orders_set(request.user, found.pk, orders=given)

    found = table_for(request.user, table_id)
    return post_at(request, found, give)


@require_POST
@never_cache
@player_required
def turn_undo(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take back the latest ply of one's running turn."""

    def undo() -> None:
        form = PlyForm(request.POST)
        if not form.is_valid():
            raise MalformedInput
        services.turn_undo(request.user, found.pk, expected_ply=form.cleaned_data["ply"])

    found = table_for(request.user, table_id)
    return post_at(request, found, undo)


def post_at(request: HttpRequest, found: Table, service: Callable[[], None]) -> HttpResponse:
    """Do what was posted at a table; the answer is the table as it stands then, or why not."""
    try:
        expect_patience(request.user, "move")
        service()
    except TableError as error:
        if not found.state:
            return refuse(request, error, reverse("table", args=[found.pk]))
        found.refresh_from_db()
        answer = _board(request, found, status=error.status, problem=error.sentence, choice={})
        return say_when(answer, error)
    if not is_part(request):
        return go_to_table(found.pk)
    found.refresh_from_db()
    answer = _board(request, found, choice={})
    answer["HX-Replace-Url"] = reverse("table", args=[found.pk])
    return answer


@require_http_methods(["GET", "POST"])
@player_required
def seat_resign(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask whether one really wants to leave the game for good; do so on a post."""
    found = table_for(request.user, table_id)
    if request.method == "GET":
        seat = seat_of(request.user, list(found.seats.all()))
        if seat is None or not found.is_running:
            return go_to_table(found.pk)
        return render(request, "games/resign.html", {"table": found, "presenter": PRESENTERS[found.title]})
    form = PlyForm(request.POST)
    try:
        if not form.is_valid():
            raise MalformedInput
        services.seat_resign(request.user, found.pk, expected_ply=form.cleaned_data["ply"])
    except TableError as error:
        return refuse(request, error, reverse("table", args=[found.pk]))
    return go_to_table(found.pk)


@require_GET
@never_cache
def table_log(request: HttpRequest, table_id: int) -> HttpResponse:
    """Older pages of the log: plies before `?before=`."""
    found = table_for(request.user, table_id)
    seats = list(found.seats.select_related("user").order_by("number"))
    mine = seat_of(request.user, seats)
    lines = []
    if found.state:
        state = load_state(TITLES[found.title], found.state)
        before = number_in(request, "before")
        lines = log_page(found, state, mine.number if mine else None, names_of(seats), before=before)
    context = {
        "table": found, "presenter": PRESENTERS[found.title], "lines": lines,
        "older": lines[-1].ply if len(lines) >= PAGE // 2 and lines[-1].ply >= 0 else None,
        "heading": _("What happened"),
    }  # fmt: skip
    return render(request, "games/log.html", context)
