"""Middleware that shows times in the reader's zone."""

from collections.abc import Callable
from zoneinfo import ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User

GetResponse = Callable[[HttpRequest], HttpResponseBase]


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
