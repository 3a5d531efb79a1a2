"""Writes notices as rows, on the channels that each person has chosen."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from games.ledger.announce import send_soon
from games.models import Notice, PushSubscription, Table
from games.models.preferences import usual_offsets


class Choice(NamedTuple):
    """One person's choices; the defaults are for people without any."""

    channels: tuple[str, ...] = ()  # always with mail: the ledger also lists emails that are off
    offsets: Sequence[int] = ()  # of reminders, in minutes before a deadline
    quiet: tuple[time, time] | None = None  # start and end, in the person's zone


Choices: TypeAlias = dict[int, Choice]  # by person

_PREFERRED = (
    "webhook_url",
    "offsets",
    "quiet_from",
    "quiet_until",
)  # all None for people without preferences


def choices_of(people: Iterable[int | None]) -> Choices:
    """The choices of these people. Bots and guests have no channels."""
    asked = sorted({person for person in people if person is not None})
    return {row.pk: _choice(row) for row in _with_choices(asked)} if asked else {}


def _choice(row: Any) -> Choice:
    quiet = None if row.quiet_from is None or row.quiet_until is None else (row.quiet_from, row.quiet_until)
    offsets = usual_offsets() if row.offsets is None else row.offsets
    return Choice(_channels(row) if row.kind in User.ACCOUNTS else (), offsets, quiet)


def _channels(row: Any) -> tuple[str, ...]:
    push = (Notice.Channel.PUSH,) if row.has_push else ()
    webhook = (Notice.Channel.WEBHOOK,) if row.webhook_url else ()
    return (Notice.Channel.MAIL, *push, *webhook)


def _with_choices(people: Iterable[int]) -> QuerySet[Any, Any]:
    subscriptions = PushSubscription.objects.filter(user=OuterRef("pk"), ended_at=None)
    preferred = {name: F(f"preferences__{name}") for name in _PREFERRED}
    people_asked = User.objects.filter(pk__in=people).only("kind")
    return people_asked.annotate(has_push=Exists(subscriptions), **preferred)


def notices_for_people(
    table: Table, plies: Mapping[int | None, int], kind: str, now: datetime, choices: Choices | None = None
) -> list[int]:
    """Write a notice for each person about the given ply, on all of the person's channels; returns their ids."""
    choices = choices_of(plies) if choices is None else choices
    rows = [
        Notice(user_id=person, table=table, kind=kind, ply=ply, channel=channel, due_at=now)
        for person, ply in plies.items()
        if person is not None
        for channel in choices.get(person, Choice()).channels
    ]
    return [row.pk for row in Notice.objects.bulk_create(rows)]


def people_notify(table: Table, plies: Mapping[int | None, int], kind: str, now: datetime) -> None:
    """Write such notices, and have them sent when the transaction is committed.

    A person gets one for each table, kind and ply. An event that can come twice at one ply uses its row's id instead.
    """
    notices = notices_for_people(table, plies, kind, now)
    transaction.on_commit(lambda: send_soon(notices))


def channels_of(people: Iterable[int | None]) -> dict[int, tuple[str, ...]]:
    """The channels of each of these people; none for bots and guests."""
    return {person: choice.channels for person, choice in choices_of(people).items()}
