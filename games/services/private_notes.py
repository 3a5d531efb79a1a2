"""What a player notes at a table for nobody else."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from games.access import seat_of
from games.errors import ChangedMeanwhile, NotAllowed
from games.models import PrivateNote
from games.models.talk import NOTE_LENGTH
from games.services.play import lock_table
from games.talk_text import clean_text

__all__ = ["note_save"]


@sensitive_variables("text", "note")
@transaction.atomic
def note_save(user: Any, table_id: int, *, text: str, seen_at: datetime | None) -> PrivateNote:
    """Keep the reader's note as it is now; `seen_at` is when the note was changed that the reader had before them.

    Raises NotAllowed, MalformedInput, or ChangedMeanwhile if that was another note than the one that is kept.
    """
    table, seats = lock_table(table_id)
    if seat_of(user, seats) is None:
        raise NotAllowed(_("Only who has a seat at this table can note something here."))
    text = clean_text(text, NOTE_LENGTH, may_be_empty=True)
    note = PrivateNote.objects.filter(user=user, table=table).first() or PrivateNote(user=user, table=table)
    if note.text != text:
        if note.changed_at != seen_at:
            raise ChangedMeanwhile(_("Your note was changed in another window meanwhile. Nothing was saved."))
        note.text = text
        note.save()
    return note
