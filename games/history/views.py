"""Pages that look back at a table: replay, chance, export and transcript; all games as one file."""

import json
import re
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import TableError, TooOften
from games.history.archive import archive
from games.history.chance import chance_of, closed_again_by, formers_of, redrawn_by, rules_check
from games.history.export import table_export
from games.history.rematch import rematch
from games.history.replay import replay_page
from games.history.transcript import transcript
from games.models import Table
from games.pages.blocks import render_blocks
from games.pages.paging import number_in, page_key_in
from games.pages.rate_limit import check_rate_limit, limit_subject
from games.pages.responses import PlayerRequest, go_to_table, player_required, refuse
from games.presenters import PRESENTERS
from games.tables.access import table_for
from games.tables.unit_of_work import seats_of


@require_POST
@player_required
def table_rematch(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Create the rematch of a finished table, or join it."""
    table = table_for(request.user, table_id)
    try:
        check_rate_limit(request.user, "open")
        there = rematch(request.user, table.pk)
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table.pk]))
    return go_to_table(there.pk)


_PLY = re.compile(r"-1|[0-9]{1,9}")


@require_safe
@never_cache
def table_replay(request: HttpRequest, table_id: int) -> HttpResponse:
    """The board after ply `?at=`, as the reader saw it; for a finished game, in any view `?view_as=`."""
    table = table_for(request.user, table_id)
    if not table.state:
        return go_to_table(table.pk)
    at = request.GET.get("at", "-1")
    page = (
        replay_page(request.user, table, int(at), request.GET.get("view_as", ""))
        if _PLY.fullmatch(at)
        else None
    )
    if page is None:
        raise Http404(_("Page not found."))
    context = {"page": page, "table": table, "presenter": page.presenter}
    return render_blocks(request, "history/replay.html", context)


@never_cache
@require_safe
def table_chance(request: HttpRequest, table_id: int) -> HttpResponse:
    """The page about a table's chance: its parts, how to check them, and after the end the check itself."""
    table = table_for(request.user, table_id)
    context = {
        "table": table, "presenter": PRESENTERS[table.title], "chance": chance_of(table, seats_of(table)),
        "is_over": table.has_open_secrets, "closed_by": closed_again_by(table), "formers": formers_of(table),
        "redrawn_by": redrawn_by(table),
    }  # fmt: skip
    return render(request, "history/chance.html", context)


@never_cache
@require_safe
def table_export_file(request: HttpRequest, table_id: int) -> HttpResponse:
    """The export of a table as a JSON file; with `?names=0` without names."""
    table = table_for(request.user, table_id)

    def made(*, with_names: bool) -> str:
        return json.dumps(
            table_export(table, seats_of(table), with_names=with_names), ensure_ascii=False, indent=1
        )

    return _table_file(request, table, made, "application/json", "json")


@require_safe
@never_cache
def table_rules_check(request: HttpRequest, table_id: int) -> HttpResponse:
    """Whether the moves of a table were legal and its result right, by the site's own rules, as JSON."""
    table = table_for(request.user, table_id)
    try:
        check_rate_limit(limit_subject(request), "export")
    except TooOften as error:
        return refuse(request, error, reverse("table_chance", args=[table.pk]))
    result, why = rules_check(table)
    return JsonResponse({"result": result, "why": why})


@require_safe
@never_cache
def table_transcript(request: HttpRequest, table_id: int) -> HttpResponse:
    """The log of a started table as plain text, as this reader may read it; with `?names=0` without names."""
    table = table_for(request.user, table_id)
    if not table.state or table.title not in PRESENTERS:
        raise Http404(_("This table has no log yet."))
    made = partial(transcript, request.user, table, seats_of(table))
    return _table_file(request, table, made, "text/plain; charset=utf-8", "txt")


def _table_file(
    request: HttpRequest, table: Table, make: Callable[..., str], kind: str, suffix: str
) -> HttpResponse:
    """A file about a table, with or without names, unless the reader asks for too many."""
    try:
        check_rate_limit(limit_subject(request), "export")
    except TooOften as error:
        return refuse(request, error, reverse("table_chance", args=[table.pk]))
    with_names = _with_names(request)
    name = f"{table.title}-{table.pk}" if with_names else table.title
    return _file(make(with_names=with_names), kind, f"{name}.{suffix}")


@require_safe
@never_cache
@player_required
def games_export(request: PlayerRequest) -> HttpResponse:
    """The reader's games as a ZIP file; `?names=0` leaves out names; `?before=` and `?skip=` choose older games."""
    with_names = _with_names(request)
    try:
        check_rate_limit(request.user, "export-all")
    except TooOften as error:
        return refuse(request, error, reverse("my_tables"))
    found = archive(
        request.user,
        before=page_key_in(request),
        skip=number_in(request.GET, "skip") or 0,
        with_names=with_names,
    )
    if found is None:
        raise Http404(_("None of your games has started yet."))
    return _file(found, "application/zip", "captains-table.zip")


def _with_names(request: HttpRequest) -> bool:
    return request.GET.get("names") != "0"


def _file(content: str | bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
