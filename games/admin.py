"""Tables, seats, notices and invitations for moderators to look at. Secrets of running games are never shown."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games import deck_admin  # noqa: F401  # registers the decks of Cardline
from games.models import Departure, Invitation, MoveRecord, Notice, Proposal, Seat, Table


class ReadOnly(admin.ModelAdmin):
    """Rows to look at: they are changed by services alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody makes rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is ever deleted."""
        return False


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
    show_full_result_count = False


@admin.register(MoveRecord)
class MoveRecordAdmin(ReadOnly):
    """The log, without what is secret in it."""

    list_display = ("table", "ply", "kind", "cause", "seat", "by", "made_at")
    list_filter = ("kind", "cause")
    search_fields = ("=table__id",)
    list_select_related = ("table", "by")
    fields = (*list_display, "undoable", "rules_version")
    show_full_result_count = False


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """What people were told, and what was not sent and why."""

    list_display = (
        "user",
        "table",
        "kind",
        "channel",
        "status",
        "reason",
        "attempts",
        "created_at",
        "due_at",
        "sent_at",
    )
    list_filter = ("status", "kind", "channel")
    search_fields = ("user__username", "=table__id")
    list_select_related = ("user", "table")
    fields = (*list_display, "detail", "ply", "about", "offset", "claim", "claimed_at", "merged_into")
    show_full_result_count = False


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Who asked whom to which table."""

    list_display = ("table", "user", "by", "created_at", "is_live")
    search_fields = ("=table__id", "user__username")
    list_select_related = ("table", "user", "by")
    show_full_result_count = False


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    """What seats proposed to each other, and what became of it."""

    list_display = ("table", "kind", "days", "by", "status", "made_at", "closed_at")
    list_filter = ("status", "kind")
    search_fields = ("=table__id", "=by__username")
    list_select_related = ("table", "by")
    show_full_result_count = False


@admin.register(Departure)
class DepartureAdmin(ReadOnly):
    """Whose seat somebody else took over."""

    list_display = ("table", "seat_number", "user", "left_at")
    search_fields = ("=table__id", "=user__username")
    list_select_related = ("table", "user")
    show_full_result_count = False
