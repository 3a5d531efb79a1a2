"""Progress in lessons."""

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
    notes = models.BooleanField(
        null=True, blank=True
    )  # whether notes are shown at tables; None: not chosen, so only in the first games
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("lessons done")
        verbose_name_plural = _("lessons done")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "title"], name="learnt_once")]

    def __str__(self) -> str:
        return f"{self.title} for {self.user_id}"
