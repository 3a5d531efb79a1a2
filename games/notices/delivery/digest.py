"""Daily digests: a digest is a notice, written at the time that the person chose."""

from datetime import datetime

from django.db import transaction

from games.models import Notice, Preferences, Seat
from games.notices.services import next_digest

__all__ = ["digests_write"]


def digests_write(now: datetime, *, limit: int = 500) -> int:
    """Write notices for the digests that are due and not empty; returns how many were due."""
    due = Preferences.objects.filter(digest_at__lte=now).order_by("digest_at").select_related("user")[:limit]
    return sum(_write(chosen, now) for chosen in due)


@transaction.atomic
def _write(chosen: Preferences, now: datetime) -> bool:
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
