"""Pages that belong to no table: rules of a title, and the way out of mails."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from games.delivery import person_of_token
from games.presenters import PRESENTERS
from games.titles import TITLES


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
    return render(request, "pages/about.html", {"presenters": PRESENTERS})


@csrf_exempt  # a mail program posts here without ever having had a page of ours (RFC 8058)
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails about turns of whom the token was made for; a look at the page alone changes nothing."""
    person = person_of_token(token)
    user = None if person is None else get_user_model().objects.filter(pk=person).first()
    if user is None:
        raise Http404(_("This link is not one of ours."))
    if request.method == "POST":
        user.mail_turns = False
        user.save(update_fields=["mail_turns"])
    return render(request, "games/unsubscribe.html", {"is_done": request.method == "POST"})
