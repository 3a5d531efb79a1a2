"""Pages that are put together from several subjects, or belong to none: the first page, one's own tables, rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.pages.forms import before_in
from games.pages.responses import player_required
from games.presenters import PRESENTERS
from games.tables import lists
from games.tables.lists import rows_of
from games.titles import TITLES
from games.web.my_tables import tables_of


@require_GET
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """The rules of a title in our own words, with a worked example."""
    if title not in PRESENTERS:
        raise Http404(_("There is no such title."))
    context = {"presenter": PRESENTERS[title], "game": TITLES[title], "title": title}
    return render(request, f"{title}/rules.html", context)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """What this site is and who made the games."""
    return render(request, "web/about.html", {"presenters": PRESENTERS})


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this is for strangers, one's own tables for players."""
    if request.user.is_authenticated:
        return redirect("my_tables")
    return render(request, "web/home.html", {"presenters": PRESENTERS, "games": TITLES})


@require_GET
@player_required
def my_tables(request: HttpRequest) -> HttpResponse:
    """The reader's tables, those that wait for the reader first; `?over=1` shows those that are over."""
    if "over" in request.GET:
        slice_ = lists.finished_tables(request.user, before_in(request))
        rows = rows_of([seat.table for seat in slice_], request.user)
        return render(request, "web/my_tables_over.html", {"slice": slice_, "rows": rows})
    context = {
        "rows": tables_of(request.user),
        "invitations": lists.open_invitations(request.user),
        "presenters": PRESENTERS,
    }
    return render(request, "web/my_tables.html", context)
