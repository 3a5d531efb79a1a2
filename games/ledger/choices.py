"""What people have chosen that decides what is written for them: the channels of notices, and when to be reminded."""

from collections.abc import Iterable, Sequence
from datetime import time
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from games.models import Notice, PushSubscription
from games.models.preferences import usual_offsets

__all__ = ["Choice", "Choices", "choices_of"]


class Choice(NamedTuple):
    """What one person has chosen, or what holds for whoever has chosen nothing."""

    channels: tuple[str, ...] = ()  # of notices: always mail, whose ledger also has mails that are off
    offsets: Sequence[int] = ()  # of reminders, in minutes before a deadline
    quiet: tuple[time, time] | None = None  # from and until, in the person's zone


Choices: TypeAlias = dict[int, Choice]  # by person

_PREFERRED = (
    "webhook_url",
    "offsets",
    "quiet_from",
    "quiet_until",
)  # each None for people without preferences


def choices_of(people: Iterable[int | None]) -> Choices:
    """The choices of these people. Bots and guests have no channels."""
    asked = sorted({person for person in people if person is not None})
    return {row.pk: _choice(row) for row in _with_choices(asked)} if asked else {}


def _choice(row: Any) -> Choice:
    quiet = None if row.quiet_from is None or row.quiet_until is None else (row.quiet_from, row.quiet_until)
    offsets = usual_offsets() if row.offsets is None else row.offsets
    return Choice(_channels(row) if row.kind == User.Kind.PERSON else (), offsets, quiet)


def _channels(row: Any) -> tuple[str, ...]:
    push = (Notice.Channel.PUSH,) if row.has_push else ()
    webhook = (Notice.Channel.WEBHOOK,) if row.webhook_url else ()
    return (Notice.Channel.MAIL, *push, *webhook)


def _with_choices(people: Iterable[int]) -> QuerySet[Any, Any]:
    subscriptions = PushSubscription.objects.filter(user=OuterRef("pk"))
    preferred = {name: F(f"preferences__{name}") for name in _PREFERRED}
    people_asked = User.objects.filter(pk__in=people).only("kind")
    return people_asked.annotate(has_push=Exists(subscriptions), **preferred)
