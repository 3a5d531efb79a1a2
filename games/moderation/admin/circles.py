"""Circles in the admin: moderators rename and close them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Circle
from games.models.circle import ABOUT_LENGTH, NAME_LENGTH
from games.moderation.services import circles
from games.pages.admin import Act, ActForm, ActingAdmin

MODERATE = "games.moderate_table"


class RenameForm(ActForm):
    """Asks for a circle's new name and description."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(label=_("Description"), max_length=ABOUT_LENGTH, required=False)

    def __init__(self, subject: Circle, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": subject.name, "about": subject.about, **(kwargs.get("initial") or {})}
        super().__init__(subject, *args, **kwargs)


def _is_open(circle: Circle) -> bool:
    return circle.closed_at is None


@admin.register(Circle)
class CircleAdmin(ActingAdmin):
    """Circles, newest first. Their chat is among the chat messages."""

    list_display = ("name", "about", "owner", "is_public", "count", "made_at", "closed_at")
    list_filter = ("is_public",)
    search_fields = ("name", "=owner__username", "=id")
    search_help_text = _("Part of a circle's name, or its owner's user name")
    ordering = ("-id",)
    list_select_related = ("owner",)
    fields = ("name", "about", "owner", "is_public", "count", "made_at", "closed_at")
    readonly_fields = ("count",)
    acts = (
        Act(
            "rename", _("Rename"), _("Everybody sees the new name and description, and the owner gets your reason."),
            MODERATE, lambda by, circle, data: circles.circle_rename(by, circle, **data), RenameForm, _is_open,
        ),
        Act(
            "close", _("Close"),
            _("The circle's page, chat and standings disappear for everybody. Its games go on. You can't undo this."),
            MODERATE, lambda by, circle, data: circles.circle_close(by, circle, **data), is_possible=_is_open,
            is_final=True,
        ),
    )  # fmt: skip

    def expect(self, by: User, row: Circle) -> None:
        """Raise NotAllowed for members of the circle."""
        circles.expect_outside(by, row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Circle]:
        """All circles with the number of their members."""
        rows: Any = super().get_queryset(request).annotate(count_=Count("members"))
        found: QuerySet[Circle] = rows
        return found

    @admin.display(description=_("members"))
    def count(self, circle: Any) -> int:
        """The number of members."""
        return int(circle.count_)
