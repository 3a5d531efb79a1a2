"""Tables for moderators. Secrets of running games are never shown without being recorded as looked at."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.admin.base import ReadOnly
from games.models import Seat, Table


class SeatInline(admin.TabularInline):
    """The seats of a table."""

    model = Seat
    fields = (
        "number", "user", "is_awaited", "awaited_since", "deadline", "timeouts", "is_offered", "has_left", "rank",
        "score",
    )  # fmt: skip
    readonly_fields = fields
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Seats are taken on the site."""
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables with their seats; state and seed stay in the database."""

    list_display = ("id", "title", "status", "admission", "seat_count", "ply", "creator", "created_at")
    list_filter = ("status", "title", "admission")
    search_fields = ("=id", "seats__user__username")
    list_select_related = ("creator",)
    exclude = ("state", "seed", "token")
    inlines = (SeatInline,)
