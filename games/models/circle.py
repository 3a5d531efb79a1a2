"""Circles: groups of people such as a family or a club, with their members."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import KEY_LENGTH

NAME_LENGTH = 40  # characters
ABOUT_LENGTH = 500


def new_link() -> str:
    """A random token for a circle's invitation link."""
    return secrets.token_urlsafe(16)


class Circle(models.Model):
    """A group of people who play together. Nobody but its members learns that a private one exists."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(
        max_length=KEY_LENGTH, default="", blank=True
    )  # the same for names that look alike
    about = models.CharField(_("description"), max_length=ABOUT_LENGTH, default="", blank=True)
    is_public = models.BooleanField(_("public"), default=False)  # everybody sees its page; never set again
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="circles_owned", verbose_name=_("owner")
    )
    link = models.CharField(max_length=32, unique=True, default=new_link)  # who has it may join
    made_at = models.DateTimeField(_("opened at"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)  # for good; it has no members then

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(is_public=True, closed_at=None), name="one_public_circle_per_name"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-id"], condition=Q(is_public=True, closed_at__isnull=True), name="circle_list"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A person in a circle."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField(auto_now_add=True)
    read_to = models.BigIntegerField(default=0)  # the newest chat line shown
    is_quiet = models.BooleanField(default=False)  # wants no notices of its tables

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["circle", "user"], name="one_membership_per_circle")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.circle_id}"
