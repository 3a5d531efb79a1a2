"""Middleware for the reader's language and time zone, and against late responses that would end a newer session."""

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
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.models import User

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_LATE = 10  # seconds after which we expect no more responses to an older session


def language_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware that shows pages in the language of the reader's profile, else of the cookie, else of the browser."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        language = _language_of(request)
        with translation.override(language):
            response = get_response(request)
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def _language_of(request: HttpRequest) -> str:
    chosen = request.user.language if isinstance(request.user, User) else ""
    return chosen if chosen in dict(settings.LANGUAGES) else translation.get_language_from_request(request)


def time_zone_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware that shows times to users in their own zone, and to everybody else in UTC."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(_zone_name(request)):
            return get_response(request)

    return middleware


def _zone_name(request: HttpRequest) -> str | None:
    """The name of the reader's time zone; None for the site's default."""
    if not isinstance(request.user, User):
        return None
    try:
        return request.user.zone.key
    except (ValueError, ZoneInfoNotFoundError):  # the zone was removed from the tz database
        return None


def newer_cookies_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware that prevents late responses from overwriting the cookies of a newer session.

    A session can be replaced while another request with the old cookie is still in progress.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME, "").isalnum():
            # It isn't a valid key, and PostgreSQL rejects some characters.
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        response = get_response(request)
        _keep_newer_session(request, response)
        token = response.cookies.get(settings.CSRF_COOKIE_NAME)
        if token is not None and token.value == request.COOKIES.get(settings.CSRF_COOKIE_NAME):
            del response.cookies[settings.CSRF_COOKIE_NAME]  # Django sets it again with each form
        return response

    return middleware


def _keep_newer_session(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let only requests that log in or out change the cookie. Others never delete it or overwrite a newer one."""
    name = settings.SESSION_COOKIE_NAME
    before, after = request.COOKIES.get(name), response.cookies.get(name)
    if not before or after is None:
        return
    replaced = f"replaced-session:{hashlib.sha256(before.encode()).hexdigest()}"
    is_log_in = after.value != before and auth.SESSION_KEY in request.session
    if is_log_in or hasattr(request, "logged_out"):
        with suppress(Exception):  # log-in and log-out must work without a cache
            cache.set(replaced, True, _LATE)
    elif not after.value or _is_cached(replaced):
        del response.cookies[name]


def _is_cached(key: str) -> bool:
    with suppress(Exception):
        return cache.get(key) is not None
    return False


@receiver(user_logged_out)
def _record_log_out(request: Any, user: User | None, **_: Any) -> None:
    """Record on the request who logged out. Nobody did if another request had already ended the session."""
    if user is not None:
        request.logged_out = user
