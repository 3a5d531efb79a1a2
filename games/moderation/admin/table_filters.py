"""What tables are looked for by: how long they wait, whether they were reported, whether somebody ran out of time."""

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

__all__ = ["ReportedFilter", "TimeoutFilter", "TitleFilter", "WaitingFilter"]

_SPANS = (1, 3, 7, 30)  # days


class TitleFilter(admin.SimpleListFilter):
    """By title, whether anybody has played it yet or not."""

    title = _("title")
    parameter_name = "title"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every title by its name."""
        return [(slug, presenter.name) for slug, presenter in PRESENTERS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables of the title."""
        return queryset.filter(title=self.value()) if self.value() in PRESENTERS else queryset


class WaitingFilter(admin.SimpleListFilter):
    """By how long a table has waited for somebody."""

    title = _("waiting for longer than")
    parameter_name = "waiting"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterator[tuple[str, str]]:
        """Some days."""
        for days in _SPANS:
            yield str(days), ngettext("%(num)d day", "%(num)d days", days) % {"num": days}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables at which somebody is awaited since before then."""
        days = next((each for each in _SPANS if str(each) == self.value()), None)
        if days is None:
            return queryset
        since = timezone.now() - timedelta(days=days)
        waiting = Seat.objects.filter(is_awaited=True, awaited_since__lte=since)
        return queryset.filter(pk__in=waiting.values("table_id"))


class _YesFilter(admin.SimpleListFilter):
    """All tables, or only those of which something is so."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Only yes: the contrary is nothing that one looks for."""
        return [("yes", _("Yes"))]


class ReportedFilter(_YesFilter):
    """Tables with a report that nobody has closed yet."""

    title = _("reported")
    parameter_name = "reported"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Tables that are in the queue of reports."""
        waiting = Report.objects.filter(closed_at__isnull=True, table__isnull=False)
        return queryset.filter(pk__in=waiting.values("table_id")) if self.value() == "yes" else queryset


class TimeoutFilter(_YesFilter):
    """Tables at which a seat that is in the game has run out of time, and not played since."""

    title = _("with time-outs")
    parameter_name = "timeouts"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """Running tables with such a seat."""
        late = Seat.objects.filter(table=OuterRef("pk"), timeouts__gt=0, is_live=True)
        return (
            queryset.filter(Exists(late), status=Table.Status.RUNNING) if self.value() == "yes" else queryset
        )
