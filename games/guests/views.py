"""Playing at once: against bots with or without an account, and at a table by its link without an account."""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.bots.seating import table_against_bots
from games.engine.search import RANKS
from games.errors import MalformedInput, TableError
from games.guests.guests import guest_enter
from games.guests.own_tables import unplayed_table_delete
from games.models import Table
from games.pages.paging import posted_number
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import go_to_table, refuse
from games.presenters import PRESENTERS
from games.tables.access import expect_guest_may_join, table_by_token
from games.tables.lobby import seat_take
from games.tables.views.lobby import nonce_in
from games.titles import TITLES

# Numbers of players to choose from; a title takes the nearest that it allows.
COUNTS = sorted({count for game in TITLES.values() for count in game.seats})


@require_POST
def guest_join(request: HttpRequest, token: str) -> HttpResponse:
    """Join a table by its link, without an account."""
    table = table_by_token(token)
    try:
        user = request.user if request.user.is_authenticated else guest_enter(request)
        seat_take(user, table.pk, token=token, nonce=nonce_in(request))
    except TableError as error:
        return refuse(request, error, reverse("table_link", args=[token]))
    return go_to_table(table.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Choose a title and a level; a POST starts the game. Readers who are not logged in play as guests."""
    if request.method != "POST":
        return render(request, "guests/play_now.html", {"presenters": PRESENTERS, "counts": COUNTS})
    if not request.user.is_authenticated and not settings.GUESTS:
        return redirect_to_login(reverse("play_now"))
    try:
        return go_to_table(_create_table(request))
    except Table.DoesNotExist as error:
        raise Http404 from error
    except TableError as error:
        return refuse(request, error, reverse("play_now"))


def _create_table(request: HttpRequest) -> int:
    """Create the table requested by the POST, `instead` of one that has no move yet; returns its id."""
    title, level = request.POST.get("title", ""), request.POST.get("level", "")
    if title not in PRESENTERS or level not in RANKS:
        raise MalformedInput
    user = request.user if request.user.is_authenticated else guest_enter(request)
    check_rate_limit(user, "open")
    expect_guest_may_join(user)
    wanted = posted_number(request, "seats", 1) if "seats" in request.POST else 0
    waits = request.POST.get("contributes") == "1"  # a script of the page will send the player's part
    with transaction.atomic():
        if "instead" in request.POST:
            unplayed_table_delete(user, posted_number(request, "instead"))
        return table_against_bots(user, title, level, wanted=wanted, waits=waits).pk
