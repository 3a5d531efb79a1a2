"""The log of plies, and what was computed from it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class MoveRecord(models.Model):
    """One ply of the log. It never changes; the whole log is packed some days after the game's end."""

    class Kind(models.TextChoices):
        SETUP = "setup", _("set-up")
        MOVE = "move", _("move")
        LEAVE = "leave", _("left")
        UNDO = "undo", _("taken back")
        NOTE = "note", _("note")  # at the table, not in the game: a pause, a vote, a takeover

    class Cause(models.TextChoices):
        PLAYER = "", _("by the player")
        FORCED = "forced", _("the only move")
        ORDER = "order", _("by standing order")
        TIMEOUT = "timeout", _("time-out")
        MODERATOR = "moderator", _("by a moderator")
        CARETAKER = "caretaker", _("by a bot as caretaker")

    # `one_record_per_ply`
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="records", db_index=False, verbose_name=_("table")
    )
    ply = models.IntegerField(_("move"))  # -1 for the setup
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    cause = models.CharField(max_length=10, choices=Cause, default=Cause.PLAYER, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # JSON, in the rule sheet's format; for the setup, the header of the chain
    move = models.TextField(default="", blank=True)
    events = models.TextField(default="[]")  # JSON with private facts; never leaves the server
    # The state before this ply, for some plies; see games/tables/past.py
    kept = models.BinaryField(null=True, blank=True)
    previous = models.IntegerField(null=True, blank=True)  # the preceding ply, without undone ones
    back_to = models.IntegerField(null=True, blank=True)  # for an undo: the first ply taken back
    expected = models.IntegerField(null=True, blank=True)  # the ply shown on the page where it was made
    stream = models.PositiveIntegerField(
        default=0
    )  # plies of the game before this one, without those taken back
    generation = models.PositiveIntegerField(default=0)  # rewinds before it that took back a ply which drew
    draws = models.TextField(default="", blank=True)  # JSON: [limit, number] of each draw; empty for none
    position = models.CharField(
        max_length=32, default="", blank=True
    )  # the digest of the state after this ply
    end = models.TextField(default="", blank=True)  # JSON: how the game ended with this ply, if it did
    undoable = models.BooleanField(_("can be taken back"), default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    made_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    rules_version = models.PositiveIntegerField(_("version of the rules"))
    seal = models.BinaryField(default=b"")  # for a note with changed names: its original seal

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering: ClassVar = ["ply"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "ply"], name="one_record_per_ply")]
        indexes: ClassVar = [
            models.Index(fields=["table", "ply"], condition=Q(kind="undo"), name="record_undo")  # few per log
        ]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.ply} {self.get_kind_display()}"


class PackedLog(models.Model):
    """Compressed plies of a table whose game ended some days ago; while they are packed, they have no records."""

    # `one_packed_log`
    table = models.ForeignKey(Table, models.PROTECT, related_name="packed", db_index=False)
    first = models.IntegerField()  # ply
    last = models.IntegerField()
    plies = models.BinaryField()  # see games/tables/packed.py; never leaves the server
    undos = models.JSONField()  # among these plies: [ply, first ply taken back]

    class Meta:
        verbose_name = _("packed log")
        verbose_name_plural = _("packed logs")
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "first"], name="one_packed_log")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.first}-{self.last}"


MOST_TRIES = 20  # tries in a row without a new estimate, after which we give up


class Estimates(models.Model):
    """A bot's winning chances on each seat, ply by ply, for a finished game; made in the background."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="estimates")
    points = models.JSONField(default=list)  # [ply, percent of seat 0, of seat 1, ...], in order of plies
    due_at = models.DateTimeField(null=True, blank=True)  # next time to continue; None: done or given up
    tries = models.PositiveSmallIntegerField(default=0)  # claims since the latest estimate was saved

    class Meta:
        verbose_name = _("estimates")
        verbose_name_plural = _("estimates")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="estimates_due")
        ]

    def __str__(self) -> str:
        return f"of {self.table_id}"

    @property
    def is_given_up(self) -> bool:
        """Whether estimates are missing and will not be made."""
        return self.due_at is None and self.tries >= MOST_TRIES
