"""Filters for the list of tables: by title, waiting time, open reports and time-outs."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import Report, Seat, Table
from games.presenters import PRESENTERS

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
