"""What people choose to show of themselves, and whom they follow."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Audience(models.TextChoices):
    """Who may see a part of a player's page."""

    EVERYBODY = "everybody", _("Everybody")
    MET = "met", _("People I've finished a game with")
    NOBODY = "nobody", _("Only me")


def _audience(label: Any, default: Audience, **options: Any) -> Any:
    return models.CharField(label, max_length=10, choices=Audience, default=default, **options)


class PlayerPage(models.Model):
    """Who may see which part of a person's page; without a row, the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="player_page"
    )
    about = _audience(_("About me"), Audience.EVERYBODY, help_text=_("Since when you play."))
    hours = _audience(
        _("Time zone and usual hours"),
        Audience.NOBODY,
        help_text=_("The hours are those outside your nights."),
    )
    record = _audience(_("Games and wins"), Audience.MET)
    games = _audience(
        _("Latest games"), Audience.MET, help_text=_("Nobody sees a game here that they can't open.")
    )

    class Meta:
        verbose_name = _("player page")
        verbose_name_plural = _("player pages")

    def __str__(self) -> str:
        return f"page of {self.user_id}"


class Follow(models.Model):
    """A person's choice to see somebody's open tables first. The followed person never learns of it."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "person"], name="followed_once"),
            models.CheckConstraint(condition=~Q(by=F("person")), name="nobody_follows_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} follows {self.person_id}"


class Search(models.Model):
    """A person's wish to play: the site seats them at a new table as soon as enough people fit."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="searches")
    title = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=20)  # the name of a usual clock: `games.tables.forms.PaceForm`
    is_rated = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(null=True, default=timezone.now)  # the next try; None: seated
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="searches")
    waited = models.PositiveIntegerField(null=True, blank=True)  # seconds until a table was found

    class Meta:
        verbose_name = _("search")
        verbose_name_plural = _("searches")
        indexes: ClassVar = [
            models.Index(
                fields=["title", "seats", "pace", "is_rated", "id"],
                condition=Q(next_at__isnull=False),
                name="search_fits",
            ),
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="search_due"),
            models.Index(fields=["title", "-id"], condition=Q(waited__isnull=False), name="search_waited"),
        ]

    def __str__(self) -> str:
        return f"{self.title} for {self.user_id}"
