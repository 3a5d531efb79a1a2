"""Progress in lessons and puzzles."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LessonProgress(models.Model):
    """The lessons of one title that one person has finished."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lesson_progress", db_index=False
    )
    title = models.CharField(max_length=32)
    done = models.JSONField(default=list)  # keys of lessons, in the order of finishing
    # Whether notes are shown at tables; None: not chosen, so only in the first games
    notes = models.BooleanField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("lesson progress")
        verbose_name_plural = _("lesson progress")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "title"], name="learnt_once")]

    def __str__(self) -> str:
        return f"{self.title} for {self.user_id}"


class PuzzleTry(models.Model):
    """One puzzle tried by one person."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_tries", db_index=False
    )
    title = models.CharField(max_length=40)
    key = models.CharField(max_length=16)  # of the puzzle
    is_found = models.BooleanField(default=False)  # without being shown the answer, at any try
    shown_on = models.DateField(null=True, blank=True)  # the last day on which they were shown the answer

    class Meta:
        verbose_name = _("tried puzzle")
        verbose_name_plural = _("tried puzzles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "title", "key"], name="tried_once_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.title}/{self.key} for {self.user_id}"


class PuzzleStreak(models.Model):
    """The number of days in a row on which a person found the move of the day."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_streak", primary_key=True
    )
    day = models.DateField()  # the latest of these days, in UTC
    days = models.PositiveIntegerField(default=1)  # in a row until that day
    best = models.PositiveIntegerField(default=1)  # the longest streak

    class Meta:
        verbose_name = _("puzzle streak")
        verbose_name_plural = _("puzzle streaks")

    def __str__(self) -> str:
        return f"{self.days} until {self.day} for {self.user_id}"


class PuzzleCount(models.Model):
    """How many people tried one puzzle, and how many found the move at once. It names nobody."""

    title = models.CharField(max_length=40)
    key = models.CharField(max_length=16)
    tried = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)  # at the first try

    class Meta:
        verbose_name = _("puzzle count")
        verbose_name_plural = _("puzzle counts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["title", "key"], name="one_count_per_puzzle")
        ]

    def __str__(self) -> str:
        return f"{self.title}/{self.key}: {self.found} of {self.tried}"
