"""Pages and POSTs for chat, private notes and blocks. Chat and note are also part of the table's page."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games.errors import ChangedMeanwhile, MalformedInput, NotPossible, TableError
from games.ledger.blocks import person_block, person_unblock
from games.models import PrivateNote, Table
from games.models.talk import NOTE_LENGTH
from games.pages.paging import number_in, page_key_in
from games.pages.rate_limit import check_rate_limit
from games.pages.read_only import writing_if_possible
from games.pages.responses import (
    PlayerRequest,
    add_retry_after,
    is_partial_request,
    player_page,
    player_post,
    refuse,
    say,
)
from games.presenters import PRESENTERS
from games.tables.access import seat_of, table_for
from games.tables.unit_of_work import seats_of
from games.talk import services
from games.talk.selectors import OLDER, Talk, blocks_of, find_person, note_of, talk_of

_SLACK = 4  # times as long as the stored text, because line breaks arrive as two characters


class NoteForm(forms.Form):
    """A private note, and the version that the form was made from."""

    text = forms.CharField(max_length=_SLACK * NOTE_LENGTH, strip=False, required=False)
    seen = forms.CharField(max_length=40, required=False)

    def clean_seen(self) -> datetime | None:
        """The time when that version was saved; None for a new note."""
        word: str = self.cleaned_data["seen"]
        try:
            found = parse_datetime(word) if word else None
        except ValueError:
            found = None
        if word and (found is None or found.tzinfo is None):
            raise forms.ValidationError(_("Expected a time."), code="moment")
        return found


class BlockForm(forms.Form):
    """The person to block: by user name, or as the author of a message or an invitation."""

    name = forms.CharField(label=gettext_lazy("User name"), max_length=150, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)
    invitation = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Require at least one way of naming the person."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not any(data.values()):
            raise forms.ValidationError(_("Enter the user name of the player to block."), code="nobody")
        return data


@require_safe
@never_cache
def table_talk(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the chat of a table, or the messages before `?before=`. A script gets only the latest messages.

    Opening this page marks its messages as read. The table's page does that by a POST, once messages are visible.
    """
    found = table_for(request.user, table_id)
    if is_partial_request(request):
        return _part(request, found)
    before = page_key_in(request)
    talk = _talk(request, found, before=before, size=OLDER)
    if before is None and talk.unread and request.user.is_authenticated:
        with writing_if_possible():
            services.talk_read(request.user, found, line_id=talk.newest)
    return _page(request, found, talk, is_older=before is not None)


def _talk(request: HttpRequest, found: Table, **limits: Any) -> Talk:
    return talk_of(request.user, found, seats_of(found), **limits)


def _part(request: HttpRequest, found: Table) -> HttpResponse:
    context = {"table": found, "talk": _talk(request, found)}
    return _vary_by_htmx(render(request, "talk/partials/talk_part.html", context))


def _page(
    request: HttpRequest, found: Table, talk: Talk, *, status: int = 200, **context: Any
) -> HttpResponse:
    usual = {
        "table": found, "presenter": PRESENTERS[found.title], "talk": talk, "is_older": False, "said": "",
        "problem": "",
    }  # fmt: skip
    return _vary_by_htmx(render(request, "talk/talk.html", {**usual, **context}, status=status))


def _vary_by_htmx(answer: HttpResponse) -> HttpResponse:
    answer["Vary"] = "HX-Request, Cookie"
    return answer


