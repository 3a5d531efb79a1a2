"""Headers of every response: what the browser may do, who may embed the page, and whether it may be cached."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.reports import ADDRESS

_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# Browser features that no page uses. The site itself creates and uses passkeys.
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
        "web-share=(self)",  # shares the link of a table
    ]
)


def headers_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the headers that a view has not set.

    Responses to requests with a session cookie, and responses that set cookies, are never cached, because they may be
    private. We check the cookie and not the user, because loading the user needs the database, which may be what
    failed.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        # Other middleware sets the first two, except for requests refused early, such as those for a wrong host.
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
