"""Headers that every answer has: what a browser may do with it, who may embed it, and that nobody keeps it."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.reports import ADDRESS

__all__ = ["headers_middleware"]

_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# What a page never asks for. Passkeys are made and used by the site itself.
_POWERS = (
    "accelerometer", "autoplay", "bluetooth", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
    "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
_PERMISSIONS = ", ".join(
    [
        *(f"{power}=()" for power in _POWERS),
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
        "web-share=(self)",  # the link of a table
    ]
)


def headers_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the headers that a view has not chosen itself.

    Nobody keeps a page that was asked for with a session or that sets a cookie: it may be of somebody who is logged
    in. The cookie and not the person decides, because to know the person takes a database that may be what is broken.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        # Of these two only an answer is without that was refused before the pages had a say, as for a wrong host.
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Content-Security-Policy", _NOTHING)
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
        response.headers.setdefault("Reporting-Endpoints", f'csp="{ADDRESS}"')
        if response.cookies or settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "no-store, private")
        return response

    return middleware
