"""Operations on the chat of a table, and on the reader's private note."""

from typing import Annotated

from django.utils.translation import gettext as _
from ninja.params.functions import Query

from games.api.access import ApiRequest
from games.api.requests import own_table
from games.api.routing import CHAT, Operations
from games.api.shapes.base import Done
from games.api.shapes.log import ChatShape, MessageGiven, NoteGiven, NoteShape, ReadGiven
from games.api.shapes.queries import ChatQuery
from games.api.telling import chat_shape
from games.errors import MalformedInput
from games.models import PrivateNote
from games.pages.rate_limit import check_rate_limit
from games.tables.access import seat_of, table_for
from games.talk import services
from games.talk.selectors import note_of
from games.talk.views import NoteForm

operations = Operations("Chat")
_SIZE = 50


@operations.read("/tables/{int:table_id}/chat", ChatShape)
def chat_show(request: ApiRequest, table_id: int, asked: Annotated[ChatQuery, Query()]) -> ChatShape:
    """The latest chat messages, or those before a message. Reading doesn't mark them as read."""
    return chat_shape(request.user, table_for(request.user, table_id), asked.before, asked.limit)


@operations.write("POST /tables/{int:table_id}/chat", ChatShape, CHAT)
def message_say(request: ApiRequest, table_id: int, given: MessageGiven) -> ChatShape:
    """Send a chat message. The same message twice within 30 seconds counts once."""
    table = table_for(request.user, table_id)
    for action in ("talk", "talk-long"):
        check_rate_limit(request.user, action)
    services.line_say(request.user, table_id, text=given.text)
    return chat_shape(request.user, table, None, _SIZE)


@operations.write("PUT /tables/{int:table_id}/chat/read", Done, CHAT)
def chat_read(request: ApiRequest, table_id: int, given: ReadGiven) -> Done:
    """Mark the chat as read up to a message."""
    table = table_for(request.user, table_id)
    if seat_of(request.user, table.seats.all()) is None:
        raise MalformedInput(_("Only players at this table have unread messages."))
    services.talk_read(request.user, table, line_id=given.message)
    return Done()


@operations.read("/tables/{int:table_id}/note", NoteShape)
def note_show(request: ApiRequest, table_id: int) -> NoteShape:
    """Your private note at a table at which you have a seat."""
    return _shape(note_of(request.user, own_table(request.user, table_id)))


@operations.write("PUT /tables/{int:table_id}/note", NoteShape, CHAT)
def note_save(request: ApiRequest, table_id: int, given: NoteGiven) -> NoteShape:
    """Save your private note. Nothing is saved (409) if there is another version than the one you saw."""
    table = own_table(request.user, table_id)
    check_rate_limit(request.user, "move")
    form = NoteForm({"text": given.text, "seen": given.version})
    if not form.is_valid():
        raise MalformedInput
    services.note_save(
        request.user, table_id, text=form.cleaned_data["text"], seen_at=form.cleaned_data["seen"]
    )
    return _shape(note_of(request.user, table))


def _shape(note: PrivateNote) -> NoteShape:
    return NoteShape(text=note.text, version=note.version)
