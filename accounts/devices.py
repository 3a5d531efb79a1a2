"""Browsers in which a person has logged in before. Wrong passwords from other browsers don't lock the owner out.

A browser has a signed cookie with its own id and a mark for each account. The mark depends on the account's password,
so a new password forgets all browsers. The cookie does not log anybody in.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.models import User

__all__ = ["device_of", "device_remember"]

KEPT = timedelta(days=400)  # the maximum that browsers allow for a cookie
MOST = 5  # accounts per browser
_SALT = "accounts.devices"


def device_of(request: HttpRequest, user: User | None) -> str | None:
    """The browser's id if this account has logged in with it, otherwise None."""
    name, marks = _read(request)
    return name if user is not None and _mark(user) in marks else None


def device_remember(request: HttpRequest, response: HttpResponseBase, user: User) -> str:
    """Record in a cookie that this account has logged in with the browser; returns the browser's id."""
    name, marks = _read(request)
    name = name or secrets.token_hex(8)
    mine = _mark(user)
    marks = [mine, *(mark for mark in marks if mark != mine)][:MOST]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps([name, marks], salt=_SALT),
        max_age=KEPT, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
    )  # fmt: skip
    return name


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        value: Any = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=KEPT
        )
    except signing.BadSignature:
        return "", []
    name, marks = value
    return name, marks


def _mark(user: User) -> str:
    return salted_hmac(_SALT, f"{user.pk}:{user.password}").hexdigest()[:20]
