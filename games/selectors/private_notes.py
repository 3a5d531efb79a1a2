"""A player's own note at a table, for that player alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import PrivateNote, Seat, Table

__all__ = ["Noted", "note_at", "note_of", "with_note"]


@dataclass(frozen=True)
class Noted:
    """What the reader has noted, and when it was changed; an empty text before the first note."""

    text: str
    changed_at: datetime | None

    @property
    def version(self) -> str:
        """What a form sends along, so that it replaces no note but the one it began with."""
        return "" if self.changed_at is None else self.changed_at.isoformat()


def with_note(seats: QuerySet[Seat], user: Any) -> QuerySet[Seat]:
    """The seats, that of `user` with the note that goes with it: a page of many parts needs no query more for it."""
    if not user.is_authenticated:
        return seats
    own = PrivateNote.objects.filter(table=OuterRef("table"), user=OuterRef("user")).filter(user=user)
    return seats.annotate(
        note_text=Subquery(own.values("text")), note_changed_at=Subquery(own.values("changed_at"))
    )


def note_at(table: Table, mine: Seat | None) -> Noted | None:
    """The note of the reader whose seat this is, perhaps brought along by `with_note`; None for who has no seat."""
    seat: Any = mine
    if seat is None:
        return None
    if hasattr(seat, "note_text"):
        return Noted(seat.note_text or "", seat.note_changed_at)
    return note_of(seat.user, table)


def note_of(user: Any, table: Table) -> Noted:
    """The reader's note at the table."""
    note = PrivateNote.objects.filter(user=user, table=table).first()
    return Noted("", None) if note is None else Noted(note.text, note.changed_at)
