"""Responses shared by views: errors with their status, redirects, and the log-in for anonymous readers."""

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games.errors import TableError

P = ParamSpec("P")


class PlayerRequest(HttpRequest):
    """A request of a logged-in user, for type checkers. `player_required` lets only these through."""

    user: User


PlayerView: TypeAlias = Callable[Concatenate[PlayerRequest, P], HttpResponse]
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]


def player_required(view: PlayerView[P]) -> View[P]:
    """Redirect anonymous readers to the log-in page; after a post, they return to the page that sent it."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(cast("PlayerRequest", request), *args, **kwargs)
        answer = redirect_to_login(way_back(request, kwargs))
        return HttpResponseClientRedirect(answer.url) if is_partial_request(request) else answer

    return update_wrapper(guarded, view)


def way_back(request: HttpRequest, kwargs: Mapping[str, Any]) -> str:
    """The address to return to after a log-in: the requested page; after a post, the page of its table."""
    if request.method != "POST":
        return request.get_full_path()
    return reverse("table", args=[kwargs["table_id"]]) if "table_id" in kwargs else "/"


def player_post(view: PlayerView[P]) -> View[P]:
    """Allow only POSTs of logged-in readers; the response is not cached."""
    return require_POST(never_cache(player_required(view)))


def player_page(view: PlayerView[P]) -> View[P]:
    """Allow only logged-in readers to get a page with a form, and to POST the form; the response is not cached."""
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(player_required(view)))


def is_partial_request(request: HttpRequest) -> bool:
    """Whether htmx requests a part of a page."""
    details: Any = getattr(request, "htmx", None)
    return bool(details) and not details.history_restore_request


def go_to_table(table_id: int) -> HttpResponse:
    """Redirect to the table's page."""
    return redirect("table", table_id=table_id)


def refuse(request: HttpRequest, error: TableError, back: str) -> HttpResponse:
    """An error page with the error's sentence and status and a link back."""
    context = {"sentence": error.sentence, "code": error.code, "back": back}
    return add_retry_after(render(request, "pages/refused.html", context, status=error.status), error)


def add_retry_after(answer: HttpResponse, error: TableError) -> HttpResponse:
    """Add a Retry-After header to the response to a temporary error."""
    if error.retry_after:
        answer["Retry-After"] = str(error.retry_after)
    return answer


def say(request: HttpRequest, sentence: str) -> None:
    """Show a sentence on the next page."""
    messages.success(request, sentence)
