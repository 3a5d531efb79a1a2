"""Table talk, and what a player notes for nobody else. Both stand in the page of a table and have one of their own."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import services
from games.access import seat_of, table_for
from games.errors import ChangedMeanwhile, MalformedInput, TableError
from games.models import Table
from games.patience import expect_patience
from games.presenters import PRESENTERS
from games.selectors.private_notes import Noted, note_of
from games.selectors.talk import OLDER, Talk, talk_of
from games.talk_forms import LineForm, NoteForm, ReadForm
from games.views.answers import is_part, number_in, player_required, refuse, say_when


@require_GET
@never_cache
def table_talk(request: HttpRequest, table_id: int) -> HttpResponse:
    """What was said at a table, before line `?before=` if that is given; to a script only the latest lines.

    Who opens this page has read what it shows; the page of the table tells so by a post, once it was in sight.
    """
    found = table_for(request.user, table_id)
    if is_part(request):
        return _part(request, found)
    before = number_in(request, "before")
    talk = _talk(request, found, before=before, size=OLDER)
    if before is None and talk.unread:
        services.talk_read(request.user, found, line_id=talk.newest)
    return _page(request, found, talk, is_older=before is not None)


def _talk(request: HttpRequest, found: Table, **limits: Any) -> Talk:
    seats = list(found.seats.select_related("user").order_by("number"))
    return talk_of(request.user, found, seats, **limits)


def _part(request: HttpRequest, found: Table) -> HttpResponse:
    context = {"table": found, "talk": _talk(request, found)}
    return _varied(render(request, "games/partials/talk_part.html", context))


def _page(
    request: HttpRequest, found: Table, talk: Talk, *, status: int = 200, **context: Any
) -> HttpResponse:
    usual = {
        "table": found, "presenter": PRESENTERS[found.title], "talk": talk, "is_older": False, "said": "",
        "problem": "",
    }  # fmt: skip
    return _varied(render(request, "games/talk.html", {**usual, **context}, status=status))


def _varied(answer: HttpResponse) -> HttpResponse:
    answer["Vary"] = "HX-Request, Cookie"
    return answer


@require_POST
@never_cache
@player_required
def line_say(request: HttpRequest, table_id: int) -> HttpResponse:
    """Say something at a table: field `text`. What is refused is kept in the form."""
    found = table_for(request.user, table_id)
    form = LineForm(request.POST)
    try:
        for action in ("talk", "talk-long"):
            expect_patience(request.user, action)
        if not form.is_valid():
            raise MalformedInput
        services.line_say(request.user, found.pk, text=form.cleaned_data["text"])
    except TableError as error:
        return say_when(_line_refused(request, found, error), error)
    if is_part(request):
        return _part(request, found)
    name = "table_talk" if "page" in request.POST else "table"
    return redirect(reverse(name, args=[found.pk]) + "#talk")


def _line_refused(request: HttpRequest, found: Table, error: TableError) -> HttpResponse:
    """Why, and for who has no scripts the page of the talk with what was written still in its form."""
    if is_part(request):
        context = {"problem": error.sentence}
        return render(request, "games/partials/talk_problem.html", context, status=error.status)
    talk, kept = _talk(request, found, size=OLDER), request.POST.get("text", "")
    return _page(request, found, talk, status=error.status, said=kept, problem=error.sentence)


@require_POST
@never_cache
@player_required
def talk_read(request: HttpRequest, table_id: int) -> HttpResponse:
    """Note that the talk was shown up to a line: field `line`."""
    found = table_for(request.user, table_id)
    form = ReadForm(request.POST)
    if not form.is_valid() or seat_of(request.user, list(found.seats.all())) is None:
        return refuse(request, MalformedInput(), reverse("table", args=[found.pk]))
    services.talk_read(request.user, found, line_id=form.cleaned_data["line"])
    if is_part(request):
        return HttpResponse(status=204)
    return redirect(reverse("table", args=[found.pk]) + "#talk")


@sensitive_post_parameters("text")
@require_http_methods(["GET", "POST"])
@never_cache
@player_required
def private_note(request: HttpRequest, table_id: int) -> HttpResponse:
    """What the reader notes at a table: shown, and kept on a post of `text` and `seen`."""
    found = table_for(request.user, table_id)
    if seat_of(request.user, list(found.seats.all())) is None:
        raise Http404(_("There is no such table, or it is not open to you."))
    if request.method == "GET":
        return _note(request, found, note_of(request.user, found))
    form = NoteForm(request.POST)
    try:
        expect_patience(request.user, "move")
        if not form.is_valid():
            raise MalformedInput
        services.note_save(
            request.user, found.pk, text=form.cleaned_data["text"], seen_at=form.cleaned_data["seen"]
        )
    except TableError as error:
        return say_when(_note_refused(request, found, error), error)
    if not is_part(request):
        return redirect(reverse("table", args=[found.pk]) + "#note")
    return _note(request, found, note_of(request.user, found), is_saved=True)


def _note_refused(request: HttpRequest, found: Table, error: TableError) -> HttpResponse:
    """The form with what was typed. Where another note was kept meanwhile, that is shown beside, and saving again
    replaces it knowingly; otherwise the form still knows which note it began with.
    """
    kept = note_of(request.user, found)
    is_other = isinstance(error, ChangedMeanwhile)
    context: dict[str, Any] = {
        "problem": error.sentence,
        "written": request.POST.get("text", ""),
        "version": kept.version if is_other else request.POST.get("seen", "")[:40],
        "kept": kept.text if is_other else "",
    }
    return _note(request, found, kept, status=error.status, **context)


def _note(
    request: HttpRequest, found: Table, noted: Noted, *, status: int = 200, **context: Any
) -> HttpResponse:
    template = "games/partials/note_form.html" if is_part(request) else "games/note.html"
    usual = {
        "table": found, "presenter": PRESENTERS[found.title], "written": noted.text, "version": noted.version,
        "kept": "", "problem": "", "is_saved": False,
    }  # fmt: skip
    return _varied(render(request, template, {**usual, **context}, status=status))
