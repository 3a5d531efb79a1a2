"""A title's statistics page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.presenters import PRESENTERS
from games.statistics.selectors import ENOUGH, statistics_of


@require_safe
def statistics(request: HttpRequest, title: str) -> HttpResponse:
    """Show the statistics of a title's finished games."""
    if title not in PRESENTERS:
        raise Http404(_("Page not found."))
    context = {
        "title": title, "presenter": PRESENTERS[title], "statistics": statistics_of(title), "enough": ENOUGH,
        "presenters": PRESENTERS,
    }  # fmt: skip
    return render(request, "statistics/statistics.html", context)
