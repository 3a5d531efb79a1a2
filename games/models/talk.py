"""Table chat, private notes and blocks."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.circle import Circle
from games.models.table import Table

LINE_LENGTH = 1000  # characters
NOTE_LENGTH = 4000


class TalkLine(models.Model):
    """One chat line of a player at a table, or of a member in a circle. The site's own messages are in the log."""

    table = models.ForeignKey(
        Table,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="talk",
        db_index=False,
        verbose_name=_("table"),
    )
    circle = models.ForeignKey(
        Circle,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="talk",
        db_index=False,
        verbose_name=_("circle"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="talk_lines",
        db_index=False,
        verbose_name=_("player"),
    )
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)  # the author's seat at that time
    text = models.CharField(_("text"), max_length=LINE_LENGTH)
    mentioned = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="mentions", blank=True)
    said_at = models.DateTimeField(_("sent"), auto_now_add=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)  # moderators can still read the text

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        indexes: ClassVar = [
            models.Index(fields=["table", "-id"], name="talk_of_table"),
            models.Index(fields=["circle", "-id"], condition=Q(circle__isnull=False), name="talk_of_circle"),
            models.Index(fields=["user", "-id"], name="talk_of_person"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(circle__isnull=True), name="talk_in_one_place"
            )
        ]

    def __str__(self) -> str:
        return gettext("Chat message %(number)s at table %(table)s") % {
            "number": self.pk,
            "table": self.table_id,
        }


class TalkRead(models.Model):
    """How far a person has read a table's chat."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="talk_reads", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="talk_reads", db_index=False
    )
    line_id = models.BigIntegerField(default=0)  # the newest line shown

    class Meta:
        verbose_name = _("reading mark")
        verbose_name_plural = _("reading marks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "table"], name="one_mark_per_reader")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id} up to {self.line_id}"


class PrivateNote(models.Model):
    """A player's private note at a table. Nobody else can read it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="private_notes", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="private_notes", db_index=False
    )
    text = models.TextField(_("note"), max_length=NOTE_LENGTH, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "table"], name="one_note_per_player")
        ]

    def __str__(self) -> str:
        return f"note of {self.user_id} at {self.table_id}"

    @property
    def version(self) -> str:
        """The version for the form, so that saving can only replace the version that the reader saw."""
        return "" if self.changed_at is None else self.changed_at.isoformat()


class Block(models.Model):
    """A user's block of a person: the user gets no chat lines and invitations from that person."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="blocks", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="blocked_by")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "person"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(by=models.F("person")), name="nobody_blocks_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.person_id}"
