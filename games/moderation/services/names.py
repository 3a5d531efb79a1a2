"""Names of people in notes of the log. Seats get their players' present names; only notes store names."""

import msgspec
from django.db.models import QuerySet

from accounts.models import User
from games.engine.contract import Event
from games.models import Departure, MoveRecord

__all__ = ["name_in_log"]

_decoder = msgspec.json.Decoder(tuple[Event, ...])
_NAMED = ("former", "name")  # facts of notes with the name of a person


def name_in_log(account: User, old: str) -> None:
    """Replace a person's old name in notes of tables where the person lost or took over a seat."""
    if not old or old == account.display_name:
        return
    tables = {*Departure.objects.filter(user=account).values_list("table_id", flat=True)}
    tables |= {*_taken_over(account)}
    notes = MoveRecord.objects.filter(table__in=tables, kind=MoveRecord.Kind.NOTE)
    for note in notes.defer("before", "move").iterator():
        _rewrite(note, old, account.display_name)


def _taken_over(account: User) -> QuerySet[Departure, int]:
    """Tables with a departure where the person sits now."""
    return Departure.objects.filter(table__seats__user=account).values_list("table_id", flat=True)


def _rewrite(note: MoveRecord, old: str, new: str) -> None:
    events = [_renamed(event, old, new) for event in _decoder.decode(note.events)]
    text = msgspec.json.encode(events).decode()
    if text != note.events:
        MoveRecord.objects.filter(pk=note.pk).update(events=text)


def _renamed(event: Event, old: str, new: str) -> Event:
    facts = {key: new if key in _NAMED and value == old else value for key, value in event.public.items()}
    return Event(event.type, facts, event.private)
