"""Responses shared by views: refusals with their status, redirects, and the login for anonymous readers."""

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games.errors import TableError, TooOften

P = ParamSpec("P")


class PlayerRequest(HttpRequest):
    """A request of a logged-in user, for type checkers. `player_required` lets only these through."""

    user: User


def player_required(
    view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Redirect anonymous readers to the login; after a post they return to its page."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(cast("PlayerRequest", request), *args, **kwargs)
        back = request.get_full_path() if request.method == "GET" else _page_of(kwargs)
        answer = redirect_to_login(back)
        return HttpResponseClientRedirect(answer.url) if is_part(request) else answer

    return update_wrapper(guarded, view)


def is_part(request: HttpRequest) -> bool:
    """Whether htmx requests a part of a page."""
    details: Any = getattr(request, "htmx", None)
    return bool(details) and not details.history_restore_request


def _page_of(kwargs: Mapping[str, object]) -> str:
    return reverse("table", args=[kwargs["table_id"]]) if "table_id" in kwargs else "/"


def go_to_table(table_id: int) -> HttpResponse:
    """Redirect to the table's page."""
    return redirect("table", table_id=table_id)


def refuse(request: HttpRequest, error: TableError, back: str) -> HttpResponse:
    """An error page with the error's sentence and status and a link back."""
    context = {"sentence": error.sentence, "code": error.code, "back": back}
    return say_when(render(request, "pages/refused.html", context, status=error.status), error)


def say_when(answer: HttpResponse, error: TableError) -> HttpResponse:
    """Add a Retry-After header to a refusal by a rate limit."""
    if isinstance(error, TooOften):
        answer["Retry-After"] = str(error.retry_after)
    return answer


def say(request: HttpRequest, sentence: str) -> None:
    """Show a sentence on the next page."""
    messages.success(request, sentence)
