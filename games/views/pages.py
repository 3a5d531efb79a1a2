"""Pages that belong to no table: rules of a title, and the way out of mails."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from games import services
from games.delivery import way_of_token
from games.delivery.unsubscribe import TALK
from games.presenters import PRESENTERS
from games.titles import TITLES


@require_GET
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """The rules of a title in our own words, with a worked example."""
    if title not in PRESENTERS:
        raise Http404(_("There is no such title."))
    context = {"presenter": PRESENTERS[title], "game": TITLES[title], "title": title}
    return render(request, [f"{title}/rules.html", "games/plain/rules.html"], context)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """What this site is and who made the games."""
    return render(request, "pages/about.html", {"presenters": PRESENTERS})


@csrf_exempt  # a mail program posts here without ever having had a page of ours (RFC 8058)
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails that the token was made for, all or those of talk; a look at the page alone changes nothing."""
    person, way = way_of_token(token) or (0, "")
    user = get_user_model().objects.filter(pk=person).first()
    if user is None:
        raise Http404(_("This link is not one of ours."))
    if request.method == "POST":
        services.mails_stop(user, of_talk=way == TALK)
    context = {"is_done": request.method == "POST", "is_talk": way == TALK}
    return render(request, "games/unsubscribe.html", context)
