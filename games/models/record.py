"""The log of plies."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

__all__ = ["MoveRecord"]


class MoveRecord(models.Model):
    """One ply of the log. It is never changed, except that `before` is emptied once the table is finished."""

    class Kind(models.TextChoices):
        SETUP = "setup", _("set-up")
        MOVE = "move", _("move")
        LEAVE = "leave", _("left")
        UNDO = "undo", _("taken back")
        NOTE = "note", _("note")  # about the table, not the game: a pause, a vote, a seat taken over

    class Cause(models.TextChoices):
        PLAYER = "", _("by the player")
        FORCED = "forced", _("the only move")
        ORDER = "order", _("by standing order")
        TIMEOUT = "timeout", _("time-out")
        MODERATOR = "moderator", _("by a moderator")
        CARETAKER = "caretaker", _("by a bot as caretaker")

    table = models.ForeignKey(Table, models.PROTECT, related_name="records")
    ply = models.IntegerField()  # -1 for the set-up
    kind = models.CharField(max_length=10, choices=Kind)
    cause = models.CharField(max_length=10, choices=Cause, default=Cause.PLAYER, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    move = models.TextField(default="", blank=True)  # JSON, as the rule sheet gives it
    events = models.TextField(default="[]")  # JSON, with the private parts; never leaves the server
    before = models.TextField(default="", blank=True)  # the state before it, for undo; server only
    previous = models.IntegerField(null=True, blank=True)  # the ply that stood before this one
    back_to = models.IntegerField(null=True, blank=True)  # of an undo: the first ply taken back
    expected = models.IntegerField(null=True, blank=True)  # the ply of the page where the move was made
    undoable = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    rules_version = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("ply")
        verbose_name_plural = _("plies")
        ordering: ClassVar = ["ply"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "ply"], name="one_record_per_ply")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.ply} {self.kind}"
