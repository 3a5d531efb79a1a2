"""Each player's notification settings."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.clock.rest import Calendar
from games.models.table import Table

ENDPOINT_LENGTH = 1000  # characters of a push service's address


def usual_offsets() -> list[int]:
    """The default times of reminders, in minutes before a deadline: a day and four hours."""
    return [24 * 60, 4 * 60]


class Preferences(models.Model):
    """A player's settings; without a row, the defaults. `User.mail_turns` turns emails on and off."""

    class Webhook(models.TextChoices):
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack, Mattermost")
        PLAIN = "plain", _("plain JSON")

    class Talk(models.TextChoices):
        ALL = "all", _("all messages at my tables")
        MENTIONS = "mentions", _("only messages that mention me")
        NOTHING = "nothing", _("nothing")

    class Ratings(models.TextChoices):
        ALL = "all", _("Everybody can see mine, and I see theirs")
        OWN = "own", _("Only I can see mine, and I see those of others")
        NONE = "none", _("Nobody can see mine, and I see none")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="preferences"
    )
    offsets = models.JSONField(_("reminders"), default=usual_offsets, blank=True)  # minutes before a deadline
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)  # in the player's zone
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    rings_when_near = models.BooleanField(default=False)  # even in quiet hours, if a deadline is near
    digest_time = models.TimeField(_("time of the digest"), null=True, blank=True)  # None: single emails
    digest_at = models.DateTimeField(null=True, blank=True)  # time of the next digest
    is_bare = models.BooleanField(default=False)  # emails say nothing about the game
    plays_from_mail = models.BooleanField(default=True)  # emails have links that make moves
    talk = models.CharField(_("table chat"), max_length=10, choices=Talk, default=Talk.MENTIONS)
    circles = models.BooleanField(default=True, db_default=True)  # tell of tables that open in circles
    webhook_kind = models.CharField(_("kind"), max_length=10, choices=Webhook, default=Webhook.DISCORD)
    webhook_url = models.CharField(_("address"), max_length=500, default="", blank=True)
    webhook_secret = models.CharField(max_length=64, default="", blank=True)  # signs the messages
    webhook_failures = models.PositiveSmallIntegerField(default=0)  # in a row
    webhook_failing_since = models.DateTimeField(null=True, blank=True)
    webhook_ended_at = models.DateTimeField(null=True, blank=True)  # when we stopped using it; None: in use
    refused_address = models.CharField(max_length=254, default="", blank=True)  # an address that rejects mail
    refusals = models.PositiveSmallIntegerField(default=0)  # rejections by that address
    refused_at = models.DateTimeField(null=True, blank=True)  # the latest rejection
    suspended_at = models.DateTimeField(null=True, blank=True)  # since when we send nothing there
    ratings = models.CharField(
        _("ratings"), max_length=4, choices=Ratings, default=Ratings.ALL, db_default="all"
    )
    feed_token = models.UUIDField(null=True, blank=True, unique=True)  # secret part of the feeds' addresses
    feed_made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        indexes: ClassVar = [
            models.Index(fields=["digest_at"], condition=Q(digest_at__isnull=False), name="digest_due")
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"

    def is_suspended(self, address: str) -> bool:
        """Whether mail to this address of the player is suspended, because the address rejected mail."""
        return self.suspended_at is not None and self.refused_address == address

    def quiet_hours(self, zone: str) -> Calendar | None:
        """The quiet hours as the only rest of a calendar; None if there are none. `zone` is the player's."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return Calendar(zone, sleep=(self.quiet_from, self.quiet_until))


class PushSubscription(models.Model):
    """A browser in which a player gets notifications."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, unique=True)  # at the browser's push service
    p256dh = models.CharField(max_length=100)  # the browser's public key, base64url
    auth = models.CharField(max_length=40)  # a secret shared with the browser, base64url
    label = models.CharField(max_length=80, default="", blank=True)  # the browser's name
    made_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(
        null=True, blank=True
    )  # its push service has lost it, until it is renewed

    class Meta:
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")

    def __str__(self) -> str:
        return f"{self.label} of {self.user_id}"


class TableMute(models.Model):
    """A table that a player has muted. Of its notices, only those about its end are sent."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="table_mutes", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="mutes")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("muted table")
        verbose_name_plural = _("muted tables")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "table"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.table_id} for {self.user_id}"
