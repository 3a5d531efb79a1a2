"""What people have chosen that decides what is written for them: the channels of notices, and when to be reminded.

Each move asks this of whoever is to act next. So it is one query, whose words are made once (`games.models.compiled`).
"""

from collections.abc import Iterable, Sequence
from datetime import time
from typing import Any, NamedTuple, TypeAlias

from django.db.models import (
    BooleanField,
    CharField,
    Exists,
    F,
    Field,
    JSONField,
    OuterRef,
    QuerySet,
    TimeField,
)

from accounts.models import User
from games.models import Notice, PushSubscription
from games.models.compiled import CompiledQuery
from games.models.preferences import usual_offsets

__all__ = ["Choice", "Choices", "choices_of"]


class Choice(NamedTuple):
    """What one person has chosen, or what holds for whoever has chosen nothing."""

    channels: tuple[str, ...] = ()  # of notices: always mail, whose ledger also has mails that are off
    offsets: Sequence[int] = ()  # of reminders, in minutes before a deadline
    quiet: tuple[time, time] | None = None  # from and until, in the person's zone


Choices: TypeAlias = dict[int, Choice]  # by person

_PREFERRED: dict[str, "Field[Any, Any]"] = {
    "webhook_url": CharField(null=True),
    "offsets": JSONField(null=True),
    "quiet_from": TimeField(null=True),
    "quiet_until": TimeField(null=True),
}  # each None for whoever has no row of preferences


def choices_of(people: Iterable[int | None]) -> Choices:
    """The choices of these people. Bots and guests have no channels."""
    asked = sorted({person for person in people if person is not None})
    return {row.pk: _choice(row) for row in _rows(asked)} if asked else {}


def _rows(asked: list[int]) -> Iterable[Any]:
    """One query, also for many people."""
    if len(asked) > _FEW:
        return _with_choices(asked).only(*_OWN)
    return _OF_FEW(*asked, *[asked[-1]] * (_FEW - len(asked)))


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
    return User.objects.filter(pk__in=people).annotate(has_push=Exists(subscriptions), **preferred)


_OWN = ("id", "kind")
_FEW = 3
_OF_FEW = CompiledQuery[User](
    lambda one, two, three: _with_choices((one, two, three)),
    only=_OWN,
    annotations={"has_push": BooleanField(), **_PREFERRED},
)
