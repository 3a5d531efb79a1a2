"""The ASGI application: pages over HTTP, nudges over WebSockets."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_pages = get_asgi_application()  # before the imports below: it loads the models that they need

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402

_sockets: list[Any] = (
    websocket_urlpatterns  # Channels types a route of its own, Django's `path` makes another
)

application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(_sockets))),
    }
)
