"""Middleware that sends a reader who is not logged in to log in, before a table is said not to be there."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django_htmx.http import HttpResponseClientRedirect

from games.pages.responses import is_part
from games.tables.access import TableNotFound

__all__ = ["LogInFirstMiddleware"]


class LogInFirstMiddleware:
    """Answers TableNotFound with the log-in, from where the reader comes back to the same address.

    A table that is not there and one that is not open to the reader are answered alike: nothing is told of either.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A redirect for who asks for a page without an account; posts and players get the 404."""
        if not isinstance(exception, TableNotFound) or request.method not in ("GET", "HEAD"):
            return None
        if request.user.is_authenticated and not request.user.is_guest:
            return None
        answer = redirect_to_login(request.get_full_path())
        return HttpResponseClientRedirect(answer.url) if is_part(request) else answer
