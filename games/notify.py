"""Telling people: nudges to open pages, notices by mail. Written with the change, sent after it is committed."""

import logging
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from channels.layers import get_channel_layer
from django.db.models import Exists, OuterRef

from games.models import Notice, Preferences, PushSubscription, Table

__all__ = [
    "announce",
    "announce_talk",
    "channels_of",
    "dismiss",
    "errand_soon",
    "grant_soon",
    "notices_for_people",
    "send_soon",
    "table_group",
    "user_group",
]

log = logging.getLogger(__name__)


def table_group(table_id: int) -> str:
    """The group of all sockets that have a table open."""
    return f"table.{table_id}"


def user_group(user_id: int) -> str:
    """The group of all sockets of one person."""
    return f"user.{user_id}"


def notices_for_people(table: Table, plies: Mapping[int | None, int], kind: str, now: datetime) -> list[int]:
    """Write down what people are to be told, each of the ply that is given; returns the notices' ids."""
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
    """Where each of these people is to be told. Mail is always among it: that it is switched off is noted too."""
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


def announce(table_id: int, ply: int, people: Iterable[int | None], notices: Iterable[int]) -> None:
    """Nudge every open page of the table and of these people, then have the notices sent."""
    nudge = {"type": "table.changed", "table": table_id, "ply": ply}
    _nudge(_groups(table_id, people), nudge)
    send_soon(notices)


def announce_talk(table_id: int, people: Iterable[int | None]) -> None:
    """Nudge every open page of the table and of these people: something was said there, or removed."""
    # By the stamp a socket that hears of it in two groups knows it for one; what was said is not in it.
    nudge = {"type": "talk.changed", "table": table_id, "stamp": secrets.token_hex(4)}
    _nudge(_groups(table_id, people), nudge)


def _groups(table_id: int, people: Iterable[int | None]) -> list[str]:
    return [table_group(table_id), *(user_group(person) for person in people if person is not None)]


def _nudge(groups: list[str], message: dict[str, Any]) -> None:
    """A nudge that is lost costs a moment of freshness; it must not cost the move that it tells of."""
    try:
        layer: Any = get_channel_layer()
        layer.publish(groups, message)
    except Exception:
        log.exception("%s was lost", message)


def grant_soon(grant: int) -> None:
    """Hint to the workers that days are to be given to all tables; the sweep goes on with it if the hint is lost."""
    from games.tasks import grant_give  # as below

    try:
        grant_give.delay(grant)
    except Exception:
        log.exception("hint for grant %s was lost", grant)


def dismiss(person: int) -> None:
    """Have all open pages of a person notice that nobody is logged in there any more."""
    _nudge([user_group(person)], {"type": "person.out"})


def errand_soon(errand: int) -> None:
    """Hint to the workers that there is something to do at a person's tables; the sweep finds it anyway."""
    from games.tasks import errand_run  # as below

    try:
        errand_run.delay(errand)
    except Exception:
        log.exception("hint for errand %s was lost", errand)


def send_soon(notices: Iterable[int]) -> None:
    """Hint to the workers that these notices are due; the sweep finds them if the hint is lost."""
    from games.tasks import notice_send  # tasks import services, which import this module

    for notice in notices:
        try:
            notice_send.delay(notice)
        except Exception:
            log.exception("hint for notice %s was lost", notice)
            return  # the next one would only wait as long for the same queue
