"""A table: one playthrough of one title, and the position at which a continued one begins."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.clock.clocks import DAY, Clock, Fixed, dump_clock, load_clock
from games.presenters import PRESENTERS


def new_token() -> str:
    """A random token for secret links."""
    return secrets.token_urlsafe(16)


def new_identity() -> str:
    """A table's unique name in hashes, across all sites."""
    return secrets.token_hex(16)


def new_seed() -> bytes:
    """The secret from which all of a table's chance is derived."""
    return secrets.token_bytes(32)


def usual_clock() -> dict[str, Any]:
    """The default clock."""
    return dump_clock(Fixed(3 * DAY))


class Table(models.Model):
    """One playthrough of one title, from open to finished. Its ply is its version: every logged change increases it."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("expired")

    class Admission(models.TextChoices):
        OPEN = "open", _("Everybody may join and watch")
        LINK = "link", _("Only players with the link")
        INVITED = "invited", _("Only players I invite")
        CIRCLE = "circle", _("Only members of the circle")

    class Seating(models.TextChoices):
        RANDOM = "random", _("At random")
        JOINED = "joined", _("In the order of joining")

    class OnTimeout(models.TextChoices):
        DEFAULT = "default", _("The safe default move is played")
        LOSE = "lose", _("The player is out of the game")
        CARETAKER = "caretaker", _("A bot plays for the player, until the player is back")

    title = models.CharField(_("game"), max_length=40)
    # A finished table with the same players
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")
    options = models.JSONField(_("options"), default=dict, blank=True)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    # Minimum number of players for an early start; 0: the title's minimum
    seats_from = models.PositiveSmallIntegerField(_("players at least"), default=0)
    admission = models.CharField(_("who may join"), max_length=10, choices=Admission, default=Admission.OPEN)
    circle = models.ForeignKey(
        "Circle", models.PROTECT, null=True, blank=True, related_name="tables", db_index=False
    )  # its page lists the table
    seating = models.CharField(_("seating"), max_length=10, choices=Seating, default=Seating.RANDOM)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tables_created")
    token = models.CharField(_("link token"), max_length=32, unique=True, default=new_token)
    created_at = models.DateTimeField(_("opened at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    # What it asks of players without an invitation: `games.tables.conditions`
    conditions = models.JSONField(default=dict, db_default={}, blank=True)

    clock = models.JSONField(_("clock"), default=usual_clock)  # as `games.clock.clocks` writes it
    on_timeout = models.CharField(
        _("when time runs out"), max_length=10, choices=OnTimeout, default=OnTimeout.DEFAULT
    )
    delays_answers = models.BooleanField(_("answers out of turn come after a random delay"), default=False)
    offers_seats = models.BooleanField(_("others may take over a seat that was given up"), default=False)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)  # no clock runs until then
    agreed_until = models.DateTimeField(null=True, blank=True)  # end of a pause by agreement
    is_held = models.BooleanField(_("paused by a moderator"), default=False)  # nobody can play

    is_rated = models.BooleanField(
        _("rated"), default=False, db_default=False
    )  # its result changes the players' ratings

    # A bot has or had a seat, or played as a caretaker: the game is left out where people are compared.
    has_bots = models.BooleanField(_("with bots"), default=False)

    # It begins at a position of another game (`StartPosition`), and is left out as well.
    is_continued = models.BooleanField(_("played on from another game"), default=False)

    identity = models.CharField(max_length=32, default=new_identity)  # unique across all sites
    # What the commitment binds besides other columns: numbers of players, rules version and its fingerprint
    terms = models.JSONField(default=dict, blank=True)
    seed = models.BinaryField(default=new_seed)
    key = models.BinaryField(default=b"")  # all chance is drawn from it; empty before the start
    chain = models.BinaryField(default=b"")  # the chain's link for the latest log entry
    former_keys = models.JSONField(default=list, blank=True)  # for a game resumed after its end
    rules_version = models.PositiveIntegerField(default=0)
    state_schema = models.CharField(max_length=16, default="")  # the form of its states, `schema_of`
    state = models.TextField(default="", blank=True)  # JSON; the complete state, never leaves the server
    ply = models.PositiveIntegerField(default=0)  # plies in the log, including undone ones and undos
    head = models.IntegerField(null=True, blank=True)  # the last ply not taken back; None before the first
    stream = models.PositiveIntegerField(default=0)  # plies of the game, without those taken back
    generation = models.PositiveIntegerField(default=0)  # rewinds that took back a ply which drew
    since_kept = models.PositiveSmallIntegerField(default=0)  # plies since a state was stored
    is_packed = models.BooleanField(default=False)  # its log is in `PackedLog`
    reason = models.CharField(_("how it ended"), max_length=40, default="", blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions: ClassVar = [
            ("moderate_table", "Can moderate tables"),
            ("extend_all_tables", "Can give more time to all tables"),
            ("see_full_state", "Can look at the full state of a table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-id"], condition=Q(status="open", admission="open"), name="lobby_open"),
            models.Index(fields=["-id"], condition=Q(status="running", admission="open"), name="lobby_watch"),
            models.Index(
                fields=["title", "status", "-id"], condition=Q(admission="open"), name="lobby_title"
            ),
            models.Index(
                fields=["circle", "status", "-id"], condition=Q(circle__isnull=False), name="table_of_circle"
            ),
            models.Index(
                fields=["circle", "finished_at"], condition=Q(circle__isnull=False), name="table_of_season"
            ),
            models.Index(fields=["expires_at"], condition=Q(status="open"), name="table_expiry"),
            models.Index(fields=["creator"], condition=Q(status="open"), name="table_host"),
            models.Index(fields=["id"], condition=Q(status="running"), name="table_running"),
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False, is_packed=False),
                name="table_unpacked",
            ),
            models.Index(
                fields=["paused_until"], condition=Q(paused_until__isnull=False), name="table_paused"
            ),
        ]

    def __str__(self) -> str:
        return f"{PRESENTERS[self.title].name} #{self.pk}"

    def get_absolute_url(self) -> str:
        """The address of the table's page."""
        return reverse("table", args=[self.pk])

    @property
    def receipt(self) -> str:
        """The number of the latest ply in the log, and the start of its chain link, which covers the whole log."""
        return f"{self.ply - 1}-{bytes(self.chain).hex()[:32]}" if self.chain else ""

    @property
    def is_compared(self) -> bool:
        """Whether results and times count in comparisons of people: no bots, and played from the beginning."""
        return not self.has_bots and not self.is_continued

    @property
    def has_open_secrets(self) -> bool:
        """Whether readers may see all secrets: its game is over, and so is the game that it continues, if any."""
        is_over = bool(self.state) and self.status in (self.Status.FINISHED, self.Status.CANCELLED)
        return is_over and not (self.is_continued and self.does_origin_run)

    @cached_property
    def does_origin_run(self) -> bool:
        """Whether the original of this continued game, or an earlier original, has resumed; queried once."""
        former = Table.objects.filter(continued__table=self).only("status", "is_continued").first()
        if former is None:
            return False
        is_over = former.status in (self.Status.FINISHED, self.Status.CANCELLED)
        return not is_over or (former.is_continued and former.does_origin_run)

    @property
    def is_open(self) -> bool:
        """Whether it has not started yet."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """Whether it has started and is not over."""
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether its clocks are stopped, by agreement or by a moderator."""
        return self.is_held or self.paused_until is not None

    @cached_property
    def has_proposal(self) -> bool:
        """Whether a proposal was open when the row was read. `table_read` loads the value with the row."""
        return self.proposals.filter(status="open").exists()

    @property
    def timing(self) -> Clock:
        """The clock as a value."""
        return load_clock(self.clock)

    @property
    def is_finished(self) -> bool:
        """Whether it ended with a result."""
        return self.status == self.Status.FINISHED


class StartPosition(models.Model):
    """The start of a continued table: a position of another, finished game. It never changes."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="start")
    former = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="continued")
    identity = models.CharField(max_length=32)  # the former table's identity in hashes
    ply = models.IntegerField()  # the former table's ply after which the game continues; -1: its setup
    rules_version = models.PositiveIntegerField()  # of that ply
    state_schema = models.CharField(max_length=16)
    state = models.TextField()  # JSON; the complete state, never leaves the server before the end
    seats = models.PositiveSmallIntegerField()  # of the former table
    live = models.JSONField()  # numbers of the seats in the game, which need players
    left = models.JSONField()  # numbers of the seats that had left it
    host_seat = models.PositiveSmallIntegerField()  # the seat of the table's creator

    class Meta:
        verbose_name = _("start position")
        verbose_name_plural = _("start positions")

    def __str__(self) -> str:
        return f"{self.table_id} from {self.former_id}:{self.ply}"
