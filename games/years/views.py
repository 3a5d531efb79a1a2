"""The review of the reader's own year, and its picture to share. Nobody else can open them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.responses import PlayerRequest, player_required
from games.years.selectors import year_of, year_picture

_YEARS = range(2000, 9999)


@require_safe
@player_required
def this_year(request: PlayerRequest) -> HttpResponse:
    """Redirect to the current year."""
    return redirect("year", timezone.now().year)


@require_safe
@never_cache
@player_required
def year(request: PlayerRequest, year: int) -> HttpResponse:
    """Show the reader's year."""
    if year not in _YEARS:
        raise Http404(_("Page not found."))
    context = {"year": year, "review": year_of(request.user, year)}
    return render(request, "years/year.html", context)


@require_safe
@never_cache
@player_required
def picture(request: PlayerRequest, year: int) -> HttpResponse:
    """The reader's year as PNG."""
    found = year_of(request.user, year) if year in _YEARS else None
    if found is None:
        raise Http404(_("Page not found."))
    return HttpResponse(year_picture(request.user, found), content_type="image/png")
