"""Reports from browsers about content that a page's policy (CSP) blocked. They are written to the log."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.pages.rate_limit import address_of, is_within_limit, rate_limit_unit

log = logging.getLogger(__name__)

ADDRESS = "/csp-report/"
MOST_BYTES = 16_384  # per POST
MOST_REPORTS = 5  # reports read per POST
_DIRECTIVE = re.compile(r"[a-z-]{3,40}")
_KEYWORD = re.compile(r"[a-z-]{1,30}")  # such as inline or eval, instead of a URL


@csrf_exempt  # browsers post here automatically
@require_POST
def policy_report(request: HttpRequest) -> HttpResponse:
    """Log what was blocked, and where. The response is always empty, because anybody can post here."""
    if len(request.body) <= MOST_BYTES and is_within_limit(
        "policy-report", rate_limit_unit(address_of(request))
    ):
        for facts in _facts_in(request.body):
            log.warning(
                "content security policy: %(directive)s blocked %(blocked)s on %(route)s",
                facts,
                extra={"facts": facts},
            )
    return HttpResponse(status=204)


def _facts_in(body: bytes) -> Iterator[dict[str, str | None]]:
    try:
        posted = json.loads(body)
    except (ValueError, RecursionError):
        return
    for report in posted[:MOST_REPORTS] if isinstance(posted, list) else [posted]:
        details = _details(report)
        directive = str(details.get("effectiveDirective") or details.get("effective-directive") or "")
        if _DIRECTIVE.fullmatch(directive):
            blocked = str(details.get("blockedURL") or details.get("blocked-uri") or "")
            page = str(details.get("documentURL") or details.get("document-uri") or "")
            yield {"directive": directive, "blocked": _origin(blocked), "route": _route(page)}


def _details(report: Any) -> dict[str, Any]:
    """The details of a report: under `body` in the Reporting API, under `csp-report` in older browsers."""
    found = (report.get("body") or report.get("csp-report")) if isinstance(report, dict) else None
    return found if isinstance(found, dict) else {}


def _origin(url: str) -> str:
    """The origin of what was blocked, without its path and without anything that could break a log line."""
    try:
        parts = urlsplit(url)
        where = f"{parts.scheme}://{parts.hostname}" if parts.hostname else url
    except ValueError:
        return "unknown"
    return (
        where if _KEYWORD.fullmatch(where) or re.fullmatch(r"[a-z+-]+://[\w.-]{1,100}", where) else "unknown"
    )


def _route(url: str) -> str | None:
    """The URL pattern of the page, because the URL itself may be a secret."""
    try:
        return resolve(urlsplit(url).path).route
    except (Resolver404, ValueError):
        return None
