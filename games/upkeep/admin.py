"""Failed tasks and replay differences, read-only."""

from django.contrib import admin

from games.models import ReplayDifference, TaskFailure
from games.pages.admin import ReadOnly


@admin.register(TaskFailure)
class TaskFailureAdmin(ReadOnly):
    """Tasks that raised errors: how often, and when they are retried."""

    list_display = ("task", "about", "error", "count", "first_at", "last_at", "retry_at")
    list_filter = ("task",)
    search_fields = ("about", "error")
    ordering = ("-last_at",)


@admin.register(ReplayDifference)
class ReplayDifferenceAdmin(ReadOnly):
    """Running tables where replaying the log does not give the snapshot under the current rules.

    The snapshot stays in force.
    """

    list_display = ("table", "why", "rules_version", "found_at")
    search_fields = ("=table__id",)
    list_select_related = ("table",)
    ordering = ("-found_at",)
