"""Writes notices as rows, in the same transaction as the change that they report."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from games.ledger.choices import Choice, Choices, choices_of
from games.models import Notice, Table

__all__ = ["channels_of", "notices_for_people"]


def notices_for_people(
    table: Table, plies: Mapping[int | None, int], kind: str, now: datetime, choices: Choices | None = None
) -> list[int]:
    """Write a notice for each person about the given ply, on all of the person's channels; returns their ids.

    Callers that have already loaded the choices of these people can pass them.
    """
    choices = choices_of(plies) if choices is None else choices
    rows = [
        Notice(user_id=person, table=table, kind=kind, ply=ply, channel=channel, due_at=now)
        for person, ply in plies.items()
        if person is not None
        for channel in choices.get(person, Choice()).channels
    ]
    return [row.pk for row in Notice.objects.bulk_create(rows)]


def channels_of(people: Iterable[int | None]) -> dict[int, tuple[str, ...]]:
    """The channels of each of these people; none for bots and guests."""
    return {person: choice.channels for person, choice in choices_of(people).items()}
