"""What stands beside a table for those who look back: where it goes on from, and what a captain thought of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

__all__ = ["MOST_TRIES", "Estimates", "StartPosition"]

MOST_TRIES = 20  # in a row without a new estimate, after which nobody is asked any more


class StartPosition(models.Model):
    """Where a continued table begins: a position of another game that was over. It is never changed."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="start")
    former = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="continued")
    identity = models.CharField(max_length=32)  # of the former table, in hashes
    ply = models.IntegerField()  # of the former log, after which it goes on; -1: from its set-up
    rules_version = models.PositiveIntegerField()  # by which that ply was played
    state_schema = models.CharField(max_length=16)
    state = models.TextField()  # JSON; the complete truth, never leaves the server before the end
    seats = models.PositiveSmallIntegerField()  # of the former table
    live = models.JSONField()  # numbers of the seats that are in the game: for these there are players
    left = models.JSONField()  # numbers of those that had left it
    host_seat = models.PositiveSmallIntegerField()  # where who opened the table sits

    class Meta:
        verbose_name = _("start position")
        verbose_name_plural = _("start positions")

    def __str__(self) -> str:
        return f"{self.table_id} from {self.former_id}:{self.ply}"


class Estimates(models.Model):
    """What a captain on each seat would have expected, ply by ply, of a game that is over; made in the background."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="estimates")
    points = models.JSONField(
        default=list
    )  # [ply, percent of seat 0, of seat 1, ...], in order; None: not in
    due_at = models.DateTimeField(null=True, blank=True)  # when a worker is to go on; None: done, or given up
    tries = models.PositiveSmallIntegerField(default=0)  # claims since the latest estimate was kept

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
        """Whether estimates are missing that nobody will make."""
        return self.due_at is None and self.tries >= MOST_TRIES
