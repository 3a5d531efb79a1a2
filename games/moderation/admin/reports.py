"""The queue of reports, and the chat: moderators can read and hide all messages, but no private notes and no blocks."""

from typing import Any

from django.contrib import admin
from django.db.models import F, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.models import Report, TalkLine
from games.moderation.admin.forms import reason_form
from games.moderation.selectors import reports_readable_by
from games.moderation.services import reports
from games.moderation.services.circles import expect_outside
from games.moderation.services.decisions import expect_impartial
from games.pages.admin import Act, ActingAdmin, moderator_of

CHANGE = "games.change_report"
NoteForm = reason_form(_("Only moderators can read this."), pgettext_lazy("of a moderator", "Note"))
OutcomeForm = reason_form(_("The person who reported it can read this."), _("Outcome"))


def _link(page: str, row: Model | None, words: str = "") -> str:
    return (
        "–" if row is None else format_html('<a href="{}">{}</a>', reverse(page, args=[row.pk]), words or row)
    )


def _is_open(report: Report) -> bool:
    return report.closed_at is None


@admin.register(Report)
class ReportAdmin(ActingAdmin):
    """Reports with their notes."""

    list_display = ("__str__", "beginning", "person", "table", "state", "handler", "made_at")
    list_filter = ("state", "about")
    search_fields = ("=id", "=table__id", "=person__username", "=by__username")
    list_select_related = ("person", "table", "by", "handler")
    fields = (
        "about", "state", "table_link", "circle_link", "person_link", "line_text", "text", "by", "handler", "made_at",
        "closed_at", "notes_text",
    )  # fmt: skip
    readonly_fields = ("table_link", "circle_link", "person_link", "line_text", "notes_text")
    acts = (
        Act(
            "take", _("Assign to me"), _("Other moderators see that you're working on it."),
            CHANGE, lambda by, report, data: reports.report_take(by, report, **data), NoteForm,
            lambda report: report.state == Report.State.NEW,
        ),
        Act(
            "note", _("Add note"), _("Leave a note for other moderators."),
            CHANGE, lambda by, report, data: reports.report_add_note(by, report, **data), NoteForm, _is_open,
        ),
        Act(
            "settle", _("Resolve"), _("Closes the report because you took action."),
            CHANGE, lambda by, report, data: reports.report_close(by, report, state=Report.State.SETTLED, **data),
            OutcomeForm, _is_open,
        ),
        Act(
            "dismiss", _("Dismiss"), _("Closes the report because no action is needed."),
            CHANGE, lambda by, report, data: reports.report_close(by, report, state=Report.State.DISMISSED, **data),
            OutcomeForm, _is_open,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """All reports except those that concern the moderator who reads them."""
        return super().get_queryset(request) & reports_readable_by(moderator_of(request))

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        """Open ones first, oldest first."""
        return [F("closed_at").desc(nulls_first=True), "made_at"]

    def expect(self, by: User, row: Report) -> None:
        """Raise NotAllowed if the report concerns `by`."""
        reports.expect_unconcerned(by, row)

    @admin.display(description=_("table"))
    def table_link(self, report: Report) -> str:
        """A link to the table."""
        return _link("admin:games_table_change", report.table)

    @admin.display(description=_("circle"))
    def circle_link(self, report: Report) -> str:
        """A link to the circle."""
        return _link("admin:games_circle_change", report.circle)

    @admin.display(description=_("person"))
    def person_link(self, report: Report) -> str:
        """A link to the person."""
        return _link("admin:accounts_user_change", report.person)

    @admin.display(description=_("what is wrong"))
    def beginning(self, report: Report) -> str:
        """The first 60 characters of the report."""
        return Truncator(report.text).chars(60)

    @admin.display(description=_("message"))
    def line_text(self, report: Report) -> str:
        """The reported chat message, with a link to the page where it can be removed."""
        return _link("admin:games_talkline_change", report.line, report.line.text if report.line else "")

    @admin.display(description=_("notes"))
    def notes_text(self, report: Report) -> str:
        """The moderators' notes, oldest first."""
        notes = report.notes.select_related("by").order_by("pk")
        rows = (
            (date_format(localtime(note.made_at), "DATETIME_FORMAT"), note.by, note.text) for note in notes
        )
        return format_html_join("", "<p>{} · {}: {}</p>", rows) or "–"


@admin.register(TalkLine)
class TalkLineAdmin(ActingAdmin):
    """Chat messages, newest first."""

    list_display = ("id", "table", "circle", "user", "text", "said_at", "is_hidden")
    list_filter = ("is_hidden",)
    search_fields = ("=table__id", "=user__username")
    search_help_text = _("A table number or a user name")
    ordering = ("-id",)
    fields = ("table", "circle", "user", "seat_shown", "text", "said_at", "is_hidden")
    readonly_fields = ("seat_shown",)
    acts = (
        Act(
            "hide", _("Hide message"),
            _("Readers see that a moderator hid a message. Its author also sees the reason."),
            "games.moderate_table", lambda by, line, data: reports.line_hide(by, line.pk, **data),
            is_possible=lambda line: not line.is_hidden,
        ),
        Act(
            "show", _("Show message again"), _("The message returns to the table's chat."),
            "games.moderate_table", lambda by, line, data: reports.line_show(by, line.pk, **data),
            is_possible=lambda line: line.is_hidden,
        ),
    )  # fmt: skip

    def expect(self, by: User, row: TalkLine) -> None:
        """Raise NotAllowed if `by` has or had a seat at the table, or is in the circle."""
        if row.table is not None:
            expect_impartial(by, row.table, list(row.table.seats.all()))
        elif row.circle is not None:
            expect_outside(by, row.circle)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TalkLine]:
        """Messages with their tables and authors, without the secrets of the tables."""
        lines = super().get_queryset(request).select_related("table", "user", "circle")
        return lines.defer("table__state", "table__seed")
