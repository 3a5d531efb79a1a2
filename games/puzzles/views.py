"""Pages for puzzles: the puzzle of the day, a title's puzzles, and one puzzle. None needs an account."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Reader
from games.engine.contract import EngineError
from games.engine.kit.miniature import miniature_of
from games.errors import IllegalMove, MalformedInput
from games.models import Seat
from games.pages.paging import posted_number
from games.presenters import PRESENTERS
from games.puzzles.catalog import PuzzleEntry, catalog_of, catalogs, entry_at, puzzle_on, today
from games.puzzles.page import PuzzlePage, Tried, best_move, board_after, is_answer, puzzle_page
from games.puzzles.progress import (
    PuzzleProgress,
    counts_of,
    progress_by_name,
    progress_of,
    puzzle_answered,
    streak_day,
    streak_of,
)
from games.tables.exercise import Exercise, is_repeat, moves_checked, moves_in

ENOUGH = 5  # people whose tries show how hard a puzzle is
EASY, MEDIUM = 0.6, 0.3  # at least this share of people found an easy or a medium puzzle
GONE_ON = gettext_lazy("You've moved in this puzzle since. This is its current state.")
_TRIED = "puzzle_tried"  # session key of the last action on the latest puzzle


@dataclass(frozen=True)
class CatalogLine:
    """One puzzle in a title's list."""

    entry: PuzzleEntry
    progress: PuzzleProgress | None  # None: never tried
    tried: int  # by how many people
    found: int  # by how many people at the first try

    @property
    def difficulty(self) -> str:
        """How hard the puzzle is, by the share of people who found it; empty if few have tried."""
        if self.tried < ENOUGH:
            return ""
        share = self.found / max(1, self.tried)
        return _("easy") if share >= EASY else _("medium") if share >= MEDIUM else _("hard")


@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, the reader's streak, and all titles with the number of solved puzzles."""
    progress, day = progress_by_name(request.user, request.session), today()
    streak, daily = streak_of(request.user, request.session), puzzle_on(day)
    known = _known_titles(request.user, progress)
    is_new = daily is not None and daily.slug not in known
    found = {name for name, each in progress.items() if each.is_found}
    rows = [
        (slug, PRESENTERS[slug], len(catalog), sum(each.result_key in found for each in catalog))
        for slug, catalog in catalogs().items()
    ]
    context = {
        "rows": rows, "day": day, "daily": daily, "streak": streak, "days": streak.on(day) if streak else 0,
        "is_done": streak is not None and streak.day == day,
        "is_new": is_new, "other": _other_puzzle(daily, known, progress) if daily and is_new else None,
    }  # fmt: skip
    return render(request, "puzzles/puzzles.html", context)


def _known_titles(user: Reader, progress: Mapping[tuple[str, str], PuzzleProgress]) -> set[str]:
    """The titles that the reader has played, or tried a puzzle of."""
    tried = {title for title, _key in progress}
    if not user.is_authenticated:
        return tried
    return tried | set(Seat.objects.filter(user=user).values_list("table__title", flat=True).distinct())


def _other_puzzle(
    daily: PuzzleEntry, known: Collection[str], progress: Mapping[tuple[str, str], PuzzleProgress]
) -> PuzzleEntry | None:
    """The first untried puzzle of another title, if possible of one that the reader knows; None if all are tried."""
    slugs = sorted((slug for slug in catalogs() if slug != daily.slug), key=lambda slug: slug not in known)
    entries = (entry for slug in slugs for entry in catalog_of(slug))
    return next((entry for entry in entries if entry.result_key not in progress), None)


@require_safe
@never_cache
def puzzle_catalog(request: HttpRequest, title: str) -> HttpResponse:
    """Show all of a title's puzzles, which of them the reader has solved, and how many people found each."""
    catalog = catalog_of(title)
    if not catalog:
        raise Http404(_("There are no puzzles for this game."))
    progress, counts = progress_by_name(request.user, request.session), counts_of(title)
    lines = [
        CatalogLine(each, progress.get(each.result_key), *counts.get(each.puzzle.key, (0, 0)))
        for each in catalog
    ]
    ahead = (each.entry.number for each in lines if each.progress is None)
    titles = [(slug, PRESENTERS[slug]) for slug in catalogs()]
    context = {
        "title": title, "presenter": PRESENTERS[title], "lines": lines, "next": next(ahead, None), "titles": titles,
    }  # fmt: skip
    return render(request, "puzzles/catalog.html", context)


