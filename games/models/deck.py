"""Decks that administrators uploaded."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


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
            ),
        ]

    def __str__(self) -> str:
        return self.name
