"""What is stored about a title: uploaded decks, and sums over finished games."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Deck(models.Model):
    """A deck of Cardline. Its content is never changed or deleted, because games refer to it by its digest."""

    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(_("digest"), max_length=32, unique=True)
    cards = models.JSONField(_("cards"))  # a list of objects with the columns of the CSV file
    card_count = models.PositiveSmallIntegerField(_("number of cards"))
    is_offered = models.BooleanField(
        _("offered"), default=True,
        help_text=_("Whether new tables may choose it. Tables that have chosen it keep it in any case."),
    )  # fmt: skip
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("uploaded by")
    )
    created_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)

    class Meta:
        verbose_name = _("Cardline deck")
        verbose_name_plural = _("Cardline decks")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(is_offered=True), name="one_offered_deck_per_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class TitleCount(models.Model):
    """One sum over the finished games of a title. It identifies no table and no person."""

    class Audience(models.TextChoices):
        PUBLIC = "public", _("tables of people that everybody may watch")
        PRIVATE = "private", _("other tables of people")
        BOTS = "bots", _("tables with bots")

    title = models.CharField(_("game"), max_length=40)
    audience = models.CharField(max_length=10, choices=Audience)
    group = models.CharField(max_length=40)  # such as "reasons"
    key = models.CharField(max_length=80, blank=True)  # within the group
    times = models.BigIntegerField(default=0)  # number of values added
    total = models.BigIntegerField(default=0)  # sum of the values

    class Meta:
        verbose_name = _("total for a game")
        verbose_name_plural = _("totals for games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["title", "audience", "group", "key"], name="one_count_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.audience} {self.group}/{self.key}"


class CountedGame(models.Model):
    """What a finished game added to the sums. Changes of private games wait until enough others have changed too."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="counted", primary_key=True)
    audience = models.CharField(max_length=10, choices=TitleCount.Audience)
    amounts = models.JSONField(default=list)  # in the sums now: lists of group, key, times, total
    # The same, to replace them; empty: to be subtracted; None: nothing waits
    waiting = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")
        indexes: ClassVar = [
            models.Index(fields=["audience"], condition=Q(waiting__isnull=False), name="counted_waiting")
        ]

    def __str__(self) -> str:
        return str(self.table_id)
