"""Views for pictures. Position images are drawn for the requesting user; link previews for an anonymous one."""

import re

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.errors import TooOften
from games.models import Table
from games.pages.rate_limit import address_of, check_rate_limit, household
from games.pictures.positions import fades_now, picture_of, seat_number
from games.pictures.previews import preview_of, site_preview
from games.tables.access import may_see, table_for
from games.tables.unit_of_work import seats_of

_PLY = re.compile(r"-1|[0-9]{1,9}")
# For browsers that open the picture directly: allow its own styles and nothing else.
_ALONE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_DAY, _MINUTES = 86_400, 300  # seconds


@require_safe
def table_picture(request: HttpRequest, table_id: int) -> HttpResponse:
    """The current position as SVG, as the reader sees it. If `?at=` is the current ply, browsers may cache it."""
    table = table_for(request.user, table_id)
    answer = HttpResponse(picture_of(table, seat_number(request.user, table)), content_type="image/svg+xml")
    answer["Content-Security-Policy"] = _ALONE
    answer["Vary"] = "Cookie"
    if fades_now(table):
        answer["Cache-Control"] = "private, no-store"
    elif request.GET.get("at") == str(table.ply):
        answer["Cache-Control"] = f"private, max-age={_DAY}"
    else:
        answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
def table_preview(request: HttpRequest, table_id: int) -> HttpResponse:
    """The preview of a table, or of ply `?at=`, as PNG; the preview of the site for private and missing tables."""
    try:
        _check_rates(request)
    except TooOften as error:
        return HttpResponse(status=error.status, headers={"Retry-After": str(error.retry_after)})
    table = Table.objects.filter(pk=table_id).first()
    if table is None or not may_see(AnonymousUser(), table):
        return _png(site_preview())
    return _png(preview_of(table, seats_of(table), _ply_in(request)))


def _check_rates(request: HttpRequest) -> None:
    """Limit requests per household, and those for past plies in total: drawing them is slow. Raises TooOften."""
    who = household(address_of(request))
    check_rate_limit(who, "preview")
    if "at" in request.GET:
        check_rate_limit(who, "preview-past")
        check_rate_limit("everybody", "preview-past-all")


@require_safe
def site_preview_image(request: HttpRequest) -> HttpResponse:
    """The preview of all other pages."""
    return _png(site_preview())


def _ply_in(request: HttpRequest) -> int | None:
    at = request.GET.get("at", "")
    return int(at) if _PLY.fullmatch(at) else None


def _png(picture: bytes) -> HttpResponse:
    return HttpResponse(
        picture, content_type="image/png", headers={"Cache-Control": f"public, max-age={_MINUTES}"}
    )
