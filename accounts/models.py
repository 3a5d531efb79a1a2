"""Users, and the names they have taken."""

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar, TypeAlias
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import KEY_LENGTH, keys_of
from accounts.validators import NAME_LENGTHS, time_zones, validate_display_name, validate_time_zone
from games.clock.rest import Calendar, days_in

VACATION = 30  # days per calendar year
REPLIES = 30  # a player's latest reply times; few enough to reflect changes of habit
REPLIES_ENOUGH = 5  # with fewer replies there is no usual reply time
DECISIONS = 40  # a player's latest decisions, from which their reliability is computed
DECISIONS_ENOUGH = 10  # with fewer decisions a player is new


class Kept(models.TextChoices):
    """How a player kept a deadline, in one letter."""

    IN_TIME = "i", _("in time")
    DEFAULT = "d", _("timed out")
    LEFT = "l", _("left the game")


class User(AbstractUser):
    """A person who can log in, with name, time zone, calendar, and moderators' decisions.

    Bots and guests have rows too, so that seats and the log need only one kind of player. Nobody can log in as a bot.
    The person who owns a program's account can.
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        GUEST = "guest", _("guest")
        PROGRAM = "program", _("program")  # a person has declared that a program plays with the account

    ACCOUNTS: ClassVar = (Kind.PERSON, Kind.PROGRAM)  # kinds with a password and an email address

    kind = models.CharField(_("kind"), max_length=7, choices=Kind, default=Kind.PERSON)
    level = models.CharField(_("level"), max_length=12, default="", blank=True)  # only for bots
    display_name = models.CharField(
        _("display name"),
        max_length=NAME_LENGTHS[-1],
        blank=True,
        validators=[validate_display_name],
        help_text=_("The name that other players see. If you leave it empty, they see your user name."),
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text=_("We show all dates and deadlines in this time zone."),
    )
    # A code of settings.LANGUAGES; empty if the person has never logged in since the site has several.
    language = models.CharField(_("language"), max_length=12, default="", db_default="", blank=True)
    mail_turns = models.BooleanField(
        _("emails about my turns"),
        default=True,
        help_text=_("Send me an email when it is my turn or a deadline is near."),
    )
    always_ask = models.BooleanField(default=False)  # even for forced moves

    sleep_from = models.TimeField(_("no deadlines from"), null=True, blank=True)
    sleep_to = models.TimeField(_("until"), null=True, blank=True)
    days_off = models.JSONField(_("days off"), default=list, blank=True)  # 0 is Monday
    # Pairs of first and last day, ISO dates.
    vacations = models.JSONField(_("vacations"), default=list, blank=True)
    replies = models.JSONField(default=list, blank=True)  # latest reply times in seconds, newest last

    # How the latest decisions were made, newest last; letters of `Kept`
    punctuality = models.CharField(max_length=DECISIONS, default="", db_default="", blank=True)

    # Moderators' decisions. `is_active` is False while a suspension or a ban is in force.
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)  # can't write at tables
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    is_banned = models.BooleanField(_("banned"), default=False)
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )

    # Then a guest who stayed away is deleted.
    guest_until = models.DateTimeField(_("kept until"), null=True, blank=True)

    class Meta(AbstractUser.Meta):
        permissions: ClassVar = [
            ("moderate_user", "Can warn, mute and suspend people"),
            ("ban_user", "Can ban and rename people"),
            ("merge_user", "Can merge accounts"),
            ("erase_user", "Can erase accounts"),
            ("appoint_user", "Can appoint moderators and administrators"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["suspended_until"], condition=Q(suspended_until__isnull=False), name="user_suspended"
            ),
            models.Index(fields=["guest_until"], condition=Q(guest_until__isnull=False), name="user_guest"),
            models.Index(fields=["level"], condition=Q(kind="bot"), name="user_bot"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user and reserve their names. An empty display name becomes the user name."""
        self.display_name = self.display_name.strip() or self.username[: NAME_LENGTHS[-1]]
        super().save(*args, **kwargs)
        saved = kwargs.get("update_fields")
        if saved is None or not {"username", "display_name"}.isdisjoint(saved):
            names_take(self)

    def __str__(self) -> str:
        if self.is_machine:  # visible wherever a name appears, and to screen readers
            return gettext("%(name)s (bot)") % {"name": self.display_name}
        return self.display_name

    @property
    def is_bot(self) -> bool:
        """Whether the account belongs to a bot of the site."""
        return self.kind == self.Kind.BOT

    @property
    def is_program(self) -> bool:
        """Whether a program of the account's owner plays with it."""
        return self.kind == self.Kind.PROGRAM

    @property
    def is_machine(self) -> bool:
        """Whether no person decides: a bot or a program plays. Users see "bot" for both."""
        return self.is_bot or self.is_program

    @property
    def is_guest(self) -> bool:
        """Whether the account belongs to a guest, who has only a cookie."""
        return self.kind == self.Kind.GUEST

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.time_zone)

    @property
    def reads(self) -> str:
        """The language of what we send to the user."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    @property
    def calendar(self) -> Calendar:
        """The times when the user has no deadlines."""
        return Calendar(
            zone=self.time_zone if self.time_zone in time_zones() else "UTC",
            sleep=None
            if self.sleep_from is None or self.sleep_to is None
            else (self.sleep_from, self.sleep_to),
            days_off=frozenset(self.days_off),
            vacations=tuple((date.fromisoformat(a), date.fromisoformat(b)) for a, b in self.vacations),
        )

    def vacation_left(self, year: int) -> int:
        """The number of vacation days that the user can still announce for this year."""
        return VACATION - days_in(self.calendar.vacations, year)

    @property
    def usual_reply(self) -> int | None:
        """How many seconds four of five recent replies took at most; None if there are too few replies."""
        return usual_reply(self.replies)


class TakenName(models.Model):
    """The key of a taken name, so that nobody else can take a name that looks like it."""

    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="taken_names")

    class Meta:
        verbose_name = _("taken name")
        verbose_name_plural = _("taken names")

    def __str__(self) -> str:
        return self.key


class KnownName(models.Model):
    """A name that a person has or had. Kept until the account is erased, which needs it to find the name in texts."""

    user = models.ForeignKey(User, models.CASCADE, related_name="known_names")
    name = models.CharField(max_length=150)

    class Meta:
        verbose_name = _("known name")
        verbose_name_plural = _("known names")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "name"], name="one_row_per_name")]

    def __str__(self) -> str:
        return self.name


def names_take(user: User) -> None:
    """Reserve the keys of the user's names. Keys that belong to another person stay theirs.

    A person's former names stay reserved, so that nobody can impersonate a former name. Erased accounts, bots and
    guests release theirs.
    """
    keys = keys_of(user.username) | keys_of(user.display_name)
    kept = set(user.taken_names.values_list("key", flat=True))
    is_kept = user.kind in User.ACCOUNTS and user.erased_at is None
    if is_kept:
        names = [KnownName(user=user, name=name) for name in sorted({user.username, user.display_name})]
        KnownName.objects.bulk_create(names, ignore_conflicts=True)
    if kept - keys and not is_kept:
        user.taken_names.filter(key__in=kept - keys).delete()
    if keys - kept:
        TakenName.objects.bulk_create(
            [TakenName(key=key, user=user) for key in sorted(keys - kept)], ignore_conflicts=True
        )


Reader: TypeAlias = User | AnonymousUser  # the user of a request, logged in or not


def with_reply(replies: Sequence[int], seconds: int) -> list[int]:
    """The latest reply times with a new one added, newest last."""
    return [*replies[1 - REPLIES :], max(0, seconds)]


def usual_reply(replies: Sequence[int]) -> int | None:
    """How many seconds four of five replies took at most; None if there are too few replies."""
    if len(replies) < REPLIES_ENOUGH:
        return None
    return sorted(replies)[(4 * len(replies) - 1) // 5]


def reliability(punctuality: str) -> int | None:
    """The percentage of decisions in time, rounded down; None for a new player."""
    if len(punctuality) < DECISIONS_ENOUGH:
        return None
    return 100 * punctuality.count(Kept.IN_TIME) // len(punctuality)