@player_post
def line_say(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Send a chat message (field `text`). A refused text stays in the form."""
    found = table_for(request.user, table_id)
    try:
        for action in ("talk", "talk-long"):
            check_rate_limit(request.user, action)
        services.line_say(request.user, found.pk, text=request.POST.get("text", ""))
    except TableError as error:
        return add_retry_after(_line_refused(request, found, error), error)
    if is_partial_request(request):
        return _part(request, found)
    name = "table_talk" if "page" in request.POST else "table"
    return redirect(reverse(name, args=[found.pk]) + "#talk")


def _line_refused(request: HttpRequest, found: Table, error: TableError) -> HttpResponse:
    """Show why a message was refused. Without scripts, show the chat page with the text still in its form."""
    if is_partial_request(request):
        context = {"problem": error.sentence}
        return render(request, "talk/partials/talk_problem.html", context, status=error.status)
    talk, kept = _talk(request, found, size=OLDER), request.POST.get("text", "")
    return _page(request, found, talk, status=error.status, said=kept, problem=error.sentence)


@player_post
def talk_read(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Mark the chat as read up to a message (field `line`)."""
    found = table_for(request.user, table_id)
    line = number_in(request.POST, "line")
    if not line or seat_of(request.user, found.seats.all()) is None:
        return refuse(request, MalformedInput(), reverse("table", args=[found.pk]))
    services.talk_read(request.user, found, line_id=line)
    if is_partial_request(request):
        return HttpResponse(status=204)
    return redirect(reverse("table", args=[found.pk]) + "#talk")


@sensitive_post_parameters("text")
@player_page
def private_note(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show the reader's note at a table. A POST of `text` and `seen` saves it."""
    found = table_for(request.user, table_id)
    if seat_of(request.user, found.seats.all()) is None:
        raise Http404(_("There is no such table, or it is not open to you."))
    if request.method != "POST":
        return _note(request, found, note_of(request.user, found))
    form = NoteForm(request.POST)
    try:
        check_rate_limit(request.user, "move")
        if not form.is_valid():
            raise MalformedInput
        services.note_save(
            request.user, found.pk, text=form.cleaned_data["text"], seen_at=form.cleaned_data["seen"]
        )
    except TableError as error:
        return add_retry_after(_note_refused(request, found, error), error)
    if not is_partial_request(request):
        return redirect(reverse("table", args=[found.pk]) + "#note")
    return _note(request, found, note_of(request.user, found), is_saved=True)


def _note_refused(request: PlayerRequest, found: Table, error: TableError) -> HttpResponse:
    """Show the form with the text as typed. If another version was saved meanwhile, show it too; saving replaces it."""
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
    request: HttpRequest, found: Table, noted: PrivateNote, *, status: int = 200, **context: Any
) -> HttpResponse:
    template = "talk/partials/note_form.html" if is_partial_request(request) else "talk/note.html"
    usual = {
        "table": found, "presenter": PRESENTERS[found.title], "written": noted.text, "version": noted.version,
        "kept": "", "problem": "", "is_saved": False,
    }  # fmt: skip
    return _vary_by_htmx(render(request, template, {**usual, **context}, status=status))


@player_page
def blocks(request: PlayerRequest) -> HttpResponse:
    """Show the reader's blocks. A POST adds one, or removes one with `unblock`. The query may name a person to add."""
    if request.method != "POST":
        return _blocks_page(
            request, BlockForm(request.GET if {"line", "invitation", "name"} & set(request.GET) else None)
        )
    if "unblock" in request.POST:
        if person := number_in(request.POST, "unblock"):
            person_unblock(request.user, person)
        say(request, _("Done."))
        return redirect("blocks")
    form = BlockForm(request.POST)
    try:
        return _add_block(request, form)
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return _blocks_page(request, form, status=error.status)


def _add_block(request: PlayerRequest, form: BlockForm) -> HttpResponse:
    if not form.is_valid():
        return _blocks_page(request, form, status=422)
    person = find_person(request.user, **form.cleaned_data)
    if person is None:
        raise NotPossible(_("There is no player with that name."))
    person_block(request.user, person)
    say(request, _("%(name)s is blocked.") % {"name": person})
    return redirect("blocks")


def _blocks_page(request: PlayerRequest, form: BlockForm, *, status: int = 200) -> HttpResponse:
    """The page of blocks, with a question about the person in the query."""
    is_asked = request.method != "POST" and form.is_bound and form.is_valid()
    meant = find_person(request.user, **form.cleaned_data) if is_asked else None
    found = list(blocks_of(request.user))
    context = {
        "form": form if request.method == "POST" else BlockForm(), "blocks": found,
        "meant": None if meant in [block.person for block in found] else meant,
        "asked": form.cleaned_data if meant is not None else {},
    }  # fmt: skip
    return render(request, "talk/blocks.html", context, status=status)
