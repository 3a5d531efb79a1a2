"""Proposals and votes: agreements between a table's players, outside the rules of the game."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Proposal(models.Model):
    """A proposal by one seat. It takes effect when every voting seat agrees."""

    class Kind(models.TextChoices):
        END = "end", _("end the game now")
        CANCEL = "cancel", _("call off the game")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        EXTEND = "extend", _("more time")
        UPGRADE = "upgrade", _("switch to the current rules")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    table = models.ForeignKey(Table, models.PROTECT, related_name="proposals", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    days = models.PositiveSmallIntegerField(default=0)  # of a pause or an extension
    seat_number = models.PositiveSmallIntegerField()  # the proposer's seat
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table"], condition=Q(status="open"), name="one_open_proposal")
        ]
        indexes: ClassVar = [
            models.Index(fields=["table", "seat_number", "kind", "-id"], name="proposal_history")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.table_id}: {self.get_status_display()}"


class Vote(models.Model):
    """One seat's yes to a proposal. A no closes the proposal and needs no row."""

    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="votes")
    seat_number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["proposal", "seat_number"], name="one_vote_per_seat")
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_number} for {self.proposal_id}"
