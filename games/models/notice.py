"""Notices: the ledger of what each person has been or will be notified of."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.moderation import Decision
from games.models.table import Table

_of_a_ply = Q(about__isnull=True)
_of_a_deadline = Q(about__isnull=False, table__isnull=False)
_of_no_table = Q(table__isnull=True)


class Notice(models.Model):
    """A notice for one person on one channel, sent at most once; those of one message share a `claim`."""

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder")
        STARTED = "started", _("table started")
        FINISHED = "finished", _("table finished")
        INVITATION = "invitation", _("invitation")
        CANCELLED = "cancelled", _("table cancelled or expired")
        TIMEOUT = "timeout", _("time-out")
        STOPPED = "stopped", _("table stopped")
        PROPOSAL = "proposal", _("proposal")
        TALK = "talk", _("table chat")
        MENTION = "mention", _("mentioned in table chat")
        DECISION = "decision", _("message from a moderator")
        DIGEST = "digest", _("daily digest")
        TOURNAMENT = "tournament", _("tournament")
        CIRCLE = "circle", _("table of a circle")
        TEST = "test", _("test message")
        WEBHOOK_OVER = "webhook-over", _("webhook given up")
        MAIL_OVER = "mail-over", _("email address suspended")

    class Channel(models.TextChoices):
        MAIL = "mail", _("mail")
        PUSH = "push", _("browser")
        WEBHOOK = "webhook", _("webhook")

    class Status(models.TextChoices):
        DUE = "due", _("waiting")
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")
        MERGED = "merged", _("sent with others")
        SUPPRESSED = "suppressed", _("not sent")
        FAILED = "failed", _("failed")

    class Reason(models.TextChoices):
        """Why a notice was not sent, or not yet, in words for its player."""

        ACTED = "acted", _("you have just moved there")
        TALKED = "talked", _("you have just been at the table")
        HELD = "held", _("a moderator has paused the table")
        DIGEST = "digest", _("waiting for your daily digest")
        QUIET = "quiet", _("your quiet hours")
        ASLEEP = "asleep", _("night in your calendar")
        TOGETHER = "together", _("waiting to be sent with others")
        NO_ADDRESS = "no-address", _("no address")
        NO_MAILS = "no-mails", _("emails are off")
        SUSPENDED = "suspended", _("your email address rejects our emails")
        ENDED = "ended", _("your webhook is off, because it didn't respond")
        NO_BROWSER = "no-browser", _("no browser has notifications on")
        NO_WEBHOOK = "no-webhook", _("no webhook is set")
        MUTED = "muted", _("you have muted this table")
        UNWANTED = "unwanted", _("turned off in your settings")
        READ = "read", _("you have read it")
        LEFT = "left", _("you have left this table")
        NOT_AWAITED = "not-awaited", _("no longer your turn")
        NOT_PROPOSED = "not-proposed", _("the proposal is closed")
        NOT_OPEN = "not-open", _("the table is no longer open")
        DEADLINE_MOVED = "deadline-moved", _("the deadline has moved")
        GOES_ON = "goes-on", _("the game continues")
        TAKEN_BACK = "taken-back", _("a moderator has taken it back")
        NOTHING_WAITS = "nothing-waits", _("nothing is waiting for you")
        NOT_DELIVERED = "not-delivered", _("couldn't be delivered")
        RETURNED = "returned", _("your mailbox returned the email")
        NO_ANSWER = "no-answer", _("the address isn't responding")
        NOT_SENDABLE = "not-sendable", _("we can't send to this address")
        NOT_PUBLIC = "not-public", _("the address isn't on the public internet")
        UNREACHED = "unreached", _("no browser could be reached")
        REFUSED = "refused", _("the webhook refused the message")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="notices", verbose_name=_("player")
    )
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="notices", verbose_name=_("table")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    ply = models.IntegerField(default=0)  # the ply of the event; for a turn, its first ply
    decision = models.ForeignKey(
        Decision, models.PROTECT, null=True, blank=True, related_name="notices", db_index=False
    )  # the moderator's decision to report
    about = models.DateTimeField(null=True, blank=True)  # the deadline for a reminder; the hour for a digest
    offset = models.PositiveIntegerField(default=0)  # for a reminder: minutes before the deadline
    channel = models.CharField(_("channel"), max_length=10, choices=Channel, default=Channel.MAIL)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DUE)
    reason = models.CharField(_("reason"), max_length=200, default="", blank=True)  # a Reason
    detail = models.CharField(
        _("details"), max_length=500, default="", blank=True
    )  # the error, for moderators
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    due_at = models.DateTimeField(_("due at"))
    claim = models.UUIDField(null=True, blank=True)  # the message that contains it
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="merged",
        db_index=False,
        verbose_name=_("sent with"),
    )

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "table", "kind", "ply", "channel"], condition=_of_a_ply, name="told_once"
            ),
            models.UniqueConstraint(
                fields=["user", "table", "about", "offset", "channel"],
                condition=_of_a_deadline,
                name="reminded_once",
            ),
            models.UniqueConstraint(
                fields=["user", "kind", "about", "channel"], condition=_of_no_table, name="digest_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(status="due"), name="notice_due"),
            models.Index(fields=["user", "channel"], condition=Q(status="due"), name="notice_due_of"),
            models.Index(fields=["claimed_at"], condition=Q(status="claimed"), name="notice_claimed"),
            models.Index(fields=["claim"], condition=Q(claim__isnull=False), name="notice_claim"),
            models.Index(
                fields=["user", "channel", "-sent_at"], condition=Q(status="sent"), name="notice_last_sent"
            ),
            models.Index(
                fields=["merged_into"], condition=Q(merged_into__isnull=False), name="notice_merged"
            ),  # for the database, when a notice is deleted
            models.Index(fields=["user", "-id"], name="notice_history"),
            models.Index(fields=["-created_at"], condition=Q(status="failed"), name="notice_failed"),
        ]

    def __str__(self) -> str:
        about = f"{self.get_kind_display()} · {self.table_id} · {self.user_id}"
        return f"{about} · {self.get_channel_display()}: {self.get_status_display()}"

    @property
    def reason_words(self) -> str:
        """Why the notice was not sent, or not yet, in words; empty if there is no reason."""
        return str(self.Reason(self.reason).label) if self.reason else ""

    @property
    def is_waiting(self) -> bool:
        """Whether the notice may still be sent."""
        return self.status in (self.Status.DUE, self.Status.CLAIMED)
