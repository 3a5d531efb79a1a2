"""Rewrite names in logs, and texts that name an erased person."""

import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.db.models import Model, Q, QuerySet

from accounts.models import User
from games import models
from games.engine.codec import load_events
from games.engine.contract import Event
from games.tables.chain import seal_of
from games.tables.packed import log_unpack, packed_after

_NAMED = ("former", "name")  # facts of a note that hold a person's name


def name_in_log(account: User, old: str) -> None:
    """Replace a person's old name in the log notes of tables where the person lost or took over a seat."""
    if not old or old == account.display_name:
        return
    seats = Q(user=account) | Q(table__seats__user=account)
    tables = {*models.Departure.objects.filter(seats).values_list("table_id", flat=True)}
    for table in models.Table.objects.select_for_update().filter(pk__in=tables, is_packed=True):
        log_unpack(table)
    notes = models.MoveRecord.objects.filter(table__in=tables, kind=models.MoveRecord.Kind.NOTE)
    _notes_rewrite(notes, lambda event: _with_new_name(event, old, account.display_name))


def _notes_rewrite(notes: QuerySet[models.MoveRecord], change: Callable[[Event], Event]) -> None:
    """Change the events of notes in logs. The hash chain still covers the original text."""
    for note in notes.defer("kept").select_related("table").iterator():
        text = msgspec.json.encode([change(event) for event in load_events(note.events)]).decode()
        if text != note.events:
            models.MoveRecord.objects.filter(pk=note.pk).update(events=text, seal=_first_seal(note))


def _first_seal(note: models.MoveRecord) -> bytes:
    """The seal of the note as originally written, so that the hash chain can still be verified."""
    return seal_of(note.table, note, load_events(note.events)) if note.table.key else b""


def _with_new_name(event: Event, old: str, new: str) -> Event:
    facts = {key: new if key in _NAMED and value == old else value for key, value in event.public.items()}
    return Event(event.type, facts, event.private)


SHORT = 5  # letters; a shorter word in lower case is probably not a name


def names_borne(account: User) -> list[str]:
    """All names that the person has or had, longest first, because one may be part of another."""
    names = {account.username, account.display_name, *account.known_names.values_list("name", flat=True)}
    renames = models.Decision.objects.filter(person=account, kind=models.Decision.Kind.RENAME).values_list(
        "facts", flat=True
    )
    for facts in renames:
        names |= {name for part in facts.values() if isinstance(part, dict) for name in part.values()}
    return sorted(filter(None, names), key=lambda name: (-len(name), name))


def texts_redact(account: User, names: Iterable[str]) -> None:
    """Replace the names in other people's texts and in reasons.

    "@name" is replaced everywhere, a bare name only at the person's tables. A decision without a table counts as made
    at such a table if its subject plays or played at one.
    """
    handles = re.compile("|".join(rf"@{re.escape(name)}(?![\w.@+-])" for name in names), re.IGNORECASE)
    alone = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in _spellings(names)))
    handle, name = f"@former-player-{account.pk}", f"Former player {account.pk}"

    def cleaned(text: str) -> str:
        return alone.sub(name, handles.sub(handle, text))

    mentions = models.TalkLine.objects.filter(mentioned=account).exclude(user=account)
    _clean(mentions, "text", lambda text: handles.sub(handle, text))
    tables = _tables_of(account)
    circles = list(account.memberships.values_list("circle", flat=True))
    found = reduce(or_, (Q(text__icontains=each) for each in names))
    reasons = reduce(or_, (Q(reason__icontains=each) for each in names))
    _clean(models.TalkLine.objects.filter(found, table__in=tables).exclude(user=account), "text", cleaned)
    said = models.TalkLine.objects.filter(found, circle__in=circles)
    _clean(said.exclude(user=account), "text", cleaned)
    for column in ("name", "about"):
        _clean(models.Circle.objects.filter(pk__in=circles), column, cleaned)
    _clean(models.Report.objects.filter(found, circle__in=circles), "text", cleaned)
    _clean(models.PrivateNote.objects.filter(found, table__in=tables), "text", cleaned)
    _clean(models.Report.objects.filter(found, table__in=tables), "text", cleaned)
    _clean(models.ReportNote.objects.filter(found, report__table__in=tables), "text", cleaned)
    _clean(models.AccessRecord.objects.filter(reasons, table__in=tables), "reason", cleaned)
    decided = models.Decision.objects.filter(reasons, table__in=tables)
    _clean_notes({*decided.values_list("table_id", flat=True)}, cleaned)
    _clean(decided, "reason", cleaned)
    of_others = models.Decision.objects.filter(reasons, table=None)
    mates = of_others.filter(person__in=_people_at(tables))
    _clean(of_others, "reason", lambda text: handles.sub(handle, text))
    _clean(mates, "reason", cleaned)


