"""Data for moderators' searches: saved filters, and traces of logins."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

FILTER_NAME_LENGTH = 40  # characters
FILTER_LENGTH = 500


class SavedFilter(models.Model):
    """A search with filters of one admin list, saved by a moderator under a name."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_filters")
    page = models.CharField(max_length=60)  # as in the names of its URLs: "games_table"
    name = models.CharField(_("name"), max_length=FILTER_NAME_LENGTH)
    query = models.CharField(max_length=FILTER_LENGTH)  # the query string without the question mark

    class Meta:
        verbose_name = _("saved filter")
        verbose_name_plural = _("saved filters")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "page", "name"], name="one_filter_per_name")
        ]

    def __str__(self) -> str:
        return self.name


class LogInTrace(models.Model):
    """A login of a person from an address or browser. It shows only whether two logins had the same one.

    The address is not stored: the digest is made with the site's key.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address", _("same address")
        BROWSER = "browser", _("same browser")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="log_in_traces")
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=32)
    first_at = models.DateTimeField(auto_now_add=True)
    last_at = models.DateTimeField()

    class Meta:
        verbose_name = _("trace of a log-in")
        verbose_name_plural = _("traces of log-ins")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "digest"], name="one_trace_per_place")
        ]
        indexes: ClassVar = [
            models.Index(fields=["kind", "digest"], name="trace_shared"),
            models.Index(fields=["last_at"], name="trace_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
