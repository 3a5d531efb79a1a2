"""How many games each person played and won in each year."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class YearCount(models.Model):
    """One person's finished games of one title in one year, in UTC."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="year_counts", db_index=False
    )
    year = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=40)
    games = models.IntegerField(default=0)  # between people
    wins = models.IntegerField(default=0)  # of these, with the first rank, alone or shared
    with_bots = models.IntegerField(default=0)  # other games

    class Meta:
        verbose_name = _("games in a year")
        verbose_name_plural = _("games in a year")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "year", "title"], name="one_count_per_year")
        ]

    def __str__(self) -> str:
        return f"{self.title} in {self.year} for {self.user_id}: {self.games}"
