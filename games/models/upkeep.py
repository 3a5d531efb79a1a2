"""The state of the site: failed tasks, replay differences, statistics by hour, and heartbeats."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class TaskFailure(models.Model):
    """A task that raised an error. Further failures of the same task increase the row's count."""

    task = models.CharField(_("task"), max_length=100)
    about = models.CharField(_("about"), max_length=100, default="", blank=True)  # such as "12"
    error = models.CharField(_("error"), max_length=500)  # type and place; never values of a game
    count = models.PositiveIntegerField(_("times"), default=1)
    first_at = models.DateTimeField(_("first at"))
    last_at = models.DateTimeField(_("last at"), db_index=True)
    retry_at = models.DateTimeField(_("next retry"), null=True, blank=True)  # None: no retry is planned

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["task", "about"], name="one_failure_per_work")
        ]
        indexes: ClassVar = [
            models.Index(fields=["retry_at"], condition=Q(retry_at__isnull=False), name="failure_resting")
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.about}"


class ReplayDifference(models.Model):
    """A running table whose log does not lead to its snapshot under the current rules."""

    table = models.OneToOneField(
        Table, models.PROTECT, related_name="replay_difference", verbose_name=_("table")
    )
    why = models.CharField(_("why"), max_length=500)
    rules_version = models.PositiveIntegerField(_("rules of the table"))
    found_at = models.DateTimeField(_("found at"))

    class Meta:
        verbose_name = _("replay difference")
        verbose_name_plural = _("replay differences")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.why}"


class HourlyStats(models.Model):
    """Totals and open work at the beginning of an hour. Two rows differ by what happened between them."""

    hour = models.DateTimeField(_("hour"), unique=True)
    plies = models.PositiveBigIntegerField()  # log rows so far
    people = models.PositiveBigIntegerField()  # accounts so far
    running = models.PositiveIntegerField(_("running tables"))
    due = models.PositiveIntegerField(_("notices waiting to be sent"))

    class Meta:
        verbose_name = _("hourly stats")
        verbose_name_plural = _("hourly stats")

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H}"


class Heartbeat(models.Model):
    """When a process was last active, and what it has counted. One row per process."""

    class Role(models.TextChoices):
        WEB = "web", _("pages")
        WORKER = "worker", _("worker")
        THINKER = "thinker", _("bots")
        BEAT = "beat", _("beat")

    role = models.CharField(_("role"), max_length=10, choices=Role)
    machine = models.CharField(_("machine"), max_length=100)
    pid = models.PositiveIntegerField(_("process"))
    since = models.DateTimeField(_("since"))  # its first heartbeat, or the first after a pause
    seen_at = models.DateTimeField(_("seen at"))
    figures = models.JSONField(default=dict)  # from `games.upkeep.figures`, since the start of the process

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["role", "machine", "pid"], name="one_heart_per_process")
        ]

    def __str__(self) -> str:
        return f"{self.role} on {self.machine}, process {self.pid}"


class LastTime(models.Model):
    """When a recurring job, such as a sweep or an email, last succeeded. About ten rows, by name."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField(null=True, blank=True)  # the last success
    failing_since = models.DateTimeField(null=True, blank=True)  # the first failure after that
    told_at = models.DateTimeField(null=True, blank=True)  # when operators were told of the delay

    class Meta:
        verbose_name = _("last success")
        verbose_name_plural = _("last successes")

    def __str__(self) -> str:
        return self.name
