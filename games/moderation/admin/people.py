"""Accounts in the admin. Moderators change them only through acts."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.admin.people_acts import ACTS
from games.moderation.admin.person_views import PersonViews
from games.moderation.person_file import person_file
from games.moderation.services.decisions import expect_to_judge
from games.pages.admin import moderator_of


@admin.register(User)
class PersonAdmin(PersonViews):
    """Accounts. The change page shows the account's file."""

    list_display = (
        "username",
        "display_name",
        "email",
        "kind",
        "may_enter",
        "is_staff",
        "date_joined",
        "last_login",
    )
    list_filter = ("kind", "is_active", "is_staff", "is_banned")
    search_fields = ("username", "display_name", "email")
    search_help_text = _("Part of a user name, display name or email address")
    ordering = ("-id",)
    fields = ("username",)  # the template shows the rest
    acts = ACTS
    change_form_template = "admin/accounts/user/change_form.html"

    def expect(self, by: User, row: User) -> None:
        """Raise NotAllowed for the moderator's own account, and for people whose role is not lower."""
        expect_to_judge(by, row)

    @admin.display(description=_("can log in"), boolean=True)
    def may_enter(self, person: User) -> bool:
        """Whether the person can log in."""
        return person.is_active

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """All accounts, each with the account it was merged into."""
        return super().get_queryset(request).select_related("merged_into")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a person's file."""
        row = self.get_object(request, object_id)
        found = None if row is None else person_file(moderator_of(request), row)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "file": found})
