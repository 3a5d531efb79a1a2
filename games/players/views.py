"""Pages of players: what they show, what a reader can do there, and who may see which part."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.errors import MalformedInput, TableError
from games.models import PlayerPage
from games.pages.paging import number_in
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, go_to_table, player_page, player_post, refuse, say
from games.players import finding, services
from games.players.forms import PlayerPageForm, SearchForm
from games.players.selectors import player_for, player_view
from games.presenters import PRESENTERS
from games.tables.forms import PaceForm


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """The page of a person or bot, with the parts that the reader may see."""
    person = player_for(username)
    if person.kind == User.Kind.BOT or person.erased_at is not None or person.merged_into_id is not None:
        return render(request, "players/player_bare.html", {"person": person})
    context = {"player": player_view(request.user, person), "presenters": PRESENTERS, "form": PaceForm()}
    return render(request, "players/player.html", context)


@player_post
def player_follow(request: PlayerRequest, username: str) -> HttpResponse:
    """Follow a person, or stop with `stop`."""
    person = player_for(username)
    try:
        check_rate_limit(request.user, "move")
        if "stop" in request.POST:
            services.person_unfollow(request.user, person)
        else:
            services.person_follow(request.user, person)
    except TableError as error:
        return refuse(request, error, reverse("player", args=[username]))
    return redirect("player", username=username)


@player_post
def player_invite(request: PlayerRequest, username: str) -> HttpResponse:
    """Invite a person to a new table of `title` with a `clock`."""
    person, form = player_for(username), PaceForm(request.POST)
    try:
        check_rate_limit(request.user, "open")
        check_rate_limit(request.user, "invite")
        if not form.is_valid():
            raise MalformedInput
        title = request.POST.get("title", "")
        table = services.person_invite(request.user, person, title=title, pace=form.pace())
    except TableError as error:
        return refuse(request, error, reverse("player", args=[username]))
    say(request, _("%(name)s has been invited.") % {"name": person})
    return go_to_table(table.pk)


@player_page
def page_settings(request: PlayerRequest) -> HttpResponse:
    """Show and change who may see the parts of the reader's page."""
    page = PlayerPage.objects.filter(user=request.user).first() or PlayerPage(user=request.user)
    form = PlayerPageForm(request.POST or None, instance=page)
    if request.method == "POST" and form.is_valid():
        form.save()
        say(request, _("Saved."))
        return redirect("player", username=request.user.username)
    return render(request, "players/page_settings.html", {"form": form}, status=422 if form.errors else 200)


@player_page
def find_game(request: PlayerRequest) -> HttpResponse:
    """Show the reader's searches, and a form for another; a POST starts it, or ends one with `stop`."""
    form = SearchForm(request.POST if request.method == "POST" and "stop" not in request.POST else None)
    if request.method == "POST" and "stop" in request.POST:
        finding.search_stop(request.user, number_in(request.POST, "stop") or 0)
        return redirect("find_game")
    if form.is_valid():
        return _search(request, form)
    waits = {slug: finding.usual_wait(slug) for slug in PRESENTERS}
    context = {
        "form": form, "presenters": PRESENTERS, "searches": finding.searches_of(request.user), "waits": waits,
        "paces": dict(PaceForm.usual_choices()),
    }  # fmt: skip
    return render(request, "players/find_game.html", context, status=422 if form.errors else 200)


def _search(request: PlayerRequest, form: SearchForm) -> HttpResponse:
    try:
        check_rate_limit(request.user, "open")
        table = finding.search_make(request.user, **form.cleaned_data)
    except TableError as error:
        return refuse(request, error, reverse("find_game"))
    if table is not None:
        say(request, _("We found players: the game has started."))
        return go_to_table(table.pk)
    say(request, _("We're searching. We'll email you when it's your turn."))
    return redirect("find_game")
