"""Middleware that redirects readers who are not logged in to the login, before they get a table's 404."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django_htmx.http import HttpResponseClientRedirect

from games.pages.responses import is_part
from games.tables.access import TableNotFound

__all__ = ["LogInFirstMiddleware"]


class LogInFirstMiddleware:
    """Answers TableNotFound with a redirect to the login, which leads back to the same address.

    Missing and forbidden tables get the same answer, so it reveals nothing about either.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Redirect page requests without an account to the login; posts and members get the 404."""
        if not isinstance(exception, TableNotFound) or request.method not in ("GET", "HEAD"):
            return None
        if request.user.is_authenticated and not request.user.is_guest:
            return None
        answer = redirect_to_login(request.get_full_path())
        return HttpResponseClientRedirect(answer.url) if is_part(request) else answer
