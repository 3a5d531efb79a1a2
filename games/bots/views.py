"""Posts of a table's host that seat bots and send them away."""

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.bots import seating
from games.bots.forms import BotSeatForm, BotsForm
from games.errors import MalformedInput, TableError
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, go_to_table, player_required, refuse
from games.tables.access import table_for


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


@require_POST
@player_required
def bot_remove(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Send a bot away: field `seat`."""
    table_for(request.user, table_id)
    form = BotSeatForm(request.POST)
    try:
        if not form.is_valid():
            raise MalformedInput
        seating.bot_remove(request.user, table_id, number=form.cleaned_data["seat"])
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table_id]))
    return go_to_table(table_id)
