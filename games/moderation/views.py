"""Pages for reporting to the moderators, and for reading decisions about oneself."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.circles.selectors import circle_for
from games.errors import TableError
from games.ledger.circles import is_member
from games.models import Circle, Report, Seat, Table, TalkLine
from games.models.moderation import TEXT_LENGTH
from games.moderation.selectors import decisions_about, reports_by
from games.moderation.services.decisions import decision_acknowledge
from games.moderation.services.reports import report_make
from games.pages.paging import number_in, page_key_in
from games.pages.responses import PlayerRequest, player_required, refuse, say
from games.presenters import PRESENTERS
from games.tables.access import table_for


class ReportForm(forms.Form):
    """Asks what is wrong and, for a table, whether the report is about the table or a player's name."""

    person = forms.TypedChoiceField(
        label=gettext_lazy("What is it about?"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=gettext_lazy("What is wrong?"), max_length=TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, seats: Iterable[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(seat.user_id, _("The name “%(name)s”") % {"name": seat.user}) for seat in seats]
        field: Any = self.fields["person"]
        field.choices = [("", _("The table: the way it is played, or its chat")), *names]
        if not names:
            del self.fields["person"]


@dataclass(frozen=True)
class Subject:
    """The subject of a report, as the reader may see it."""

    table: Table | None
    words: str
    line: TalkLine | None = None
    seats: tuple[Seat, ...] = ()  # players whose names can be reported
    person: User | None = None  # the player whose page is reported
    circle: Circle | None = None

    @property
    def back(self) -> str:
        """The URL of the table, the circle or the player, to return to."""
        if self.circle is not None:
            return reverse("circle", args=[self.circle.pk])
        if self.table is None:
            return reverse("player", args=[self.person.username]) if self.person else "/"
        return reverse("table", args=[self.table.pk])

    def rows(self, person_id: int | None) -> dict[str, Any]:
        """The arguments for `report_make`."""
        if self.line is not None:
            return {
                "about": Report.About.LINE,
                "table": self.table,
                "line": self.line,
                "person": self.line.user,
                "circle": self.circle,
            }
        if self.circle is not None:
            return {"about": Report.About.CIRCLE, "circle": self.circle}
        person = next((seat.user for seat in self.seats if seat.user_id == person_id), self.person)
        about = Report.About.TABLE if person is None else Report.About.NAME
        return {"about": about, "table": self.table, "line": None, "person": person}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@player_required
def report(request: PlayerRequest) -> HttpResponse:
    """Report a chat message (`?line=`), a circle (`?circle=`), a player (`?player=`), or a table (`?table=`).

    With `person=`, it is about a name there.
    """
    subject = _subject_of(request)
    asked = {"person": number_in(request.GET, "person")}
    form = ReportForm(subject.seats, request.POST if request.method == "POST" else None, initial=asked)
    if not form.is_valid():
        context = {"subject": subject, "form": form}
        return render(request, "moderation/report.html", context, status=422 if form.is_bound else 200)
    return _make_report(request, subject, form)


def _subject_of(request: PlayerRequest) -> Subject:
    table, line, circle = (number_in(request.GET, name) for name in ("table", "line", "circle"))
    name = request.GET.get("player", "")
    if [bool(table), bool(line), bool(circle), bool(name)].count(True) != 1:
        raise Http404(_("Page not found."))
    if circle:
        return _circle_of(request.user, circle)
    if name:
        return _player_named(request.user, name)
    return _line_of(request.user, line) if line else _table_of(request.user, table or 0)


def _player_named(user: User, name: str) -> Subject:
    people = User.objects.filter(username=name, kind__in=User.ACCOUNTS, erased_at=None).exclude(pk=user.pk)
    person = people.first()
    if person is None:
        raise Http404(_("Page not found."))
    return Subject(None, _("About the player %(name)s.") % {"name": person}, person=person)


def _make_report(request: PlayerRequest, subject: Subject, form: ReportForm) -> HttpResponse:
    data = form.cleaned_data
    try:
        report_make(request.user, text=data["text"], **subject.rows(data.get("person")))
    except TableError as error:
        return refuse(request, error, subject.back)
    say(request, _("Thanks, the moderators have your report. You'll find the outcome under Decisions."))
    return redirect(subject.back)


def _table_of(user: User, table_id: int) -> Subject:
    """The table as a subject, if the reader may see it. Raises Http404."""
    table = table_for(user, table_id)
    words = _("About %(title)s, table %(number)s.") % {
        "title": PRESENTERS[table.title].name, "number": table.pk,
    }  # fmt: skip
    seats = table.seats.exclude(user=None).exclude(user=user).select_related("user").order_by("number")
    return Subject(table, words, seats=tuple(seats))


def _line_of(user: User, line_id: int) -> Subject:
    lines = TalkLine.objects.filter(pk=line_id, is_hidden=False).exclude(user=user)
    line = lines.select_related("user").first()
    if line is None:
        raise Http404(_("Page not found."))
    if line.table_id is None:
        circle = circle_for(user, line.circle_id or 0)
        words = _("%(name)s wrote in the circle %(circle)s:") % {"name": line.user, "circle": circle}
        if not is_member(user, circle.pk):  # everybody sees a public circle, but only members read its chat
            raise Http404(_("Page not found."))
        return Subject(None, words, line=line, circle=circle)
    table = table_for(user, line.table_id)
    words = _("%(name)s wrote at table %(number)s:") % {"name": line.user, "number": table.pk}
    return Subject(table, words, line=line)


def _circle_of(user: User, circle_id: int) -> Subject:
    """The circle as a subject, if the reader may see it. Raises Http404."""
    circle = circle_for(user, circle_id)
    return Subject(None, _("About the circle %(name)s.") % {"name": circle}, circle=circle)


@require_safe
@never_cache
@player_required
def decisions(request: PlayerRequest) -> HttpResponse:
    """Show decisions about the reader, and the outcomes of the reader's reports."""
    before = page_key_in(request)
    slice_, lines = decisions_about(request.user, before)
    reports = [] if before else reports_by(request.user)
    return render(request, "moderation/decisions.html", {"slice": slice_, "lines": lines, "reports": reports})


@require_POST
@player_required
def decision_read(request: PlayerRequest, decision_id: int) -> HttpResponse:
    """Record that the reader has read a decision, and return to the page."""
    if not decision_acknowledge(request.user, decision_id):
        raise Http404(_("Page not found."))
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if is_ours else "decisions")
