"""Pages that combine several packages or belong to none: home, about, rules, my tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.presenter import CardEntry, CardIndex, Text
from games.lessons.page import examples_of
from games.pages.blocks import render_blocks
from games.pages.paging import page_key_in
from games.pages.responses import PlayerRequest, player_required
from games.presenters import PRESENTERS
from games.tables import lists
from games.tables.lists import place_in, rows_of, urgent_tables
from games.titles import TITLES

CONTACT_HOLDS = timedelta(days=90)  # until security.txt expires


@require_safe
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """The rules of a title; the query filters its cards."""
    if title not in PRESENTERS:
        raise Http404(_("There is no such game."))
    presenter = PRESENTERS[title]
    context = {
        "presenter": presenter, "game": TITLES[title], "title": title, "examples": examples_of(title),
        "cards": card_search(presenter.cards, request.GET.dict()),
    }  # fmt: skip
    return render(request, [f"{title}/rules.html", "tables/plain/rules.html"], context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The page about this site and the authors of the games."""
    return render(request, "web/about.html", {"presenters": PRESENTERS})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contact for security reports (RFC 9116); 404 if the operator has set none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {timezone.now() + CONTACT_HOLDS:%Y-%m-%dT00:00:00Z}",
        f"Canonical: {settings.SITE_URL}{request.path}",
        "Preferred-Languages: en\n",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """All parts of the site in all states, in development only."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "web/design.html")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page for visitors; players are redirected to their tables."""
    if request.user.is_authenticated:
        return redirect("my_tables")
    return render(request, "web/home.html", {"presenters": PRESENTERS, "games": TITLES})


@require_safe
@player_required
def my_tables(request: PlayerRequest) -> HttpResponse:
    """The reader's tables, most urgent first, starting after the place in `?after=`; `?over=1` shows finished ones."""
    if "over" in request.GET:
        slice_ = lists.finished_tables(request.user, page_key_in(request))
        rows = rows_of((seat.table for seat in slice_), request.user)
        return render(request, "web/my_tables_over.html", {"slice": slice_, "rows": rows})
    after = place_in(request.GET.get("after", ""))
    rows, following = urgent_tables(request.user, after)
    invitations = lists.open_invitations(request.user) if after is None else ()
    context = {
        "rows": rows, "next": following, "is_first": after is None,
        "invitations": invitations, "presenters": PRESENTERS, "games": TITLES,
    }  # fmt: skip
    return render_blocks(request, "web/my_tables.html", context)


MOST = 60  # characters of a search


@dataclass(frozen=True)
class Filter:
    """One filter with its options and the selected one."""

    name: str  # of the field
    label: Text
    values: tuple[str, ...]
    chosen: str  # empty for all


@dataclass(frozen=True)
class CardLine:
    """One card of the list."""

    entry: CardEntry
    words: str  # the searched text, in lower case
    is_shown: bool


@dataclass(frozen=True)
class CardSearch:
    """The list of cards for a search."""

    text: str
    filters: tuple[Filter, ...]
    lines: tuple[CardLine, ...]

    @property
    def count(self) -> int:
        """The number of cards shown."""
        return sum(line.is_shown for line in self.lines)


def card_search(index: CardIndex | None, asked: Mapping[str, str]) -> CardSearch | None:
    """The cards of a title, marked by the search and filters in the query. Unknown filter values are ignored."""
    if index is None:
        return None
    entries = index.entries()
    filters = tuple(
        _filter(number, label, entries, asked.get(f"f{number}", ""))
        for number, label in enumerate(index.filters)
    )
    text = " ".join(asked.get("q", "")[:MOST].split())
    return CardSearch(text, filters, tuple(_line(entry, text, filters) for entry in entries))


def _filter(number: int, label: Text, entries: Sequence[CardEntry], asked: str) -> Filter:
    values = tuple(dict.fromkeys(str(value) for entry in entries for value in entry.groups[number]))
    return Filter(f"f{number}", label, values, asked if asked in values else "")


def _line(entry: CardEntry, text: str, filters: tuple[Filter, ...]) -> CardLine:
    groups = [[str(value) for value in values] for values in entry.groups]
    told = [str(entry.name), str(entry.about), *(value for values in groups for value in values)]
    words = " ".join(told).casefold()
    fits = all(not each.chosen or each.chosen in values for each, values in zip(filters, groups, strict=True))
    return CardLine(entry, words, fits and all(word in words for word in text.casefold().split()))
