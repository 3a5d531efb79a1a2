"""Is the process alive, and can it do its work? For whatever keeps watch over it."""

from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import app
from games.pages.client_address import is_operator


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is looked at."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Database, cache, channel layer and broker answer: 200, or 503. Operators read which do not."""
    failed = [name for name, check in CHECKS.items() if not _works(check)]
    told = {"failed": failed} if is_operator(request) else {}
    return JsonResponse({"ready": not failed, **told}, status=503 if failed else 200)


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _channel_layer() -> None:
    layer: Any = get_channel_layer()
    layer.publish(["health"], {"type": "health.check"})  # which waits no longer than a move does


def _broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def health_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer `/healthz` and `/readyz` before anything else has a say."""

    def middleware(request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path)
        return get_response(request) if view is None else view(request)

    return middleware


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": alive, "/readyz": ready}
CHECKS: dict[str, Callable[[], object]] = {
    "database": _database,
    "cache": lambda: cache.set("health", 1, 5),
    "channel layer": _channel_layer,
    "broker": _broker,
}


def _works(check: Callable[[], object]) -> bool:
    try:
        check()
    except Exception:  # whatever a driver raises, the answer is the same
        return False
    return True
