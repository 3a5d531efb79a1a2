"""Chat in the admin: moderators can read and hide all messages. They see no private notes and no blocks."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import TalkLine
from games.moderation.services.decisions import expect_impartial
from games.moderation.services.reports import line_hide, line_show
from games.pages.admin import Act, ActingAdmin


@admin.register(TalkLine)
class TalkLineAdmin(ActingAdmin):
    """Chat messages, newest first."""

    list_display = ("id", "table", "user", "text", "said_at", "is_hidden")
    list_filter = ("is_hidden",)
    search_fields = ("=table__id", "=user__username")
    search_help_text = _("A table number or a user name")
    ordering = ("-id",)
    fields = ("table", "user", "seat_number", "text", "said_at", "is_hidden", "mentioned")
    acts = (
        Act(
            name="hide",
            label=_("Hide message"),
            explained=_("Readers see that a moderator hid a message. Its author also sees the reason."),
            permission="games.moderate_table",
            do=lambda by, line, data: line_hide(by, line.pk, reason=data["reason"]),
            is_possible=lambda line: not line.is_hidden,
        ),
        Act(
            name="show",
            label=_("Show message again"),
            explained=_("The message returns to the table's chat."),
            permission="games.moderate_table",
            do=lambda by, line, data: line_show(by, line.pk, reason=data["reason"]),
            is_possible=lambda line: line.is_hidden,
        ),
    )

    def expect(self, by: User, row: TalkLine) -> None:
        """Raise NotAllowed if `by` has or had a seat at the table."""
        expect_impartial(by, row.table, list(row.table.seats.all()))

    def get_queryset(self, request: HttpRequest) -> QuerySet[TalkLine]:
        """Messages with their tables and authors, without the secrets of the tables."""
        lines = super().get_queryset(request).select_related("table", "user")
        return lines.defer("table__state", "table__seed")