@require_safe
def puzzle_picture(request: HttpRequest, title: str, number: int) -> HttpResponse:
    """The position of a puzzle as its seat sees it, as SVG."""
    entry = entry_at(title, number)
    if entry is None:
        raise Http404(_("There's no such puzzle."))
    picture = miniature_of(entry.presenter, entry.game.observe(entry.state, entry.puzzle.seat))
    headers = {
        "Cache-Control": "public, max-age=86400", "Vary": "Accept-Language",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    }  # fmt: skip
    return HttpResponse(picture, content_type="image/svg+xml", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, title: str, number: int) -> HttpResponse:
    """Show a puzzle. A POST makes a move, takes it back, or asks for the answer.

    The query holds the current selection on the board, as on a table's page.
    """
    entry = entry_at(title, number)
    if entry is None:
        raise Http404(_("There's no such puzzle."))
    return Exercise(
        "puzzle", title, number,
        page_of=lambda choice: puzzle_page(entry, _stored_try(request.session, entry), choice),
        act=lambda: _act(request, entry),
        context_of=lambda page: {"entry": entry, **_figures(request, entry, page)},
    ).answer(request)  # fmt: skip


def _figures(request: HttpRequest, entry: PuzzleEntry, page: PuzzlePage) -> dict[str, Any]:
    """How many people found the puzzle, and the reader's streak. Queried only once the answer is visible."""
    if page.verdict not in ("found", "shown"):
        return {"tried": 0, "found": 0, "days": 0, "is_daily": False}
    tried, found = counts_of(entry.slug).get(entry.puzzle.key, (0, 0))
    streak, day = streak_of(request.user, request.session), today()
    days = streak.on(day) if streak else 0
    return {"tried": tried, "found": found, "days": days, "is_daily": puzzle_on(day) == entry}


def _stored_try(session: SessionBase, entry: PuzzleEntry) -> Tried:
    """The last action on this puzzle; empty if the reader has tried another puzzle since, or the rules have changed."""
    stored = session.get(_TRIED, {})
    if stored.get("puzzle") != list(entry.result_key):
        return Tried()
    tried = Tried(tuple(stored["moves"]), stored["shown"])
    try:
        board_after(entry, tried.moves)
    except EngineError:
        return Tried()
    return tried


def _act(request: HttpRequest, entry: PuzzleEntry) -> None:
    """Do what the POST asks for. Raises TableError without changing anything."""
    tried = _stored_try(request.session, entry)
    if "back" in request.POST:
        request.session.pop(_TRIED, None)
    elif "show" in request.POST:
        _show(request, entry)
    elif not is_repeat(
        moves := moves_in(request), posted_number(request, "ply", 4), tried.moves, gone_on=GONE_ON
    ):
        if tried.moves:
            raise IllegalMove(_("Take back your move first."))
        _move(request, entry, moves)


def _move(request: HttpRequest, entry: PuzzleEntry, moves: list[str]) -> None:
    """Make the move, and record whether it is the answer."""
    if len(moves) != 1:
        raise MalformedInput
    with moves_checked():
        board_after(entry, moves)
    is_found = is_answer(entry, moves[0])
    progress, day = progress_of(request.user, request.session, entry), today()
    if is_found and puzzle_on(day) == entry and (progress is None or progress.shown_on != day):
        streak_day(request.user, request.session, day)
    puzzle_answered(
        request.user, request.session, entry, found=is_found and not (progress and progress.shown_on)
    )
    _store_try(request.session, entry, Tried(tuple(moves)))


def _show(request: HttpRequest, entry: PuzzleEntry) -> None:
    """Show the answer. From now on, finding the move no longer counts."""
    puzzle_answered(request.user, request.session, entry, found=False, shown=today())
    _store_try(request.session, entry, Tried((best_move(entry),), shown=True))


def _store_try(session: SessionBase, entry: PuzzleEntry, tried: Tried) -> None:
    session[_TRIED] = {"puzzle": list(entry.result_key), "moves": list(tried.moves), "shown": tried.shown}
