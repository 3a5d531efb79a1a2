"""Seats at tables, departed players and invitations."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.clock.deadline import REST_CAP
from games.models.table import Table

IN_A_ROW = 3  # time-outs in a row that cost the seat


class LastVisit(models.Model):
    """How far somebody has seen a table: at the latest view, and at the end of the previous visit."""

    seen_ply = models.IntegerField(default=-1)  # the table's last ply at the latest view
    seen_at = models.DateTimeField(null=True, blank=True)  # time of that view
    visit_ply = models.IntegerField(default=-1)  # the last ply seen in the previous visit

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
    )  # the player's part of the key; may be empty
    # In the order in which seats are drawn, set at the start
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)
    is_live = models.BooleanField(default=True)  # at an open or running table, and the player has not left
    is_awaited = models.BooleanField(default=False)  # the seat must act
    awaited_since = models.DateTimeField(null=True, blank=True)
    turn_ply = models.IntegerField(default=0)  # the table's ply when the seat's turn began
    asked_ply = models.IntegerField(default=0)  # moves from pages older than this ply are stale
    acted_ply = models.IntegerField(default=-1)  # the last ply made by this seat
    has_left = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True, blank=True)  # None: no clock runs
    # When the current deadline, or the last one, was set
    deadline_moved_at = models.DateTimeField(null=True, blank=True)
    deadline_moves = models.PositiveIntegerField(default=0)  # how often it changed, to the minute
    clock_since = models.DateTimeField(null=True, blank=True)  # start of the running clock
    allowance = models.PositiveIntegerField(null=True, blank=True)  # seconds granted by the clock
    remind_at = models.DateTimeField(null=True, blank=True)  # time of the next reminder
    extension = models.PositiveIntegerField(default=0)  # seconds added by agreement
    reckoning = models.JSONField(default=list, blank=True)  # the steps that led to the deadline
    remaining = models.PositiveIntegerField(null=True, blank=True)  # seconds left while the table is paused
    bank = models.PositiveIntegerField(null=True, blank=True)  # seconds saved, for clocks with a bank
    rest_left = models.PositiveIntegerField(default=REST_CAP)  # seconds left of the rest budget
    # The clock before the ply that ended the turn, while that ply can be taken back
    undo_clock = models.JSONField(null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    is_offered = models.BooleanField(default=False)  # the player is absent, and others may take it over
    is_kept = models.BooleanField(default=False)  # a caretaker plays for the absent player
    # When a bot must think for it, or make the move it thought of; later while one does
    think_at = models.DateTimeField(null=True, blank=True)
    thought = models.TextField(default="", blank=True)  # JSON: the move that a bot will make; secret
    answer_at = models.DateTimeField(null=True, blank=True)  # answers out of turn wait until then
    answer = models.TextField(default="", blank=True)  # JSON: the move to play at that time; secret
    has_notes = models.BooleanField(default=False)  # the player sees notes for beginners
    orders = models.JSONField(_("standing orders"), default=dict, blank=True)  # by name; secret
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    table_ply: int  # the table's ply when `games.tables.unit_of_work.seats_of` read the seat

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
        """Whether a bot decides: the player is a bot, or is absent and has a caretaker."""
        return self.is_kept or (self.user is not None and self.user.is_bot)

    def wake_bot(self, at: datetime | None) -> None:
        """Let a bot think for the seat from then on, or not at all; what one has thought is forgotten."""
        self.think_at, self.thought = at, ""


class Departure(LastVisit):
    """A player whose seat was taken over. They know its secrets, so they may not join the table again."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="departures")
    seat_number = models.PositiveSmallIntegerField(_("number"))
    left_at = models.DateTimeField(_("left at"), auto_now_add=True)

    class Meta:
        verbose_name = _("player who left")
        verbose_name_plural = _("players who left")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_departure_per_user")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.table_id}/{self.seat_number}"


class Invitation(models.Model):
    """A player's invitation to a table by user name."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="invitations", verbose_name=_("table"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="invitations", verbose_name=_("player")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    is_live = models.BooleanField(_("open"), default=True)  # not answered yet, and the table is still open

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_invitation_per_user")
        ]
        indexes: ClassVar = [models.Index(fields=["user"], condition=Q(is_live=True), name="invitation_live")]

    def __str__(self) -> str:
        return f"{self.table_id} · {self.user_id}"
