"""Middleware that shows times in the reader's zone and keeps late answers from ending a session."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.signals import user_logged_out
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_LATE = 10  # seconds after which no answer to an older session is still to come


def time_zone_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware that shows times to users in their own zone, and to everybody else in UTC."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(_zone_name(request)):
            return get_response(request)

    return middleware


def _zone_name(request: HttpRequest) -> str | None:
    """The name of the reader's zone; None for the default zone of the site."""
    if not isinstance(request.user, User):
        return None
    try:
        return request.user.zone.key
    except (ValueError, ZoneInfoNotFoundError):  # a zone that a newer tz database no longer has
        return None


def newer_cookies_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware by which an answer that comes late leaves the cookies of a newer session in the browser alone.

    A session may be replaced while another request of the browser is on its way with the old cookie.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME, "").isalnum():
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)  # nobody's: PostgreSQL refuses some texts
        response = get_response(request)
        _keep_newer_session(request, response)
        token = response.cookies.get(settings.CSRF_COOKIE_NAME)
        if token is not None and token.value == request.COOKIES.get(settings.CSRF_COOKIE_NAME):
            del response.cookies[settings.CSRF_COOKIE_NAME]  # Django repeats it with each form
        return response

    return middleware


def _keep_newer_session(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let requests that log in or out change the cookie. Others never delete it, and set it over no newer one."""
    name = settings.SESSION_COOKIE_NAME
    before, after = request.COOKIES.get(name), response.cookies.get(name)
    if not before or after is None:
        return
    replaced = f"replaced-session:{hashlib.sha256(before.encode()).hexdigest()}"
    is_log_in = after.value != before and auth.SESSION_KEY in request.session
    if is_log_in or hasattr(request, "logged_out"):
        with suppress(Exception):  # people log in and out without a cache, too
            cache.set(replaced, True, _LATE)
    elif not after.value or _is_cached(replaced):
        del response.cookies[name]


def _is_cached(key: str) -> bool:
    with suppress(Exception):
        return cache.get(key) is not None
    return False


@receiver(user_logged_out)
def _note_log_out(request: Any, user: Any, **_: Any) -> None:
    """Note on the request who has left by it; nobody has if another request had ended the session."""
    if user is not None:
        request.logged_out = user
