"""What a reader reports to the moderators, and what they have decided about the reader."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access import table_for
from games.errors import TableError
from games.models import Report, TalkLine
from games.presenters import PRESENTERS
from games.report_form import ReportForm, SubjectForm
from games.selectors.decisions import decisions_about, reports_by
from games.services.decisions_read import decision_read as service_read
from games.services.reports import report_make
from games.views.answers import number_in, player_required, refuse, say


@dataclass(frozen=True)
class Subject:
    """What a report is about, as the reader may see it."""

    about: str
    rows: dict[str, Any]  # as the service takes them
    words: str
    quoted: str
    back: str


@require_http_methods(["GET", "POST"])
@never_cache
@player_required
def report(request: HttpRequest) -> HttpResponse:
    """Report a table (`?table=`), a line of talk (`?line=`) or a name (`?table=&person=`)."""
    subject = _subject_of(request)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask(request, subject, form, status=422 if form.is_bound else 200)
    try:
        report_make(request.user, about=subject.about, text=form.cleaned_data["text"], **subject.rows)
    except TableError as error:
        return refuse(request, error, subject.back)
    say(request, _("The moderators have your report. What comes of it stands on your page of decisions."))
    return redirect(subject.back)


def _ask(request: HttpRequest, subject: Subject, form: ReportForm, *, status: int) -> HttpResponse:
    return render(request, "games/report.html", {"subject": subject, "form": form}, status=status)


def _subject_of(request: HttpRequest) -> Subject:
    """What the query names, if the reader may see it; raises Http404."""
    form = SubjectForm(request.GET)
    if not form.is_valid():
        raise Http404(_("There is nothing to report at this address."))
    data = form.cleaned_data
    if data["line"]:
        return _line_subject(request.user, data["line"])
    return _table_subject(request.user, data["table"], data["person"])


def _line_subject(user: Any, line_id: int) -> Subject:
    line = (
        TalkLine.objects.filter(pk=line_id, is_hidden=False).exclude(user=user).select_related("user").first()
    )
    if line is None:
        raise Http404(_("There is nothing to report at this address."))
    table = table_for(user, line.table_id)
    rows = {"line": line, "table": table, "person": line.user}
    words = _("%(name)s wrote at table %(number)s:") % {"name": line.user, "number": table.pk}
    return Subject(Report.About.LINE, rows, words, line.text, reverse("table", args=[table.pk]))


def _table_subject(user: Any, table_id: int, person_id: int | None) -> Subject:
    table = table_for(user, table_id)
    back, title = reverse("table", args=[table.pk]), PRESENTERS[table.title].name
    place = {"title": title, "number": table.pk}
    if not person_id:
        words = _("About table %(number)s of %(title)s.") % place
        return Subject(Report.About.TABLE, {"table": table, "person": None}, words, "", back)
    seat = table.seats.filter(user=person_id).exclude(user=user).select_related("user").first()
    if seat is None:
        raise Http404(_("There is nothing to report at this address."))
    words = _("About the name of somebody at table %(number)s of %(title)s:") % place
    return Subject(Report.About.NAME, {"table": table, "person": seat.user}, words, str(seat.user), back)


@require_GET
@never_cache
@player_required
def decisions(request: HttpRequest) -> HttpResponse:
    """What was decided about the reader, and what became of the reader's reports."""
    before = number_in(request, "before")
    slice_, lines = decisions_about(request.user, before)
    reports = [] if before else reports_by(request.user)
    return render(request, "games/decisions.html", {"slice": slice_, "lines": lines, "reports": reports})


@require_POST
@player_required
def decision_read(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Note that the reader has read a decision, and go back to where that was."""
    if not service_read(request.user, decision_id):
        raise Http404(_("There is no such decision about you."))
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if is_ours else "decisions")
