"""The pages of errors that no other view has foreseen (Django's `handler400` to `handler500`).

None of them needs what the middleware sets, nor the database, the cache or the session: one of these may be what is
broken. Where they are there, the pages of 403, 404 and 429 have the usual frame, with the reader's own links.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from redis.exceptions import RedisError

from games.pages import read_only
from games.pages.read_only import note_full

__all__ = ["bad_request", "csrf_failure", "not_found", "permission_denied", "server_error", "too_often"]

RETRY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, without a frame: a request for a wrong host is refused before anybody knows who asks."""
    return HttpResponse(render_to_string("400.html"), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _problem(request, "403.html", 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token. The reason stands in the log."""
    return _problem(request, "403_csrf.html", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404. Words of the exception are not shown: they are for developers."""
    return _problem(request, "404.html", 404)


def too_often(request: HttpRequest) -> HttpResponse:
    """429, for allauth's limits."""
    return _problem(request, "429.html", 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if the database or Redis was lost or nothing can be written, which may mend, and 500 for everything else.

    Redis is needed where a limit must be counted, as at the log-in. The pages get no request: what they would ask
    it for may be what is broken.
    """
    if note_full(sys.exc_info()[1]):
        return _later("503_full.html", read_only.RETRY_SECONDS)
    if isinstance(sys.exc_info()[1], InterfaceError | OperationalError | RedisError):
        return _later("503.html", RETRY_SECONDS)
    return HttpResponse(render_to_string("500.html"), status=500)


def _later(template: str, seconds: int) -> HttpResponse:
    return HttpResponse(render_to_string(template), status=503, headers={"Retry-After": str(seconds)})


def _problem(request: HttpRequest, template: str, status: int) -> HttpResponse:
    """The page with the reader's frame; if that cannot be drawn, with the links of everybody."""
    try:
        page = render_to_string(template, request=request if hasattr(request, "htmx") else None)
    except Exception:  # the error that is told of is the first one, whatever fails while it is told
        page = render_to_string(template)
    return HttpResponse(page, status=status)
