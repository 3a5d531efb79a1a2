"""Read-only admin pages of plies and invitations."""

from django.contrib import admin

from games.models import Invitation, MoveRecord
from games.pages.admin import ReadOnly


@admin.register(MoveRecord)
class MoveRecordAdmin(ReadOnly):
    """The log of plies, without its secrets."""

    # No `cause`: it would reveal standing orders, which are secret.
    list_display = ("table", "ply", "kind", "seat", "by", "made_at")
    list_filter = ("kind",)
    search_fields = ("=table__id",)
    list_select_related = ("table", "by")
    fields = (*list_display, "undoable", "rules_version")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Invitations: from whom, for whom, to which table."""

    list_display = ("table", "user", "by", "created_at", "is_live")
    search_fields = ("=table__id", "user__username")
    list_select_related = ("table", "user", "by")
