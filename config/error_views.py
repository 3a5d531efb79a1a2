"""The views for errors that no other view handles (Django's `handler400` to `handler500`).

They work without middleware, database, cache and session, because one of these may be what failed. If everything works,
the 403, 404 and 429 pages have the usual layout with the reader's links.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from redis.exceptions import RedisError

from games.pages import read_only
from games.pages.read_only import start_read_only_if_full

RETRY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 400 without layout, because a request for a wrong host is refused before the user is known."""
    return HttpResponse(render_to_string("400.html"), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 403."""
    return _problem(request, "403.html", 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return 403 for a form without a valid CSRF token. The log has the reason."""
    return _problem(request, "403_csrf.html", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 404. The exception's message is for developers and not shown."""
    return _problem(request, "404.html", 404)


def too_often(request: HttpRequest) -> HttpResponse:
    """Return 429, for allauth's limits."""
    return _problem(request, "429.html", 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 503 if the database or Redis failed or nothing can be written, which may be temporary; otherwise 500.

    Redis is required where a limit must be counted, for example at the log-in. The pages are rendered without the
    request, because using it may fail again.
    """
    if start_read_only_if_full(sys.exc_info()[1]):
        return _retry_later_page("503_full.html", read_only.RETRY_SECONDS)
    if isinstance(sys.exc_info()[1], InterfaceError | OperationalError | RedisError):
        return _retry_later_page("503.html", RETRY_SECONDS)
    return HttpResponse(render_to_string("500.html"), status=500)


def _retry_later_page(template: str, seconds: int) -> HttpResponse:
    return HttpResponse(render_to_string(template), status=503, headers={"Retry-After": str(seconds)})


def _problem(request: HttpRequest, template: str, status: int) -> HttpResponse:
    """The page with the reader's layout, or with the anonymous layout if rendering fails."""
    try:
        page = render_to_string(template, request=request if hasattr(request, "htmx") else None)
    except Exception:  # report the original error, whatever fails while rendering
        page = render_to_string(template)
    return HttpResponse(page, status=status)
