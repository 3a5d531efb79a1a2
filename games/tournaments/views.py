"""Pages of tournaments: the list, a new one, one tournament, and what a player does there."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Reader, User
from games.clock.clocks import load_clock
from games.errors import NotAllowed, TableError
from games.ledger.circles import is_member
from games.models import Circle, Tournament
from games.pages.paging import number_in, page_key_in, slice_of
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, player_page, player_post, refuse, say
from games.presenters import PRESENTERS
from games.tables.words import clock_words
from games.tournaments import services
from games.tournaments.forms import TournamentForm
from games.tournaments.page import page_of


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments: open for registration, running, or over (`?show=`)."""
    asked = request.GET.get("show", "")
    show = asked if asked in Tournament.Status.values else str(Tournament.Status.OPEN)
    slice_ = slice_of(services.visible_tournaments().filter(status=show), page_key_in(request))
    context = {
        "slice": slice_, "rows": list(slice_), "show": show, "presenters": PRESENTERS,
        "may_open": services.may_open(request.user),
    }  # fmt: skip
    return render(request, "tournaments/tournaments.html", context)


@require_safe
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament."""
    found = _tournament_for(request.user, tournament_id)
    context = {
        "page": page_of(found, request.user), "tournament": found, "presenter": PRESENTERS[found.title],
        "clock": clock_words(load_clock(found.clock)), "may_open": services.may_open(request.user, found.circle),
        "may_enter": found.circle_id is None or is_member(request.user, found.circle_id),
    }  # fmt: skip
    return render(request, "tournaments/tournament.html", context)


def _tournament_for(reader: Reader, tournament_id: int) -> Tournament:
    try:
        return services.tournament_for(reader, tournament_id if tournament_id < 2**63 else 0)
    except Tournament.DoesNotExist as error:
        raise Http404(_("Page not found.")) from error


@player_page
def tournament_create(request: PlayerRequest) -> HttpResponse:
    """Open a tournament; with `?circle=`, for the members of a circle that the reader owns."""
    circle = _own_circle(request)
    if not services.may_open(request.user, circle):
        return refuse(request, NotAllowed(_("You can't open tournaments.")), reverse("tournaments"))
    form = TournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            check_rate_limit(request.user, "open")  # it may tell a hundred people
            found = services.tournament_open(request.user, **form.columns(), circle=circle)
        except TableError as error:
            return refuse(request, error, reverse("tournaments"))
        return redirect("tournament", found.pk)
    context = {"form": form, "circle": circle}
    return render(request, "tournaments/tournament_create.html", context, status=400 if form.errors else 200)


def _own_circle(request: PlayerRequest) -> Circle | None:
    """The reader's own circle in `?circle=`; None without one. Raises Http404."""
    if "circle" not in request.GET:
        return None
    own = Circle.objects.filter(owner=request.user, closed_at=None)
    found = own.filter(pk=number_in(request.GET, "circle") or 0).first()
    if found is None:
        raise Http404(_("Page not found."))
    return found


def _act(
    request: PlayerRequest, tournament_id: int, service: Callable[[User, int], object], done: str
) -> HttpResponse:
    _tournament_for(request.user, tournament_id)
    try:
        check_rate_limit(request.user, "move")
        service(request.user, tournament_id)
    except TableError as error:
        return refuse(request, error, reverse("tournament", args=[tournament_id]))
    say(request, done)
    return redirect("tournament", tournament_id)


@player_post
def entry_add(request: PlayerRequest, tournament_id: int) -> HttpResponse:
    """Register."""
    return _act(request, tournament_id, services.entry_add, _("You're registered."))


@player_post
def entry_withdraw(request: PlayerRequest, tournament_id: int) -> HttpResponse:
    """Withdraw."""
    return _act(request, tournament_id, services.entry_withdraw, _("You've withdrawn."))


@player_post
def tournament_cancel(request: PlayerRequest, tournament_id: int) -> HttpResponse:
    """Cancel the tournament."""
    return _act(request, tournament_id, services.tournament_cancel, _("The tournament is cancelled."))
