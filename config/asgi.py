"""The ASGI application: pages over HTTP, update messages over WebSockets."""

import os
from contextlib import suppress
from io import BytesIO
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # before the imports below, because they need the models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.exceptions import DisallowedHost  # noqa: E402
from django.core.handlers.asgi import ASGIRequest  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from config.asgi_handler import ThreadPoolASGIHandler  # noqa: E402
from config.heartbeat import web_heartbeat_start  # noqa: E402
from config.logs import with_request_id  # noqa: E402
from games.web.consumers import NudgeConsumer  # noqa: E402


async def _refuse(_scope: Any, _receive: Any, send: Any) -> None:
    """Refuse a socket at an unknown address. Channels would raise an error."""
    await send({"type": "websocket.close"})


def _check_origin(application: Any) -> Any:
    """Refuse sockets from other origins than those that may post forms; Channels would compare only the host."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        await (application if _is_of_own_page(scope) else _refuse)(scope, receive, send)

    return guarded


def _is_of_own_page(scope: Any) -> bool:
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    with suppress(DisallowedHost):
        own = f"{request.scheme}://{request.get_host()}"
        return request.headers.get("Origin") in {own, *settings.CSRF_TRUSTED_ORIGINS}
    return False


# `Any`: Channels has its own route type, which `path` does not return.
_sockets: list[Any] = [
    path("ws/", NudgeConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/tables/<int:table_id>/", NudgeConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", _refuse),  # type: ignore[arg-type]
]

application = with_request_id(
    ProtocolTypeRouter(
        {
            "http": ThreadPoolASGIHandler(),
            "websocket": _check_origin(AuthMiddlewareStack(URLRouter(_sockets))),
        }
    )
)

web_heartbeat_start()
