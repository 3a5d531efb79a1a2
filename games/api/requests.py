"""What operations read from requests, and how they answer with a table."""

import re
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.api.access import ApiRequest
from games.api.problems import Refusal, faults_of
from games.api.shapes.tables import TableShape
from games.api.showing import table_shape
from games.models import Table
from games.pages.rate_limit import check_rate_limit
from games.tables.access import seat_of, table_for
from games.tables.unit_of_work import Position

_PLY = re.compile(r'(?:W/)?"?([0-9]{1,9})"?')


def ply_in(request: ApiRequest) -> int:
    """The ply in `If-Match`. Raises Refusal if it is missing or malformed."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Refusal("ply-required", _("Send the table's ply in the header If-Match, as in its ETag."))
    found = _PLY.fullmatch(header.strip())
    if found is None:
        raise Refusal("malformed", _('Expected a ply in If-Match, such as "41".'))
    return int(found[1])


def expect_valid(form: Any) -> None:
    """Raise Refusal with the faults of one of the site's forms if it is not valid."""
    if not form.is_valid():
        raise Refusal("invalid", _("The input is invalid. Nothing was changed."), faults_of(form))


def answer_with(
    user: User, table: Table, response: HttpResponse, position: Position | None = None
) -> TableShape:
    """The table as the user sees it; its ply goes into the response's `ETag`."""
    shown = table_shape(user, table, position)
    response["ETag"] = f'"{shown.ply}"'
    return shown


def own_table(user: User, table_id: int) -> Table:
    """A table at which the user has a seat. Raises Http404."""
    table = table_for(user, table_id)
    if seat_of(user, table.seats.all()) is None:
        raise Http404(_("There is no such table, or it is not open to you."))
    return table


def act(
    request: ApiRequest, response: HttpResponse, table_id: int, service: Callable[[], Any], *, limit: str = "move"
) -> TableShape:  # fmt: skip
    """Call a service at a table that the user may see, and answer with the table. Raises a TableError or Http404."""
    table_for(request.user, table_id)
    check_rate_limit(request.user, limit)
    done = service()
    position = done if isinstance(done, Position) else None
    table = position.table if position else table_for(request.user, table_id)
    return answer_with(request.user, table, response, position)
