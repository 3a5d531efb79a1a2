"""Claims: each due notice belongs to one message of one worker. Another worker can take it over only after a crash.

A claim is the id of a message. It is written to all notices of the message before anything is sent, and it stays with
them if the worker dies or the channel fails. It is also the Message-ID of emails, so a retry sends the same message.
"""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet

from games.models import Notice

ATTEMPTS = 10  # then the message has failed permanently
LEASE = timedelta(minutes=5)  # after this time we assume that the claim's worker died
LONGEST_HOLD = timedelta(days=2)  # a notice held for longer means that a clock was wrong

_Status = Notice.Status


class Claim(NamedTuple):
    """A message to send; `since` distinguishes its lease from earlier, expired ones."""

    name: UUID
    since: datetime


def claims_take(now: datetime, *, limit: int = 500) -> list[Claim]:
    """Claim due notices, one message per person and channel. Messages of dead workers come first."""
    too_long = Notice.objects.filter(status=_Status.DUE, due_at__gt=now + LONGEST_HOLD)
    too_long.update(due_at=now)
    return [*_take_over_claims(now, limit), *_due(now, limit)]


def claim_of(notice_id: int, now: datetime) -> Claim | None:
    """Claim a notice and the others due for the same person and channel; None if it is done, claimed or not due."""
    asked = Notice.objects.filter(pk=notice_id, status=_Status.DUE, due_at__lte=now).values(*_COLUMNS).first()
    if asked is None:
        return None
    group = {"claim": asked["claim"]} if asked["claim"] else _siblings(asked)
    with transaction.atomic():
        claims = _claim(Notice.objects.filter(status=_Status.DUE, due_at__lte=now, **group), now)
    return claims[0] if claims else None


def claim_begin(claim: Claim, now: datetime) -> list[Notice]:
    """Start working on a claim. The first worker gets its notices, any other gets an empty list."""
    lease = Notice.objects.filter(claim=claim.name, status=_Status.CLAIMED, claimed_at=claim.since)
    if not lease.update(claimed_at=now, attempts=F("attempts") + 1):
        return []
    rows = Notice.objects.filter(claim=claim.name, status=_Status.CLAIMED, claimed_at=now)
    return list(rows.select_related("user", "table", "decision").order_by("pk"))


@transaction.atomic
def _due(now: datetime, limit: int) -> list[Claim]:
    due = Notice.objects.filter(status=_Status.DUE, due_at__lte=now).order_by("due_at")
    return _claim(due[:limit], now)


def _claim(due: QuerySet[Notice], now: datetime) -> list[Claim]:
    """Claim these notices, except those that another worker is claiming right now."""
    groups: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    for row in due.select_for_update(skip_locked=True).values(*_COLUMNS):
        groups[row["claim"] or (row["user_id"], row["channel"])].append(row)
    return [_write(group, now) for group in groups.values()]


def _write(group: list[dict[str, Any]], now: datetime) -> Claim:
    name = group[0]["claim"] or uuid4()
    keys = {row["pk"] for row in group}
    if group[0]["claim"]:
        keys |= _lock_waiting(claim=name)  # a message that was tried before keeps its notices
    elif any(row["kind"] == Notice.Kind.DIGEST for row in group):
        keys |= _lock_waiting(**_siblings(group[0]))  # a digest includes all notices, due or not
    rows = Notice.objects.filter(pk__in=keys, status=_Status.DUE)
    rows.update(status=_Status.CLAIMED, claim=name, claimed_at=now)
    return Claim(name, now)


def _lock_waiting(**columns: Any) -> set[int]:
    """Lock the waiting notices that no other worker is claiming; returns their ids."""
    waiting = Notice.objects.filter(status=_Status.DUE, **columns)
    return set(waiting.select_for_update(skip_locked=True).values_list("pk", flat=True))


def _siblings(row: dict[str, Any]) -> dict[str, Any]:
    """The filter for untried notices that can be sent in the same message."""
    return {"user": row["user_id"], "channel": row["channel"], "claim__isnull": True}


def _take_over_claims(now: datetime, limit: int) -> list[Claim]:
    """Take over claims whose worker died or whose clock was wrong, and fail messages that were tried too often."""
    claimed = Notice.objects.filter(status=_Status.CLAIMED).values_list("claim", "claimed_at").distinct()
    future = claimed.filter(claimed_at__gt=now + LEASE)
    found = list(
        claimed.filter(claimed_at__lt=now - LEASE).union(future)[:limit]
    )  # each part can use the index
    return [Claim(name, now) for name, since in found if name and since and _take_over(name, since, now)]


def _take_over(name: UUID, since: datetime, now: datetime) -> bool:
    lease = Notice.objects.filter(claim=name, status=_Status.CLAIMED, claimed_at=since)
    lease.filter(attempts__gte=ATTEMPTS).update(
        status=_Status.FAILED, reason=Notice.Reason.NOT_DELIVERED, sent_at=now
    )
    return bool(lease.update(claimed_at=now))


_COLUMNS = ("pk", "user_id", "channel", "kind", "claim")
