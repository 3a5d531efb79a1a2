"""Tournaments: their terms, who has entered, and the games that they pair."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.circle import Circle
from games.models.table import Table, usual_clock


class Tournament(models.Model):
    """A tournament of one title: games of two, in rounds with deadlines."""

    class Kind(models.TextChoices):
        POOLS = "pools", _("Round robin, in pools if there are many players")
        SWISS = "swiss", _("Swiss system")
        KNOCKOUT = "knockout", _("Knock-out, best of three")

    class Status(models.TextChoices):
        OPEN = "open", _("open for registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("name"), max_length=60)
    title = models.CharField(_("game"), max_length=40)
    kind = models.CharField(_("system"), max_length=10, choices=Kind, default=Kind.SWISS)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    options = models.JSONField(default=dict, blank=True)  # of the title
    clock = models.JSONField(default=usual_clock)  # as `games.clock.clocks` writes it
    is_rated = models.BooleanField(_("rated"), default=False)
    least = models.PositiveSmallIntegerField(_("players at least"), default=4)
    most = models.PositiveSmallIntegerField(_("players at most"), default=16)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)  # 0: as many as the system needs
    pool_size = models.PositiveSmallIntegerField(_("players in a pool, at most"), default=8)
    round_days = models.PositiveSmallIntegerField(_("days for a round"), default=14)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)  # None: when it is full
    circle = models.ForeignKey(
        Circle, models.PROTECT, null=True, blank=True, related_name="tournaments", db_index=False
    )  # whose members play
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=0)  # the current one, from 1; 0 before the start
    round_ends_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)  # when it has to be looked at next

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="tournament_due"),
            models.Index(fields=["status", "-id"], name="tournament_list"),
            models.Index(
                fields=["circle", "-id"], condition=Q(circle__isnull=False), name="tournament_of_circle"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField(auto_now_add=True)
    pool = models.PositiveSmallIntegerField(default=0)  # from 0
    withdrawn_at = models.DateTimeField(null=True, blank=True)  # then they get no more games

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "user"], name="entered_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"


class Pairing(models.Model):
    """One game of a round: of two players, or a bye. A knock-out meeting has up to three, with one number."""

    class Result(models.TextChoices):
        OPEN = "", _("not decided")
        HOME = "home", _("first player won")
        AWAY = "away", _("second player won")
        DRAW = "draw", _("draw")
        NONE = "none", _("neither played")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="pairings", db_index=False)
    round = models.PositiveSmallIntegerField()  # from 1
    number = models.PositiveSmallIntegerField()  # within the round, from 0
    game = models.PositiveSmallIntegerField(default=1)  # of a meeting: 1 to 3
    home = models.ForeignKey(Entry, models.PROTECT, related_name="+")  # has seat 0
    away = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")  # None: a bye
    table = models.OneToOneField(Table, models.PROTECT, null=True, blank=True, related_name="pairing")
    over_at = models.DateTimeField(null=True, blank=True)  # when the game ended
    result = models.CharField(max_length=4, choices=Result, default=Result.OPEN, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number", "game"], name="one_pairing_per_place"
            ),
            models.UniqueConstraint(
                fields=["tournament", "round", "home", "game"], name="paired_once_per_round"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["over_at"], condition=Q(over_at__isnull=False, result=""), name="pairing_to_count"
            ),
            models.Index(
                fields=["tournament"], condition=Q(table__isnull=True, result=""), name="pairing_to_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}, round {self.round}: {self.home_id} - {self.away_id}"

    @property
    def winner(self) -> Any:
        """The entry that won this game; None if nobody did."""
        return {self.Result.HOME: self.home, self.Result.AWAY: self.away}.get(self.Result(self.result))
