"""The page behind a link in an email that makes a move. Only a POST plays, because mail servers fetch every link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.engine.presenter import Tally, Text
from games.errors import ChangedMeanwhile, NotWritable, TableError
from games.notices.turn_links import OpenTurn, is_turn, question_about, turn_of_token, turn_token
from games.pages.rate_limit import address_of, check_rate_limit, rate_limit_unit
from games.pages.read_only import end_read_only, start_read_only_if_full
from games.pages.responses import add_retry_after, refuse
from games.tables.access import seat_of
from games.tables.exercise import TableStandIn
from games.tables.page import BoardPage, board_page
from games.tables.play import moves_play
from games.tables.views.table import moves_in

_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class TurnPage:
    """A table as its player sees it, without its chat, note and links. Its board leads back to this page."""

    whole: BoardPage
    here: str  # the address of all moves at this ply; of the table once the turn is over
    is_open: bool  # the turn goes on
    move: str = ""  # the move that the link asks about, as JSON
    words: Text = ""  # of that move

    @property
    def made(self) -> int:
        """The ply that the form posts."""
        return self.whole.table.ply

    @property
    def verdict(self) -> str:
        """What a lesson says of a move; always empty."""
        return ""

    @property
    def tallies(self) -> tuple[tuple[str, tuple[Tally, ...], bool], ...]:
        """The name and the tallies of each seat, and whether it is the reader's."""
        return tuple((line.name, line.tallies, line.is_mine) for line in self.whole.seats)


@csrf_exempt  # the token is the permission, and the browsers of mail programs may have no cookies
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def turn(request: HttpRequest, token: str) -> HttpResponse:
    """Ask about the token's move, or show all moves of its turn; a POST plays, without a log-in."""
    try:
        check_rate_limit(rate_limit_unit(address_of(request)), "turn-link")
        found = turn_of_token(token, request.user)
    except TableError as error:
        return refuse(request, error, "/")
    if found is None:
        raise Http404(_("This link isn't valid."))
    with timezone.override(found.user.zone), translation.override(found.user.reads):
        return _posted(request, found) if request.method == "POST" else _asked(request, found)


def _asked(request: HttpRequest, found: OpenTurn) -> HttpResponse:
    said = found.token
    if said.move and not _is_current(found):
        return _response(request, found, error=ChangedMeanwhile())
    return _response(request, found, request.GET.dict(), move=said.move)


def _is_current(found: OpenTurn) -> bool:
    """Whether the token's move answers the current question."""
    seat, said, position = found.seat, found.token, found.position
    if not seat.asked_ply <= said.ply <= position.table.ply:
        return False
    try:
        move = load_move(position.game, said.move)
    except Malformed:  # of other rules
        return False
    return position.game.is_legal(position.state, seat.number, move)


def _posted(request: HttpRequest, found: OpenTurn) -> HttpResponse:
    said = found.token
    try:
        check_rate_limit(found.user, "move")
        moves = moves_in(request, lambda: found.position.table.title)
        position = moves_play(found.user, said.table_id, moves=moves, expected_ply=said.ply)
    except DatabaseError as error:
        if not start_read_only_if_full(error):
            raise
        return _response(request, found, error=NotWritable())
    except TableError as error:
        return _response(request, found, error=error)
    end_read_only()
    return _response(request, found._replace(position=position))


def _response(
    request: HttpRequest, found: OpenTurn, choice: Mapping[str, str] = _NOTHING, *,
    move: str = "", error: TableError | None = None,
) -> HttpResponse:  # fmt: skip
    page = _page(found, choice, move)
    context: dict[str, Any] = {
        "page": page, "table": TableStandIn(found.position.table.title, page.here), "board": page.whole.board,
        "problem": error.sentence if error else "",
    }  # fmt: skip
    answer = render(request, "notices/turn.html", context, status=error.status if error else 200)
    answer["X-Robots-Tag"] = "noindex"
    return add_retry_after(answer, error) if error else answer


def _page(found: OpenTurn, choice: Mapping[str, str], move: str) -> TurnPage:
    user, position = found.user, found.position
    table, seat = position.table, seat_of(user, position.seats)
    if seat is None or not is_turn(seat, found.token):
        whole = board_page(user, position, _NOTHING)
        return TurnPage(whole, table.get_absolute_url(), is_open=False)
    here = reverse("turn", args=[turn_token(user, seat, table.ply)])
    words: Text = ""
    if move:
        asked = question_about(position, seat, load_move(position.game, move))
        choice, words = asked.way, asked.words
    whole = board_page(user, position, choice, is_quick=False)
    return TurnPage(whole, here, is_open=True, move=move, words=words)
