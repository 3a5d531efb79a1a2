"""Tables in the admin: filters that find problems, each table's history, and the acts."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Report, Seat, Table
from games.moderation.admin.table_views import ACTS, EXTEND_ALL, TableViews
from games.moderation.services.decisions import expect_impartial
from games.moderation.table_page import TablePage, table_page
from games.pages.admin import ActingAdmin
from games.pages.paging import NUMBER, page_key_in
from games.presenters import PRESENTERS

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

_SPANS = (1, 3, 7, 30)  # days


class TitleFilter(admin.SimpleListFilter):
    """Filters by title. Includes titles that nobody has played."""

    title = _("game")
    parameter_name = "title"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """All titles with their names."""
        return [(slug, presenter.name) for slug, presenter in PRESENTERS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables of the chosen title."""
        return queryset.filter(title=self.value()) if self.value() in PRESENTERS else queryset


class WaitingFilter(admin.SimpleListFilter):
    """Filters by how long a table has been waiting for a player."""

    title = _("waiting for longer than")
    parameter_name = "waiting"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterator[tuple[str, str]]:
        """The numbers of days to choose from."""
        for days in _SPANS:
            yield str(days), ngettext("%(num)d day", "%(num)d days", days) % {"num": days}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables where a player has been awaited for at least the chosen time."""
        days = next((each for each in _SPANS if str(each) == self.value()), None)
        if days is None:
            return queryset
        since = timezone.now() - timedelta(days=days)
        waiting = Seat.objects.filter(is_awaited=True, awaited_since__lte=since)
        return queryset.filter(pk__in=waiting.values("table_id"))


class _YesFilter(admin.SimpleListFilter):
    """A filter with one choice: all tables, or only those that match."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Only "yes", because nobody needs the opposite."""
        return [("yes", _("Yes"))]


class ReportedFilter(_YesFilter):
    """Tables with an open report."""

    title = _("reported")
    parameter_name = "reported"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables that have an open report."""
        waiting = Report.objects.filter(closed_at__isnull=True, table__isnull=False)
        return queryset.filter(pk__in=waiting.values("table_id")) if self.value() == "yes" else queryset


class TimeoutFilter(_YesFilter):
    """Tables where a seat has timed out and has not moved since."""

    title = _("with time-outs")
    parameter_name = "timeouts"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Running tables with at least one such seat."""
        late = Seat.objects.filter(table=OuterRef("pk"), timeouts__gt=0, is_live=True)
        return (
            queryset.filter(Exists(late), status=Table.Status.RUNNING) if self.value() == "yes" else queryset
        )


class _ListColumns(TypedDict):
    """The annotations that the list of tables adds."""

    waiting_since: datetime | None
    most_timeouts: int | None
    open_reports: int


_Row: TypeAlias = "WithAnnotations[Table, _ListColumns]"


def _with_list_columns(rows: QuerySet[Table]) -> QuerySet[_Row]:
    """Annotate tables with the columns of the list: waiting time, consecutive time-outs, open reports."""
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by()
    waiting = seats.filter(is_awaited=True).order_by("awaited_since")
    reports = Report.objects.filter(table=OuterRef("pk"), closed_at__isnull=True).order_by()
    counted = reports.values("table").annotate(count=Count("pk")).values("count")
    return rows.annotate(
        waiting_since=Subquery(waiting.values("awaited_since")[:1]),
        most_timeouts=Subquery(seats.order_by("-timeouts").values("timeouts")[:1]),
        open_reports=Coalesce(Subquery(counted), 0),
    )


@admin.register(Table)
class TableAdmin(TableViews, ActingAdmin):
    """Tables. Their secrets are shown only on pages that record the access."""

    list_display = ("number", "title_name", "status", "held", "waits", "late", "reported", "players")
    list_filter = (
        "status", "is_held", WaitingFilter, ReportedFilter, TimeoutFilter, TitleFilter, "admission",
    )  # fmt: skip
    search_fields = ("number or name",)
    search_help_text = _("A table number, or the beginning of a user name")
    ordering = ("-pk",)
    fields = ("status",)  # the template shows the rest
    acts = ACTS
    change_form_template = "admin/games/table/change_form.html"
    change_list_template = "admin/games/table/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Tables without their states. The list also gets its extra columns."""
        rows: QuerySet[Table] = super().get_queryset(request).defer("state", "seed").select_related("creator")
        rows = rows.prefetch_related("seats__user")
        match = request.resolver_match
        return (
            _with_list_columns(rows)
            if match is not None and match.url_name == "games_table_changelist"
            else rows
        )

    def expect(self, by: User, row: Table) -> None:
        """Raise NotAllowed if `by` has or had a seat at the table."""
        expect_impartial(by, row, list(row.seats.all()))

    def page_of(self, request: HttpRequest, row: Table) -> TablePage:
        """Everything about the table that is not secret."""
        return table_page(row.pk, before=page_key_in(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Table], search_term: str
    ) -> tuple[QuerySet[Table], bool]:
        """Search by table number, or by the beginning of a player's user name."""
        term = search_term.strip().removeprefix("#")
        if not term:
            return queryset, False
        if NUMBER.fullmatch(term):
            return queryset.filter(pk=term), False
        mine = Seat.objects.filter(table=OuterRef("pk"), user__username__istartswith=term)
        return queryset.filter(Exists(mine)), False

    @admin.display(description=_("table"), ordering="pk")
    def number(self, table: Table) -> str:
        """The table number, as players see it."""
        return f"#{table.pk}"

    @admin.display(description=_("game"), ordering="title")
    def title_name(self, table: Table) -> str:
        """The name of the title."""
        return str(PRESENTERS[table.title].name)

    @admin.display(description=_("paused"))
    def held(self, table: Table) -> str:
        """The word "paused" if a moderator holds the table."""
        return str(_("paused")) if table.is_held else ""

    @admin.display(description=_("players"))
    def players(self, table: Table) -> str:
        """The players in seat order."""
        seats = sorted(table.seats.all(), key=lambda seat: seat.number)
        return ", ".join(str(seat.user or "-") for seat in seats)

    @admin.display(description=_("waiting"), ordering="waiting_since", empty_value="")
    def waits(self, table: _Row) -> str | None:
        """How long the table has been waiting for a player."""
        return None if table.waiting_since is None else timesince(table.waiting_since, depth=1)

    @admin.display(description=_("time-outs"), ordering="most_timeouts")
    def late(self, table: _Row) -> int:
        """The highest number of consecutive time-outs of any seat."""
        return table.most_timeouts or 0

    @admin.display(description=_("reports"), ordering="open_reports")
    def reported(self, table: _Row) -> int:
        """The number of open reports."""
        return table.open_reports

    def get_urls(self) -> list[URLPattern]:
        """Add the URL of the page that gives time to all tables."""
        extend_all = path(
            "extend-all/", self.admin_site.admin_view(self.extend_all_view), name="games_table_extend_all"
        )
        return [extend_all, *super().get_urls()]

    def extend_all_view(self, request: HttpRequest) -> HttpResponse:
        """Ask how many days and why, then start the bulk extension."""
        if not request.user.has_perm(EXTEND_ALL.permission):
            raise PermissionDenied
        if asked := self.perform(request, None, EXTEND_ALL):
            return asked
        messages.success(request, _("All active tables will get the extra time within a few minutes."))
        return redirect("admin:games_decision_changelist")
