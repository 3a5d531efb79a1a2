"""Data for looking back: where a continued table begins, and the estimates of finished games."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

MOST_TRIES = 20  # tries in a row without a new estimate, after which we give up


class StartPosition(models.Model):
    """The start of a continued table: a position of another, finished game. It never changes."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="start")
    former = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="continued")
    identity = models.CharField(max_length=32)  # the former table's identity in hashes
    ply = models.IntegerField()  # the former table's ply after which the game continues; -1: its setup
    rules_version = models.PositiveIntegerField()  # of that ply
    state_schema = models.CharField(max_length=16)
    state = models.TextField()  # JSON; the complete state, never leaves the server before the end
    seats = models.PositiveSmallIntegerField()  # of the former table
    live = models.JSONField()  # numbers of the seats in the game, which need players
    left = models.JSONField()  # numbers of the seats that had left it
    host_seat = models.PositiveSmallIntegerField()  # the seat of the table's creator

    class Meta:
        verbose_name = _("start position")
        verbose_name_plural = _("start positions")

    def __str__(self) -> str:
        return f"{self.table_id} from {self.former_id}:{self.ply}"


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
