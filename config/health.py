"""Health checks: is the process alive, and is the site ready? For load balancers and monitoring.

They may be called any number of times by anybody: each process checks its services at most once in READY_SECONDS.
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
from django.utils.log import log_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import app
from config.metrics import metrics
from games.pages.rate_limit import is_operator
from games.upkeep.heartbeats import write_check
from games.upkeep.services import NEEDED, watched_as_json, watched_now


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Report that the process responds; checks nothing else."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Report whether the site is ready: 200 or 503. Operators also see what fails and what is late.

    With `?only=web`, for load balancers, only this process counts: database, cache, channel layer and broker must
    respond. Otherwise the database must accept writes, and workers, beat and sweeps must work too. `?only=beat`
    reports only beat, to operators. Others never see what is late.
    """
    found, only = _recent_result(), request.GET.get("only", "")
    if not is_operator(request):
        is_ready = found.serves if only == "web" else found.is_ready("")
        return JsonResponse({"ready": is_ready}, status=200 if is_ready else 503)
    if only and only != "web" and only not in found.watched and found.watched:
        return JsonResponse({"error": f"unknown: {only[:20]}"}, status=400)
    is_ready = found.serves if only == "web" else found.is_ready(only)
    details = {"failed": found.failed, "late": found.late(only), "watched": found.watched}
    return JsonResponse({"ready": is_ready, **details}, status=200 if is_ready else 503)


@dataclass(frozen=True)
class _Result:
    """The result of one check, and its time by time.monotonic()."""

    at: float
    failed: list[str]  # services that don't respond
    watched: dict[str, dict[str, Any]]  # by name; empty if the database does not respond

    @property
    def serves(self) -> bool:
        """Whether this process can serve pages, if only to readers."""
        return not set(self.failed) - {WRITES}

    def late(self, only: str) -> list[str]:
        """The names of what is late, or only `only` if it is late."""
        return [name for name, each in self.watched.items() if each["late"] and only in ("", name)]

    def is_ready(self, only: str) -> bool:
        """Whether everything needed is working; with `only`, whether that is working, whatever else fails."""
        needed = [name for name in self.late(only) if only or name in NEEDED]
        return bool(self.watched) and not needed and (bool(only) or not self.failed)


WRITES = "database writes"  # reported as failed if the database is read-only
HANGING = 10  # seconds for which an older result stays valid while a check is in progress
WAIT = 2  # seconds to wait for a check in progress
_checking = threading.Lock()  # one check at a time, so that a hanging service blocks only once
_last: _Result | None = None


def _recent_result() -> _Result:
    """The latest result. If it is older than READY_SECONDS and no check is in progress, check again.

    While another check is in progress, older results are valid for a limited time.
    """
    last, now = _last, time.monotonic()
    age = math.inf if last is None else now - last.at
    if last is not None and age < settings.READY_SECONDS:
        return last
    patience = 0 if age < settings.READY_SECONDS + HANGING else WAIT
    if not _checking.acquire(timeout=patience):
        return last if last is not None and not patience else _Result(now, ["answer"], {})
    try:
        return _check_everything() if _last is last or _last is None else _last
    finally:
        _checking.release()


def _check_everything() -> _Result:
    """Check all services, and read what is watched."""
    global _last
    failed = [name for name, check in CHECKS.items() if not _works(check)]
    watched = {} if "database" in failed else _watched()
    if watched and not _works(write_check):
        failed.append(WRITES)
    _last = _Result(time.monotonic(), failed, watched)
    return _last


def _watched() -> dict[str, dict[str, Any]]:
    """Everything that is watched, by name; empty if the database does not respond."""
    try:
        return {each.name: watched_as_json(each) for each in watched_now(timezone.now())}
    except Exception:  # drivers can raise anything
        return {}


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _channel_layer() -> None:
    layer: Any = get_channel_layer()
    layer.publish(["health"], {"type": "health.check"})  # its time-out is as short as a move's


def _broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def health_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer `/healthz`, `/readyz` and `/metrics` before any other middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path)
        if view is None:
            return get_response(request)
        response = view(request)
        # Django would log a 503 as an error. It is the answer to a probe, and the outage is reported once.
        log_response(
            "%s: %s", request.path, response.status_code, response=response, request=request, level="debug"
        )
        return response

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
    except Exception:  # drivers can raise anything
        return False
    return True
