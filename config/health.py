"""Is the process alive, and can it do its work? For whatever keeps watch over it.

Anybody may ask, as often as they like: services are asked, and rows read, at most once in READY_SECONDS by a process.
"""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import app
from config.metrics import metrics
from games.pages.client_address import is_operator
from games.upkeep.selectors import NEEDED, told, watched_now


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is looked at."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the site can do its work: 200, or 503. Operators read what fails, and what is late.

    Asked `?only=web`, as by what shares out requests, it tells of this process alone: database, cache, channel layer
    and broker answer. Else workers, beat and sweeps have to be at work, too. `?only=beat` tells operators of beat
    alone; others are never told what it is that is late.
    """
    found, only = _found_lately(), request.GET.get("only", "")
    if not is_operator(request):
        is_ready = found.serves if only == "web" else found.is_ready("")
        return JsonResponse({"ready": is_ready}, status=200 if is_ready else 503)
    if only and only != "web" and only not in found.watched and found.watched:
        return JsonResponse({"error": f"unknown: {only[:20]}"}, status=400)
    is_ready = found.serves if only == "web" else found.is_ready(only)
    told_of = {"failed": found.failed, "late": found.late(only), "watched": found.watched}
    return JsonResponse({"ready": is_ready, **told_of}, status=200 if is_ready else 503)


@dataclass(frozen=True)
class _Found:
    """What one look has found, and when, as time.monotonic() tells the time."""

    at: float
    failed: list[str]  # services that do not answer
    watched: dict[str, dict[str, Any]]  # by name; nothing if the database does not answer

    @property
    def serves(self) -> bool:
        """Whether this process can show pages."""
        return not self.failed

    def late(self, only: str) -> list[str]:
        """What is late: all, or only what was asked for."""
        return [name for name, each in self.watched.items() if each["late"] and only in ("", name)]

    def is_ready(self, only: str) -> bool:
        """Whether what was asked for is at work: all that is needed, or one thing, whatever else fails."""
        needed = [name for name in self.late(only) if only or name in NEEDED]
        return bool(self.watched) and not needed and (bool(only) or self.serves)


HANGING = 10  # seconds that a look may take and is believed to end well
WAIT = 2  # seconds for which its end is awaited
_look = threading.Lock()  # one at a time: a service that hangs is waited for once
_last: _Found | None = None


def _found_lately() -> _Found:
    """What the last look has found; a new one after READY_SECONDS, if nobody else is looking.

    Where somebody is looking and does not come back, what was found before holds for a while only.
    """
    last, now = _last, time.monotonic()
    age = math.inf if last is None else now - last.at
    if last is not None and age < settings.READY_SECONDS:
        return last
    patience = 0 if age < settings.READY_SECONDS + HANGING else WAIT
    if not _look.acquire(timeout=patience):
        return last if last is not None and not patience else _Found(now, ["answer"], {})
    try:
        return _found_now() if _last is last or _last is None else _last
    finally:
        _look.release()


def _found_now() -> _Found:
    """Ask all services, and read what is watched."""
    global _last
    failed = [name for name, check in CHECKS.items() if not _works(check)]
    watched = {} if "database" in failed else _watched()
    _last = _Found(time.monotonic(), failed, watched)
    return _last


def _watched() -> dict[str, dict[str, Any]]:
    """All that is watched by name; nothing if the database does not answer."""
    try:
        return {each.name: told(each) for each in watched_now(timezone.now())}
    except Exception:  # whatever a driver raises, the answer is the same
        return {}


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
    """Answer `/healthz`, `/readyz` and `/metrics` before anything else has a say."""

    def middleware(request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path)
        return get_response(request) if view is None else view(request)

    return middleware


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": alive,
    "/readyz": ready,
    "/metrics": metrics,
}
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
