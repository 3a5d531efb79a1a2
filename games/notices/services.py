"""Changes how a player is notified: preferences, browsers, feeds, muted tables."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.links import CIRCLES, TALK
from accounts.models import User
from games.errors import NotPossible
from games.ledger.announce import send_soon
from games.ledger.notices import channels_of
from games.ledger.reminders import reminders_replan
from games.models import Notice, Preferences, PushSubscription, Seat, Table, TableMute
from games.notices.channels import webhook_resume, webhook_secret_renew

BROWSERS = 10  # per player; a new one replaces the oldest
TEST_EVERY = timedelta(minutes=1)


def next_digest(at: time | None, zone: ZoneInfo, after: datetime) -> datetime | None:
    """The first time after `after` when the clock in the zone shows `at`; None if `at` is None."""
    if at is None:
        return None
    today = after.astimezone(zone).date()
    days = (today + timedelta(days=days) for days in range(3))
    moments = (datetime.combine(day, at, zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > after)


def digests_write(now: datetime, *, limit: int = 500) -> int:
    """Write notices for the digests that are due and not empty; returns how many were due."""
    due = Preferences.objects.filter(digest_at__lte=now).order_by("digest_at").select_related("user")[:limit]
    return sum(_write_digest(chosen, now) for chosen in due)


@transaction.atomic
def _write_digest(chosen: Preferences, now: datetime) -> bool:
    """Write a person's digest and the time of the next one; returns False if another sweep already did."""
    following = next_digest(chosen.digest_time, chosen.user.zone, now)
    same = Preferences.objects.filter(pk=chosen.pk, digest_at=chosen.digest_at)
    if not same.update(digest_at=following):
        return False
    if chosen.user.is_active and chosen.user.mail_turns and _has_something(chosen.user_id):
        digest = Notice(
            user_id=chosen.user_id, kind=Notice.Kind.DIGEST, about=chosen.digest_at, due_at=now,
            channel=Notice.Channel.MAIL,
        )  # fmt: skip
        Notice.objects.bulk_create([digest], ignore_conflicts=True)
    return True


def _has_something(user_id: int) -> bool:
    held = Notice.objects.filter(user=user_id, channel=Notice.Channel.MAIL, status=Notice.Status.DUE)
    return held.exists() or Seat.objects.filter(user=user_id, is_awaited=True).exists()


@transaction.atomic
def preferences_save(chosen: Preferences, fields: Iterable[str], *, mail: bool) -> None:
    """Save these fields of the preferences, and reschedule waiting notices and reminders."""
    user: User = chosen.user
    now = timezone.now()
    chosen.digest_at = next_digest(chosen.digest_time, user.zone, now)
    kept, _is_new = Preferences.objects.get_or_create(pk=user.pk)
    chosen.save(update_fields=[*fields, "digest_at"])
    if chosen.webhook_url != kept.webhook_url:  # the new webhook starts without failures
        webhook_resume(user)
        webhook_secret_renew(user)
    user.mail_turns = mail
    user.save(update_fields=["mail_turns"])
    reminders_replan(user, now)
    Notice.objects.filter(user=user, status=Notice.Status.DUE, claim__isnull=True).update(due_at=now)


@transaction.atomic
def mails_stop(user: User, way: str) -> None:
    """Turn the player's emails off; for chat and circles, stop those notices on all channels instead."""
    instead: dict[str, dict[str, Any]] = {
        TALK: {"talk": Preferences.Talk.NOTHING},
        CIRCLES: {"circles": False},
    }
    if way in instead:
        Preferences.objects.update_or_create(pk=user.pk, defaults=instead[way])
    else:
        user.mail_turns = False
        user.save(update_fields=["mail_turns"])


@transaction.atomic
def push_add(user: User, *, endpoint: str, p256dh: str, auth: str, label: str) -> None:
    """Let a browser show notifications to this player, and to no other player."""
    Preferences.objects.get_or_create(pk=user.pk)
    keys = {"user": user, "p256dh": p256dh, "auth": auth, "label": label, "ended_at": None}
    PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=keys)
    newest = PushSubscription.objects.filter(user=user).order_by("-pk")
    PushSubscription.objects.filter(pk__in=list(newest.values_list("pk", flat=True)[BROWSERS:])).delete()


@transaction.atomic
def push_renew(user: User, old: str, **browser: str) -> bool:
    """Replace a browser's subscription, which had the endpoint `old`, if it was lost; returns whether it was.

    Raises PushSubscription.DoesNotExist if the player has no such browser.
    """
    known = PushSubscription.objects.filter(user=user, endpoint__in=(old, browser["endpoint"]))
    if known.filter(endpoint=browser["endpoint"], ended_at=None).exists():
        return False
    if not known.delete()[0]:
        raise PushSubscription.DoesNotExist
    push_add(user, **browser)
    return True


def feeds_renew(user: User) -> None:
    """Turn the player's feeds on, or give them new addresses; the old ones no longer work."""
    made = {"feed_token": uuid4(), "feed_made_at": timezone.now()}
    Preferences.objects.update_or_create(pk=user.pk, defaults=made)


def feeds_stop(user: User) -> None:
    """Turn the player's feeds off."""
    Preferences.objects.filter(pk=user.pk).update(feed_token=None, feed_made_at=None)


def table_mute(user: User, table: Table, *, is_muted: bool) -> None:
    """Mute or unmute a table for one of its players."""
    if is_muted:
        TableMute.objects.get_or_create(user=user, table=table)
    else:
        TableMute.objects.filter(user=user, table=table).delete()


@transaction.atomic
def notice_test(user: User) -> None:
    """Send a test message on each of the player's channels. Raises NotPossible within a minute of the last one."""
    now = timezone.now()
    tests = Notice.objects.filter(user=user, kind=Notice.Kind.TEST, table__isnull=True)
    if tests.filter(about__gt=now - TEST_EVERY).exists():
        raise NotPossible(_("You just sent a test message. Wait a minute before you send another."))
    rows = Notice.objects.bulk_create(
        Notice(user=user, kind=Notice.Kind.TEST, about=now, due_at=now, channel=channel)
        for channel in channels_of([user.pk])[user.pk]
    )
    transaction.on_commit(lambda: send_soon([row.pk for row in rows]))
