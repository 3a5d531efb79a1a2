"""Seats at tables, players who lost theirs, and invitations."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.clock.deadline import REST_CAP
from games.models.table import Table

__all__ = ["IN_A_ROW", "Departure", "Invitation", "Seat"]

IN_A_ROW = 3  # time-outs after which a seat is given up


class LastVisit(models.Model):
    """How far somebody has seen a table: at the latest look, and at the end of the visit before this one."""

    seen_ply = models.IntegerField(default=-1)  # the last ply that was there at the latest look
    seen_at = models.DateTimeField(null=True, blank=True)  # of that look
    visit_ply = models.IntegerField(default=-1)  # the last ply of the visit before

    class Meta:
        abstract = True


class Seat(LastVisit):
    """A place at a table. Numbers follow the order of joining and may be shuffled at the start."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    nonce = models.CharField(
        max_length=32, default="", blank=True
    )  # its player's part of the key; empty before the start if the site draws it
    is_nonce_own = models.BooleanField(default=False)  # the player sent it: the site did not draw it
    place = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # in the order of joining, once the game began
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)
    is_live = models.BooleanField(default=True)  # the table is open or running, and the seat has not left
    is_awaited = models.BooleanField(default=False)  # a move is wanted from it
    awaited_since = models.DateTimeField(null=True, blank=True)
    turn_ply = models.IntegerField(default=0)  # the table's ply when it began to be awaited
    asked_ply = models.IntegerField(default=0)  # a move is stale if its page is older than this ply
    acted_ply = models.IntegerField(default=-1)  # the last ply that was this seat's own
    has_left = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True, blank=True)  # None: no clock runs
    deadline_moved_at = models.DateTimeField(
        null=True, blank=True
    )  # when it became what it is now, or was last
    deadline_moves = models.PositiveIntegerField(default=0)  # how often it has changed, to the minute
    clock_since = models.DateTimeField(null=True, blank=True)  # when the running clock began
    allowance = models.PositiveIntegerField(null=True, blank=True)  # seconds granted by the clock
    remind_at = models.DateTimeField(null=True, blank=True)  # when the next reminder is due
    extension = models.PositiveIntegerField(default=0)  # seconds added by agreement
    reckoning = models.JSONField(default=list, blank=True)  # the steps by which the deadline was computed
    remaining = models.PositiveIntegerField(null=True, blank=True)  # seconds left while the table is paused
    bank = models.PositiveIntegerField(null=True, blank=True)  # seconds saved up, for clocks that have a bank
    rest_left = models.PositiveIntegerField(default=REST_CAP)  # the rest budget, in seconds
    undo_clock = models.JSONField(
        null=True, blank=True
    )  # its clock before the ply that ended its turn, for as long as that may be taken back
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    is_offered = models.BooleanField(default=False)  # its player is absent: others may take it over
    is_kept = models.BooleanField(default=False)  # a caretaker plays for its absent player
    think_at = models.DateTimeField(
        null=True, blank=True
    )  # when a bot is to think for it; later while one does
    answer_at = models.DateTimeField(null=True, blank=True)  # before it no answer out of turn is played
    answer = models.TextField(default="", blank=True)  # JSON: the move that is kept until then; secret
    has_notes = models.BooleanField(default=False)  # its player is shown notes for beginners
    orders = models.JSONField(_("standing orders"), default=dict, blank=True)  # by name; secret
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_per_user"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "awaited_since"], condition=Q(is_awaited=True), name="seat_awaited"),
            models.Index(fields=["awaited_since"], condition=Q(is_awaited=True), name="seat_waiting"),
            models.Index(fields=["user"], condition=Q(is_live=True), name="seat_live"),
            models.Index(fields=["user", "-table"], name="seat_history"),
            models.Index(fields=["deadline"], condition=Q(is_awaited=True), name="seat_due"),
            models.Index(fields=["answer_at"], condition=Q(answer_at__isnull=False), name="seat_answer"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="seat_remind"),
            models.Index(fields=["-table"], condition=Q(is_offered=True), name="seat_offered"),
            models.Index(fields=["think_at"], condition=Q(think_at__isnull=False), name="seat_think"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def has_bot(self) -> bool:
        """Whether a bot decides: its player is one, or is away and has a caretaker."""
        return self.is_kept or (self.user is not None and self.user.is_bot)


class Departure(LastVisit):
    """A player whose seat somebody else took over. They know its secrets, so they get no seat there again."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="departures")
    seat_number = models.PositiveSmallIntegerField(_("number"))
    left_at = models.DateTimeField(_("left at"), auto_now_add=True)

    class Meta:
        verbose_name = _("departure")
        verbose_name_plural = _("departures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_departure_per_user")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.table_id}/{self.seat_number}"


class Invitation(models.Model):
    """A player asked by name to join a table."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    is_live = models.BooleanField(default=True)  # not answered yet, and the table is still open

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_invitation_per_user")
        ]
        indexes: ClassVar = [
            models.Index(fields=["user"], condition=Q(is_live=True), name="invitation_live"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} for {self.user_id}"
