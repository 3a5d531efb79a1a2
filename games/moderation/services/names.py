"""Names of people in log notes. Only notes store names; seats always show the current name."""

import msgspec
from django.db.models import QuerySet

from accounts.models import User
from games.engine.codec import load_events
from games.engine.contract import Event
from games.models import Departure, MoveRecord, Table
from games.tables.chain import key_at, seal_of
from games.tables.packed import log_unpack

__all__ = ["name_in_log", "note_rewrite"]

_NAMED = ("former", "name")  # facts of a note that hold a person's name


def name_in_log(account: User, old: str) -> None:
    """Replace a person's old name in the log notes of tables where the person lost or took over a seat."""
    if not old or old == account.display_name:
        return
    tables = {*Departure.objects.filter(user=account).values_list("table_id", flat=True)}
    tables |= {*_taken_over(account)}
    for table in Table.objects.select_for_update().filter(pk__in=tables, is_packed=True):
        log_unpack(table)
    notes = MoveRecord.objects.filter(table__in=tables, kind=MoveRecord.Kind.NOTE)
    for note in notes.defer("kept").select_related("table").iterator():
        note_rewrite(note, [_renamed(event, old, account.display_name) for event in load_events(note.events)])


def _taken_over(account: User) -> QuerySet[Departure, int]:
    """Ids of tables where the person has a seat and another player has left."""
    return Departure.objects.filter(table__seats__user=account).values_list("table_id", flat=True)


def note_rewrite(note: MoveRecord, events: list[Event]) -> None:
    """Change the events of a log note. The hash chain still covers the original text."""
    text = msgspec.json.encode(events).decode()
    if text != note.events:
        MoveRecord.objects.filter(pk=note.pk).update(events=text, seal=_first_seal(note))


def _first_seal(note: MoveRecord) -> bytes:
    """The seal of the note as originally written, so that the hash chain can still be verified."""
    key = key_at(note.table, note.ply)
    return seal_of(key, note, load_events(note.events)) if key else b""


def _renamed(event: Event, old: str, new: str) -> Event:
    facts = {key: new if key in _NAMED and value == old else value for key, value in event.public.items()}
    return Event(event.type, facts, event.private)
