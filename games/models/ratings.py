"""Ratings: each player's skill at a title, and every rated game with the changes it made."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

MU, SIGMA = 25.0, 25.0 / 3  # openskill's values for a new player
PROVISIONAL = 10  # games
SCALE = 60  # from openskill's scale to the numbers on pages; a new player has 1500 ± 500


class Rating(models.Model):
    """A player's current rating at one title, on openskill's scale."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    title = models.CharField(max_length=40)
    mu = models.FloatField(default=MU)  # the estimated skill
    sigma = models.FloatField(default=SIGMA)  # its standard deviation
    games = models.PositiveIntegerField(default=0)  # that count

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "title"], name="one_rating_per_title")
        ]

    def __str__(self) -> str:
        return f"{self.title} of {self.user_id}: {self.mu:.2f}"

    @property
    def value(self) -> int:
        """The number that pages show."""
        return round(SCALE * self.mu)

    @property
    def is_provisional(self) -> bool:
        """Whether too few games count for a reliable number."""
        return self.games < PROVISIONAL


class RatedGame(models.Model):
    """A game that changed ratings, or the annulment of one. In the order of ids, they rebuild all ratings."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="rated_games")
    annuls = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="annulled_by")

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")

    def __str__(self) -> str:
        return f"{self.pk} at {self.table_id}"


class RatingChange(models.Model):
    """One player's result in a rated game, and the rating after it."""

    game = models.ForeignKey(RatedGame, models.PROTECT, related_name="changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes", db_index=False
    )
    title = models.CharField(max_length=40)
    seat_number = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    weight = models.FloatField()  # from 0 to 1: less after other games against the same players
    mu = models.FloatField()  # after the game
    sigma = models.FloatField()
    mu_change = models.FloatField()
    sigma_change = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="one_change_per_player")
        ]
        indexes: ClassVar = [models.Index(fields=["user", "title", "-at"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.title} of {self.user_id}: {self.mu_change:+.2f}"
