"""Read-only admin pages of plies, invitations, proposals, departures, notices, failed tasks and replay differences."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.models import Departure, Invitation, MoveRecord, Notice, Proposal, ReplayDifference, TaskFailure
from games.pages.admin import ReadOnly


@admin.register(MoveRecord)
class MoveRecordAdmin(ReadOnly):
    """The log of plies, without its secrets."""

    # No `cause`: it would reveal standing orders, which are secret.
    list_display = ("table", "ply", "kind", "seat_shown", "by", "made_at")
    list_filter = ("kind",)
    search_fields = ("=table__id",)
    list_select_related = ("table", "by")
    fields = (*list_display, "undoable", "rules_version")
    readonly_fields = ("seat_shown",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Invitations: who invited whom to which table."""

    list_display = ("table", "user", "by", "created_at", "is_live")
    search_fields = ("=table__id", "user__username")
    list_select_related = ("table", "user", "by")


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    """What seats proposed, and the outcome."""

    list_display = ("table", "kind", "days", "by", "status", "made_at", "closed_at")
    list_filter = ("status", "kind")
    search_fields = ("=table__id", "=by__username")
    list_select_related = ("table", "by")


@admin.register(Departure)
class DepartureAdmin(ReadOnly):
    """Players whose seats were taken over."""

    list_display = ("table", "seat_shown", "user", "left_at")
    search_fields = ("=table__id", "=user__username")
    list_select_related = ("table", "user")


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Notices: which ones were sent, which were not, and why."""

    list_display = (
        "user", "table", "kind", "channel", "status", "why", "attempts", "created_at", "due_at", "sent_at",
    )  # fmt: skip
    list_filter = ("status", "kind", "channel")
    search_fields = ("user__username", "=table__id")
    asked_by = (*ReadOnly.asked_by, "user__id__exact")
    list_select_related = ("user", "table")
    fields = (*list_display, "detail", "merged_into")
    readonly_fields = ("why",)

    @admin.display(description=_("reason"))
    def why(self, notice: Notice) -> str:
        """Why the notice was not sent, or not yet."""
        return notice.reason_words


@admin.register(TaskFailure)
class TaskFailureAdmin(ReadOnly):
    """Tasks that raised errors: how often, and when they are retried."""

    list_display = ("task", "about", "error", "count", "first_at", "last_at", "retry_at")
    list_filter = ("task",)
    search_fields = ("about", "error")
    ordering = ("-last_at",)


@admin.register(ReplayDifference)
class ReplayDifferenceAdmin(ReadOnly):
    """Running tables whose log, replayed under the current rules, doesn't lead to their snapshot, the authority."""

    list_display = ("table", "why", "rules_version", "found_at")
    search_fields = ("=table__id",)
    list_select_related = ("table",)
    ordering = ("-found_at",)
