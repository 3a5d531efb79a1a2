"""Accounts in the admin. Moderators change them only by acts."""

from datetime import datetime

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Decision, Errand, Seat
from games.moderation.admin.people_acts import ACTS
from games.moderation.admin.people_forms import ROLE_NAMES
from games.moderation.services.judging import is_for_good
from games.moderation.services.roles import roles_of
from games.pages.admin import ActingAdmin

__all__ = ["PersonAdmin"]

DECISIONS = 20  # shown on the page of a person


@admin.register(User)
class PersonAdmin(ActingAdmin):
    """Accounts with the decisions about them."""

    list_display = ("username", "display_name", "email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "is_banned")
    search_fields = ("username", "display_name", "email")
    ordering = ("-id",)
    fields = (
        "username", "display_name", "email", "time_zone", "date_joined", "last_login", "may_enter", "roles", "tables",
        "muted", "suspended_until", "is_banned", "erased_at", "merged_into", "at_work", "decisions",
    )  # fmt: skip
    readonly_fields = ("may_enter", "roles", "tables", "muted", "at_work", "decisions")
    acts = ACTS

    @admin.display(description=_("can log in"), boolean=True)
    def may_enter(self, person: User) -> bool:
        """Whether the person can log in."""
        return person.is_active

    @admin.display(description=_("roles"))
    def roles(self, person: User) -> str:
        """The names of the person's roles."""
        return ", ".join(str(ROLE_NAMES[role]) for role in roles_of(person)) or "–"

    @admin.display(description=_("seats at tables that go on"))
    def tables(self, person: User) -> int:
        """The number of the person's seats at open or running tables."""
        return Seat.objects.filter(user=person, is_live=True).count()

    @admin.display(description=_("muted until"))
    def muted(self, person: User) -> str | Promise | datetime:
        """Until when the person is muted."""
        return _("for good") if is_for_good(person.muted_until) else person.muted_until or "–"

    @admin.display(description=_("still to be done at tables"))
    def at_work(self, person: User) -> str:
        """The person's open jobs."""
        jobs = Errand.objects.filter(person=person, done_at=None)
        return ", ".join(job.get_what_display() for job in jobs) or "–"

    @admin.display(description=_("decisions"))
    def decisions(self, person: User) -> str:
        """The latest decisions about the person, the newest first."""
        latest = Decision.objects.filter(person=person).select_related("by").order_by("-pk")[:DECISIONS]
        rows = (
            (each.made_at.date().isoformat(), each.get_kind_display(), each.by, each.reason)
            for each in latest
        )
        return format_html_join("", "<p>{} · {} · {}: {}</p>", rows) or "–"

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """All accounts, with those that they were merged into."""
        return super().get_queryset(request).select_related("merged_into")
