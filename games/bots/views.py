"""Views that seat and remove bots, play on from a finished game, and give hints."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.bots import seating
from games.bots.forms import BotSeatForm, BotsForm, PlayOnForm
from games.bots.hints import hint_ask, hint_of
from games.errors import MalformedInput, TableError
from games.history.rematch import play_on as table_play_on
from games.models import Table
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, go_to_table, is_partial_request, player_required, refuse
from games.tables.access import seat_of, table_for
from games.tables.lobby import Pace
from games.tables.log import names_of
from games.tables.panels import Visit
from games.tables.unit_of_work import seats_of
from games.tables.views.table import post_at


@require_POST
@player_required
def bots_seat(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Seat a bot: field `level`; with `everywhere`, on all free seats."""
    table = table_for(request.user, table_id)
    form = BotsForm(request.POST)
    try:
        check_rate_limit(request.user, "invite")
        if not form.is_valid():
            raise MalformedInput
        count = table.seat_count if form.cleaned_data["everywhere"] else 1
        seating.bots_seat(request.user, table_id, level=form.cleaned_data["level"], count=count)
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table_id]))
    return go_to_table(table_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@player_required
def hint(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A POST asks for a hint; a GET returns the part of the page that shows it."""
    if request.method == "POST":
        return post_at(request, table_id, lambda: hint_ask(request.user, table_id))
    table = table_for(request.user, table_id)
    if not is_partial_request(request):
        return go_to_table(table_id)
    seats = seats_of(table)
    shown = hint_of(Visit(request.user, table, seats, seat_of(request.user, seats), names_of(seats)))
    if shown is None:
        return HttpResponse()
    return render(request, "bots/partials/hint.html", {"hint": shown, "table": table})


@require_POST
@player_required
def play_on(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Play on after ply `at` of a finished game, on `seat`, `against` friends or bots of a level."""
    table = table_for(request.user, table_id)
    form = PlayOnForm(request.POST)
    try:
        check_rate_limit(request.user, "open")
        if not form.is_valid():
            raise MalformedInput
        there = _play_on(request, table, form)
    except TableError as error:
        return refuse(request, error, reverse("table_replay", args=[table_id]))
    return go_to_table(there.pk)


def _play_on(request: PlayerRequest, former: Table, form: PlayOnForm) -> Table:
    ply, seat = int(form.cleaned_data["at"]), form.cleaned_data["seat"]
    if form.cleaned_data["against"] != "friends":
        level = form.cleaned_data["against"]
        return seating.play_on_against_bots(request.user, former.pk, ply=ply, seat=seat, level=level)
    pace = Pace(former.timing, former.on_timeout, former.delays_answers, former.offers_seats)
    return table_play_on(request.user, former.pk, ply=ply, seat=seat, pace=pace)


@require_POST
@player_required
def bot_remove(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Remove a bot: field `seat`."""
    table_for(request.user, table_id)
    form = BotSeatForm(request.POST)
    try:
        if not form.is_valid():
            raise MalformedInput
        seating.bot_remove(request.user, table_id, number=form.cleaned_data["seat"])
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table_id]))
    return go_to_table(table_id)
