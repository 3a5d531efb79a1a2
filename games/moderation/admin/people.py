"""Accounts in the admin. Moderators change them only through acts."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.admin import forms
from games.moderation.person_page import PersonPage, connections_of, person_page
from games.moderation.services import people
from games.moderation.services.accounts import account_erase, account_merge
from games.moderation.services.decisions import expect_to_judge
from games.moderation.services.undo import decision_undo, may_undo, undoable_about
from games.pages.admin import Act, ActingAdmin, moderator_of

MODERATE, BAN, APPOINT = "accounts.moderate_user", "accounts.ban_user", "accounts.appoint_user"


def _is_somebody(person: User) -> bool:
    return person.erased_at is None and person.merged_into_id is None


ACTS = (
    Act(
        "warn", _("Warn"), _("We email the warning and show it on every page until the person confirms it."),
        MODERATE, lambda by, person, data: people.person_warn(by, person, **data),
        forms.reason_form(_("The person sees it in an email and on every page."), _("Warning")), _is_somebody,
    ),
    Act(
        "mute", _("Mute"), _("The person can still play and read the chat, but can't write in it."),
        MODERATE, lambda by, person, data: people.person_mute(by, person, reason=data["reason"], days=data["days"]),
        forms.MuteForm, _is_somebody,
    ),
    Act(
        "suspend", _("Suspend"),
        _("The person is logged out everywhere now, and can't log in until the suspension ends."),
        MODERATE, lambda by, person, data: people.person_suspend(by, person, **data), forms.SuspendForm,
        lambda person: _is_somebody(person) and not person.is_banned,
    ),
    Act(
        "ban", _("Ban"), _("The person is logged out everywhere now, and can never log in again."),
        BAN, lambda by, person, data: people.person_ban(by, person, **data), forms.BanForm,
        lambda person: _is_somebody(person) and not person.is_banned,
    ),
    Act(
        "rename", _("Rename"), _("Everybody sees the new name from now on. Leave a field empty to keep that name."),
        BAN, lambda by, person, data: people.person_rename(by, person, **data), forms.RenameForm, _is_somebody,
    ),
    Act(
        "undo", _("Undo"), _("Reverses a decision. What has happened at tables since then stays."),
        MODERATE, lambda by, person, data: decision_undo(by, data["decision"], reason=data["reason"]), forms.UndoForm,
        lambda person: _is_somebody(person) and bool(undoable_about(person)),
        lambda by, person: any(may_undo(by, each) for each in undoable_about(person)),
    ),
    Act(
        "merge", _("Merge"),
        _("Closes this account and moves its seats and history to another account of the same person. "
          "Where both have a seat at the same table, each keeps it. You can't undo this."),
        "accounts.merge_user", lambda by, person, data: account_merge(by, person, **data), forms.MergeForm,
        _is_somebody, is_final=True,
    ),
    Act(
        "erase", _("Erase"),
        _("Permanently deletes all personal data: names, addresses, sessions and what the person wrote. The games "
          "stay, with the player's name removed. You can't undo this."),
        "accounts.erase_user",
        lambda by, person, data: account_erase(by, person, reason=data["reason"], tables=data["tables"]),
        forms.EraseForm, lambda person: person.erased_at is None, is_final=True,
    ),
    Act(
        "appoint", _("Give role"),
        _("The person can use these admin pages after setting up a second factor."),
        APPOINT, lambda by, person, data: people.role_give(by, person, **data), forms.RoleForm,
        lambda person: person.is_active and len(people.roles_of(person)) < len(people.ROLES),
    ),
    Act(
        "dismiss", _("Remove role"), _("The person loses access to these admin pages immediately."),
        APPOINT, lambda by, person, data: people.role_take(by, person, **data), forms.RoleTakeForm,
        lambda person: bool(people.roles_of(person)),
    ),
)  # fmt: skip
CONNECTIONS = Act(
    "connections", _("Show connections"),
    _("Shows who else has recently logged in from the same addresses or browsers, and who plays at the same tables. "
      "Families, schools and whole mobile networks share addresses, so a shared address alone proves nothing."),
    MODERATE, lambda by, row, data: people.connections_look(by, row, reason=data["reason"]),
    forms.reason_form(_("We store it in the audit log. The person doesn't see it.")),
)  # fmt: skip


@admin.register(User)
class PersonAdmin(ActingAdmin):
    """Accounts. The change page shows the account's file."""

    list_display = (
        "username", "display_name", "email", "kind", "may_enter", "is_staff", "date_joined", "last_login",
    )  # fmt: skip
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

    def page_of(self, request: HttpRequest, row: User) -> PersonPage:
        """The person's file."""
        return person_page(moderator_of(request), row)

    @admin.display(description=_("can log in"), boolean=True)
    def may_enter(self, person: User) -> bool:
        """Whether the person can log in."""
        return person.is_active

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """All accounts, each with the account it was merged into."""
        return super().get_queryset(request).select_related("merged_into")

    def get_urls(self) -> list[URLPattern]:
        """Add the URL of the page of connections."""
        view = self.admin_site.admin_view(self.connections_view)
        connections = path("<int:person_id>/connections/", view, name="accounts_user_connections")
        return [connections, *super().get_urls()]

    def connections_view(self, request: HttpRequest, person_id: int) -> HttpResponse:
        """Ask for a reason, record the access, and show the connections. Only the response to the POST shows them."""
        person = User.objects.filter(pk=person_id).first()
        if person is None:
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request, person) or not request.user.has_perm(MODERATE):
            raise PermissionDenied
        if asked := self.perform(request, person, CONNECTIONS):
            return asked
        context: dict[str, Any] = {
            **self.admin_site.each_context(request), "opts": self.opts, "original": person,
            "title": _("Connections of %(name)s") % {"name": person}, "found": connections_of(person),
        }  # fmt: skip
        answer = TemplateResponse(request, "admin/accounts/user/connections.html", context)
        add_never_cache_headers(answer)
        return answer
