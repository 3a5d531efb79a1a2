"""Operations that tell what happens: a stream, and long polling."""

from functools import partial
from typing import Annotated, Any

from ninja.params.functions import Query

from games.api.access import ApiRequest
from games.api.cursor import cursor_in
from games.api.happenings import events_since, is_player
from games.api.routing import Operations
from games.api.shapes.events import EventList, EventShape, PollQuery, StreamQuery
from games.api.stream import open_stream, poll, stream
from games.ledger.announce import table_group, token_group, user_group
from games.tables.access import table_for

operations = Operations("Events")


@operations.read("/events", EventShape)
def events(request: ApiRequest, asked: Annotated[StreamQuery, Query()]) -> Any:
    """What happens at your tables, as it happens.

    A stream of Server-Sent Events: `event` is the type, `data` an Event. Connect again when it ends, with
    `Last-Event-ID`, and you miss nothing. Without it, you first get the tables that wait for you, and your invitations.

    To begin without a gap, take `last` from `/events/poll`, read your tables, and send it as the first `Last-Event-ID`.
    """
    cursor = cursor_in(request.headers.get("Last-Event-ID", ""))
    return open_stream(request, request.user, partial(stream, request.user, _groups(request, asked), cursor))


@operations.read("/events/poll", EventList)
def events_poll(request: ApiRequest, asked: Annotated[PollQuery, Query()]) -> Any:
    """The same for programs that can't read a stream.

    The answer comes as soon as there is an event, or after `wait` seconds.
    """
    cursor, groups = cursor_in(asked.after), _groups(request, asked)
    if asked.wait == 0:
        found, place = events_since(request.user, cursor)
        return EventList(events=found, last=str(place))
    content = partial(poll, request.user, groups, cursor, asked.wait)
    return open_stream(request, request.user, content, "application/json")


def _groups(request: ApiRequest, asked: StreamQuery) -> list[str]:
    """The groups to hear. A player hears of the own tables anyway. Raises Http404."""
    own = [user_group(request.user.pk), token_group(request.grant.name)]
    if asked.table is None:
        return own
    table = table_for(request.user, asked.table)
    return own if is_player(request.user, table.pk) else [*own, table_group(table.pk)]
