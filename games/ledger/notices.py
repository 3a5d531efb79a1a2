"""Notices are rows, written in the same transaction as the change that they tell of."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from games.models import Notice, Preferences, PushSubscription, Table

__all__ = ["channels_of", "notices_for_people"]


def notices_for_people(table: Table, plies: Mapping[int | None, int], kind: str, now: datetime) -> list[int]:
    """Write notices to people, each about the ply given for that person; returns the notices' ids."""
    channels = channels_of(plies)
    rows = [
        Notice(user_id=person, table=table, kind=kind, ply=ply, channel=channel, due_at=now)
        for person, ply in plies.items()
        if person is not None
        for channel in channels[person]
    ]
    Notice.objects.bulk_create(rows)
    return [row.pk for row in rows]


def channels_of(people: Iterable[int | None]) -> dict[int, tuple[str, ...]]:
    """The channels of each of these people. Mail is always included: the ledger also notes mails that are off."""
    asked = {person for person in people if person is not None}
    if not asked:
        return {}
    subscriptions = PushSubscription.objects.filter(user=OuterRef("pk"))
    chosen = Preferences.objects.filter(pk__in=asked).annotate(has_push=Exists(subscriptions))
    extra = {row.pk: _extra_channels(row) for row in chosen.only("webhook_url")}
    return {person: (Notice.Channel.MAIL, *extra.get(person, ())) for person in asked}


def _extra_channels(chosen: Any) -> tuple[str, ...]:
    push = (Notice.Channel.PUSH,) if chosen.has_push else ()
    webhook = (Notice.Channel.WEBHOOK,) if chosen.webhook_url else ()
    return (*push, *webhook)
