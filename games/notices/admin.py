"""The read-only admin page of notices."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.models import Notice
from games.pages.admin import ReadOnly


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Notices: which ones were sent, which were not, and why."""

    list_display = (
        "user",
        "table",
        "kind",
        "channel",
        "status",
        "why",
        "attempts",
        "created_at",
        "due_at",
        "sent_at",
    )
    list_filter = ("status", "kind", "channel")
    search_fields = ("user__username", "=table__id")
    asked_by = (*ReadOnly.asked_by, "user__id__exact")
    list_select_related = ("user", "table")
    fields = (*list_display, "detail", "ply", "about", "offset", "claim", "claimed_at", "merged_into")
    readonly_fields = ("why",)

    @admin.display(description=_("reason"))
    def why(self, notice: Notice) -> str:
        """Why the notice was not sent, or not yet."""
        return notice.reason_words
