"""Middleware that says who asks, and that shows times in the reader's zone."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import Reader, User

GetResponse = Callable[[HttpRequest], HttpResponseBase]


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
