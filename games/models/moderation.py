"""Moderators' decisions and the jobs that they start, reports by players, the access audit, and saved searches."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.circle import Circle
from games.models.table import Table
from games.models.talk import TalkLine

REASON_LENGTH = 500  # characters
TEXT_LENGTH = 2000


class Decision(models.Model):
    """A moderator's decision with its reason, in the audit log. It changes only if the person's account is erased."""

    class Kind(models.TextChoices):
        HOLD = "hold", _("pause")
        GO_ON = "go-on", _("resume")
        EXTEND = "extend", _("more time")
        CANCEL = "cancel", _("call off")
        REWIND = "rewind", _("rewind")
        DEFAULT = "default", _("play the safe move")
        REPLACE = "replace", _("replace a player")
        OFFER = "offer", _("open a seat for takeover")
        FINISH = "finish", _("end with ranks")
        CASUAL = "casual", _("make casual")
        HIDE = "hide", _("hide a chat message")
        WARN = "warn", _("warn")
        MUTE = "mute", _("mute")
        SUSPEND = "suspend", _("suspend")
        BAN = "ban", _("ban")
        RENAME = "rename", _("rename")
        MERGE = "merge", _("merge accounts")
        ERASE = "erase", _("erase an account")
        SETTLE = "settle", _("resolve a report")
        DISPEL = "dispel", _("dismiss a report")
        APPOINT = "appoint", _("give a role")
        DISMISS = "dismiss", _("remove a role")
        CONNECT = "connect", _("view connections")
        UNDO = "undo", _("undo a decision")
        CIRCLE_NAME = "circle", _("change a circle's name")
        CIRCLE_CLOSE = "disband", _("close a circle")

    kind = models.CharField(_("action"), max_length=10, choices=Kind)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="decisions", verbose_name=_("table")
    )
    # The person concerned
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="decisions",
        verbose_name=_("person"),
    )  # fmt: skip
    line = models.ForeignKey(TalkLine, models.PROTECT, null=True, blank=True, related_name="decisions")
    circle = models.ForeignKey(
        Circle, models.PROTECT, null=True, blank=True, related_name="decisions", verbose_name=_("circle")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    facts = models.JSONField(
        _("details"), default=dict, blank=True
    )  # days, ply, ranks ...; undoing needs them too
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by", verbose_name=_("undoes")
    )
    made_at = models.DateTimeField(_("time"), auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)  # when the person confirmed reading it

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        indexes: ClassVar = [
            models.Index(fields=["table", "-id"], name="decision_of_table"),
            models.Index(fields=["person", "-id"], name="decision_of_person"),
            models.Index(fields=["person"], condition=Q(seen_at__isnull=True), name="decision_unseen"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} #{self.pk}"


class BulkExtension(models.Model):
    """The progress of a decision that gives time to all running tables, or takes it back."""

    decision = models.OneToOneField(Decision, models.PROTECT, related_name="bulk_extension")
    days = models.SmallIntegerField()  # negative: takes back an earlier extension
    given_at = models.DateTimeField()  # clocks that started later get no extra time
    past = models.BigIntegerField(default=0)  # tables up to this id are done
    last = models.BigIntegerField()  # id of the newest table at the time of the decision
    count = models.PositiveIntegerField(default=0)  # tables where a clock has moved
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("bulk extension")
        verbose_name_plural = _("bulk extensions")
        indexes: ClassVar = [
            models.Index(fields=["given_at"], condition=Q(done_at__isnull=True), name="bulk_extension_open")
        ]

    def __str__(self) -> str:
        return f"{self.days} days, {self.count} tables"


class PersonJob(models.Model):
    """The progress of a decision about a person at all the person's tables."""

    class What(models.TextChoices):
        RUN = "run", _("leave them running: the clocks decide")
        HOLD = "hold", _("pause them until the suspension ends")
        GO_ON = "go-on", _("resume the paused tables")
        LEAVE = "leave", _("remove the person from the games")
        OFFER = "offer", _("open the seats for takeover")
        MERGE = "merge", _("move the seats to the other account")

    decision = models.OneToOneField(Decision, models.PROTECT, related_name="person_job")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="person_jobs")
    what = models.CharField(max_length=10, choices=What)
    past = models.BigIntegerField(default=0)  # tables up to this id are done
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job at a person's tables")
        verbose_name_plural = _("jobs at a person's tables")
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(done_at__isnull=True), name="person_job_open")
        ]

    def __str__(self) -> str:
        return f"{self.what} for {self.person_id}"


class Report(models.Model):
    """A player's request for a moderator's attention."""

    class About(models.TextChoices):
        TABLE = "table", _("a table")
        LINE = "line", _("a chat message")
        NAME = "name", _("a name")
        CIRCLE = "circle", _("a circle")

    class State(models.TextChoices):
        NEW = "new", pgettext_lazy("a report", "new")
        TAKEN = "taken", _("in progress")
        SETTLED = "settled", _("resolved")
        DISMISSED = "dismissed", _("dismissed")

    about = models.CharField(_("about"), max_length=10, choices=About)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("table")
    )
    line = models.ForeignKey(
        TalkLine, models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("chat message"),
    )  # fmt: skip
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="reports_about",
        verbose_name=_("person"),
    )  # fmt: skip
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("reported by")
    )
    circle = models.ForeignKey(
        Circle, models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("circle")
    )
    text = models.CharField(_("what is wrong"), max_length=TEXT_LENGTH)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.NEW)
    handler = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("assigned to"),
    )  # fmt: skip
    made_at = models.DateTimeField(_("time"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes: ClassVar = [
            models.Index(fields=["made_at"], condition=Q(closed_at__isnull=True), name="report_queue"),
            models.Index(fields=["by", "-made_at"], name="report_history"),
        ]

    def __str__(self) -> str:
        return f"{self.get_about_display()} #{self.pk}"


class ReportNote(models.Model):
    """A moderator's note on a report, for other moderators."""

    report = models.ForeignKey(Report, models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(_("note"), max_length=TEXT_LENGTH)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("note on a report")
        verbose_name_plural = _("notes on reports")

    def __str__(self) -> str:
        return f"note on {self.report_id}"


class AccessRecord(models.Model):
    """A moderator's view of a table's secrets, as one seat or in full. Readers of the table see it after the game."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="access_records")
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)  # None: the full state
    ply = models.PositiveIntegerField()  # the table's ply at that time
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="access_records", verbose_name=_("by")
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    made_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("access record")
        verbose_name_plural = _("access audit")

    def __str__(self) -> str:
        return f"{self.by_id} at {self.table_id}"


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

    @property
    def address(self) -> str:
        """The URL of the filtered list."""
        return f"{reverse(f'admin:{self.page}_changelist')}?{self.query}"


class LogInTrace(models.Model):
    """A login. It shows only whether two came from one address or browser; the digest is made with the site's key."""

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
