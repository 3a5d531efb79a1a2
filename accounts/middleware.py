"""Middleware that says who asks, shows times in the reader's zone, and keeps late answers from ending a session."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.signals import user_logged_out
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import Reader, User

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_LATE = 10  # seconds after which no answer to an older session is still to come


class ReaderMiddleware(AuthenticationMiddleware):
    """Django's AuthenticationMiddleware, save that a user who came along with the session is not read again."""

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its user, who is read once somebody asks."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]


def _user_of(request: Any) -> Reader:
    if not hasattr(request, "_cached_user"):  # by this name Django's log-in sets it
        request._cached_user = _user_read(request) or auth.get_user(request)
    user: Reader = request._cached_user
    return user


def _user_read(request: Any) -> User | None:
    """The user who was read with the session, if the session is that user's own; whatever else Django decides."""
    session = request.session
    found = session.get(auth.HASH_SESSION_KEY)  # reads the session
    user: User | None = session.user_read
    is_own = (
        user is not None
        and user.is_active
        and session.get(auth.SESSION_KEY) == str(user.pk)
        and session.get(auth.BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(found or "", user.get_session_auth_hash())
    )
    return user if is_own else None


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
