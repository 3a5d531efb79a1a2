"""Views for pictures. Position images are drawn for the requesting user; link previews for an anonymous user."""

import re

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.errors import TooOften
from games.models import Table
from games.pages.rate_limit import address_of, check_rate_limit, limit_subject, rate_limit_unit
from games.pictures.positions import fades_now, past_picture, picture_of, seat_number
from games.pictures.previews import preview_of, site_preview
from games.tables.access import may_see, table_for
from games.tables.unit_of_work import seats_of

_PLY = re.compile(r"-1|[0-9]{1,9}")
# For browsers that open the picture directly: allow its own styles and nothing else.
_ALONE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_YEAR, _MINUTES = 31_536_000, 300  # seconds


@require_safe
def table_picture(request: HttpRequest, table_id: int) -> HttpResponse:
    """The current position as SVG, as the reader sees it. If `?at=` is the current ply, which never recurs, it is kept.

    After the game, `?ply=` is what a spectator saw after that ply.
    """
    table = table_for(request.user, table_id)
    ply = _ply_in(request, "ply")
    if ply is not None and table.has_open_secrets and -1 <= ply < table.ply:
        return _past(request, table, ply)
    answer = HttpResponse(picture_of(table, seat_number(request.user, table)), content_type="image/svg+xml")
    answer["Content-Security-Policy"] = _ALONE
    answer["Vary"] = "Cookie"
    if fades_now(table):
        answer["Cache-Control"] = "private, no-store"
    elif request.GET.get("at") == str(table.ply):
        answer["Cache-Control"] = f"private, max-age={_YEAR}, immutable"
    else:
        answer["Cache-Control"] = "private, no-cache"
    return answer


def _past(request: HttpRequest, table: Table, ply: int) -> HttpResponse:
    try:
        check_rate_limit(limit_subject(request), "preview-past")
    except TooOften as error:
        return HttpResponse(status=error.status, headers={"Retry-After": str(error.retry_after)})
    headers = {
        "Content-Security-Policy": _ALONE,
        "Vary": "Cookie",
        "Cache-Control": f"private, max-age={_MINUTES}",
    }
    return HttpResponse(past_picture(table, ply), content_type="image/svg+xml", headers=headers)


@require_safe
def table_preview(request: HttpRequest, table_id: int) -> HttpResponse:
    """The preview of a table, or of ply `?at=`, as PNG; the preview of the site for private and missing tables.

    Readers of a private table get its own after the game, to share it.
    """
    try:
        _check_rates(request)
    except TooOften as error:
        return HttpResponse(status=error.status, headers={"Retry-After": str(error.retry_after)})
    table = Table.objects.filter(pk=table_id).first()
    if table is not None and may_see(AnonymousUser(), table):
        return _png(preview_of(table, seats_of(table), _ply_in(request, "at")))
    if table is not None and table.is_finished and may_see(request.user, table):
        return _png(preview_of(table, seats_of(table)), "private")
    return _png(site_preview())


def _check_rates(request: HttpRequest) -> None:
    """Limit requests per address, and those for past plies in total, because drawing them is slow. Raises TooOften."""
    who = rate_limit_unit(address_of(request))
    check_rate_limit(who, "preview")
    if "at" in request.GET:
        check_rate_limit(who, "preview-past")
        check_rate_limit("everybody", "preview-past-all")


@require_safe
def site_preview_image(request: HttpRequest) -> HttpResponse:
    """The preview of all other pages."""
    return _png(site_preview())


def _ply_in(request: HttpRequest, name: str) -> int | None:
    at = request.GET.get(name, "")
    return int(at) if _PLY.fullmatch(at) else None


def _png(picture: bytes, reach: str = "public") -> HttpResponse:
    headers = {"Cache-Control": f"{reach}, max-age={_MINUTES}", "Vary": "Cookie"}
    return HttpResponse(picture, content_type="image/png", headers=headers)
