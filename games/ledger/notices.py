"""Notices are rows, written in the same transaction as the change that they tell of."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.models import Notice, PushSubscription, Table

__all__ = ["channels_of", "notices_for_people"]


def notices_for_people(table: Table, plies: Mapping[int | None, int], kind: str, now: datetime) -> list[int]:
    """Write notices to people, each about the ply given for that person; returns the notices' ids."""
    channels = channels_of(plies)
    rows = [
        Notice(user_id=person, table=table, kind=kind, ply=ply, channel=channel, due_at=now)
        for person, ply in plies.items()
        if person is not None
        for channel in channels.get(person, ())
    ]
    Notice.objects.bulk_create(rows)
    return [row.pk for row in rows]


def channels_of(people: Iterable[int | None]) -> dict[int, tuple[str, ...]]:
    """The channels of each of these people, without bots and guests, who have none.

    Mail is always included: the ledger also notes mails that are off.
    """
    asked = {person for person in people if person is not None}
    if not asked:
        return {}
    subscriptions = PushSubscription.objects.filter(user=OuterRef("pk"))
    told = User.objects.filter(pk__in=asked, kind=User.Kind.PERSON)
    chosen = told.values_list("pk", Exists(subscriptions), "preferences__webhook_url")
    return {
        person: (Notice.Channel.MAIL, *_extra_channels(has_push=has_push, has_webhook=bool(url)))
        for person, has_push, url in chosen
    }


def _extra_channels(*, has_push: bool, has_webhook: bool) -> tuple[str, ...]:
    push = (Notice.Channel.PUSH,) if has_push else ()
    webhook = (Notice.Channel.WEBHOOK,) if has_webhook else ()
    return (*push, *webhook)
