"""Failed tasks and replay differences, read-only."""

from django.contrib import admin

from games.models import ReplayDifference, TaskFailure
from games.pages.admin import ReadOnly


@admin.register(TaskFailure)
class TaskFailureAdmin(ReadOnly):
    """Work that raised an error: how often, and until when it rests."""

    list_display = ("task", "about", "error", "count", "first_at", "last_at", "retry_at")
    list_filter = ("task",)
    search_fields = ("about", "error")
    ordering = ("-last_at",)


@admin.register(ReplayDifference)
class ReplayDifferenceAdmin(ReadOnly):
    """Running tables whose logs do not lead to their snapshots under today's rules. The snapshots stay valid."""

    list_display = ("table", "why", "rules_version", "found_at")
    search_fields = ("=table__id",)
    list_select_related = ("table",)
    ordering = ("-found_at",)
