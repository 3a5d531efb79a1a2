"""People for moderators: what is decided about them is done by acts; nothing of an account is changed by hand."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.base import Act, ActForm, ActingAdmin
from games.services.moderation.roles import ROLES, role_give, role_take, roles_of

__all__ = ["PersonAdmin"]

ROLE_NAMES = {"moderator": _("moderator"), "administrator": _("administrator")}


class AppointForm(ActForm):
    """Which role to give."""

    role = forms.ChoiceField(label=_("Role"), choices=list(ROLE_NAMES.items()))
    field_order = ("role", "reason")

    def roles(self) -> list[str]:
        """Those that the person has not."""
        return [role for role in ROLES if role not in roles_of(self.subject)]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role: Any = self.fields["role"]
        role.choices = [(role, ROLE_NAMES[role]) for role in self.roles()]


class DismissForm(AppointForm):
    """Which role to take."""

    def roles(self) -> list[str]:
        """Those that the person has."""
        return roles_of(self.subject)


ROLE_ACTS = (
    Act(
        "appoint", _("Appoint"),
        _("The person can enter these pages, as soon as a second factor is set up for the account."),
        "accounts.appoint_user", lambda by, person, data: role_give(by, person, **data), AppointForm,
        lambda person: person.is_active and len(roles_of(person)) < len(ROLES),
    ),
    Act(
        "dismiss", _("Dismiss"), _("The person can enter these pages no more, from the next click on."),
        "accounts.appoint_user", lambda by, person, data: role_take(by, person, **data), DismissForm,
        lambda person: bool(roles_of(person)),
    ),
)  # fmt: skip


@admin.register(User)
class PersonAdmin(ActingAdmin):
    """Accounts with what was decided about them."""

    list_display = ("username", "display_name", "email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "is_banned")
    search_fields = ("username", "display_name", "email")
    ordering = ("-id",)
    fields = (
        "username", "display_name", "email", "time_zone", "date_joined", "last_login", "is_active", "roles",
        "muted_until", "suspended_until", "is_banned", "erased_at", "merged_into",
    )  # fmt: skip
    readonly_fields = ("roles",)
    acts = ROLE_ACTS

    @admin.display(description=_("roles"))
    def roles(self, person: User) -> str:
        """The roles in words."""
        return ", ".join(str(ROLE_NAMES[role]) for role in roles_of(person)) or "–"

    def get_queryset(self, request: HttpRequest) -> Any:
        """All accounts, whom they were merged into at hand."""
        return super().get_queryset(request).select_related("merged_into")