def _spellings(names: Iterable[str]) -> list[str]:
    """The ways people write these names without an @, longest first."""
    written = {
        each
        for name in names
        for each in (name, name[:1].upper() + name[1:], name.upper())
        if not (each.islower() and each.isalpha() and len(each) < SHORT)
    }
    return sorted(written, key=lambda each: (-len(each), each))


def _tables_of(account: User) -> list[int]:
    """The tables where the person has or had a seat."""
    seats = models.Seat.objects.filter(user=account).values_list("table_id", flat=True)
    return sorted({*seats, *models.Departure.objects.filter(user=account).values_list("table_id", flat=True)})


def _people_at(tables: Iterable[int]) -> set[int | None]:
    """Ids of the people who have or had a seat at these tables."""
    seats = models.Seat.objects.filter(table__in=tables).values_list("user_id", flat=True)
    return {*seats, *models.Departure.objects.filter(table__in=tables).values_list("user_id", flat=True)}


def _clean(rows: QuerySet[Any], column: str, cleaned: Callable[[str], str]) -> None:
    model: type[Model] = rows.model
    longest: Any = model._meta.get_field(column)
    for pk, text in list(rows.values_list("pk", column)):
        new = cleaned(text)[: longest.max_length]
        if new != text:
            model._default_manager.filter(pk=pk).update(**{column: new})


def _clean_notes(tables: Iterable[int], cleaned: Callable[[str], str]) -> None:
    """Clean the reasons in the logs of these tables."""
    _unpack(tables, lambda event: event.type == "moderated")
    notes = models.MoveRecord.objects.filter(
        table__in=tables, kind=models.MoveRecord.Kind.NOTE, events__contains='"moderated"'
    )
    _notes_rewrite(notes, lambda event: _with_clean_reason(event, cleaned))


def _with_clean_reason(event: Event, cleaned: Callable[[str], str]) -> Event:
    reason = event.public.get("reason")
    if event.type != "moderated" or not isinstance(reason, str):
        return event
    return Event(event.type, {**event.public, "reason": cleaned(reason)}, event.private)


def vacations_erase(account: User) -> None:
    """Remove the person's vacations from logs and from the explanations of deadlines."""
    tables = _tables_of(account)
    _unpack(tables, lambda event: event.type == "vacation")
    notes = models.MoveRecord.objects.filter(table__in=tables, kind=models.MoveRecord.Kind.NOTE, by=account)
    _notes_rewrite(notes.filter(events__contains='"vacation"'), _without_dates)
    for seat in models.Seat.objects.filter(user=account).exclude(reckoning=[]).only("reckoning"):
        steps = [step for step in seat.reckoning if step["reason"] != "vacation"]
        models.Seat.objects.filter(pk=seat.pk).update(reckoning=steps)
    models.Seat.objects.filter(user=account, undo_clock__isnull=False).update(undo_clock=None)


def _without_dates(event: Event) -> Event:
    """The vacation without its dates. The event itself remains, because the log's hash chain contains it."""
    if event.type != "vacation":
        return event
    kept = {name: fact for name, fact in event.public.items() if name not in ("first", "last")}
    return Event(event.type, kept, event.private)


def _unpack(tables: Iterable[int], test: Callable[[Event], bool]) -> None:
    """Unpack the packed logs that contain such an event, so that their rows can be changed."""
    for table in models.Table.objects.select_for_update().filter(pk__in=tables, is_packed=True):
        notes = (each for each in packed_after(table, -2) if each.kind == models.MoveRecord.Kind.NOTE)
        if any(test(event) for note in notes for event in load_events(note.events)):
            log_unpack(table)
