"""Hints: three moves that a captain would think about, for a player who is alone with bots.

The thought is kept in the cache for the ply that it is about. If it gets lost, the player asks again.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.processes import answer_to
from games.bots.thinking import question_of
from games.engine.codec import load_move
from games.engine.errors import Illegal
from games.engine.kit import PlainBoard, query
from games.engine.kit.plain import plain_button
from games.engine.presenter import Presenter, Scene, Suggestion, Text
from games.errors import NotAwaited, NotPossible, RulesMissing
from games.ledger import announce
from games.models import Seat, Table
from games.presenters import PRESENTERS
from games.tables.panels import Visit
from games.tables.play import expect_running, lock_own_seat
from games.tables.position import Position, position_of
from games.tables.table_rules import game_at, state_at

__all__ = ["Hint", "HintLine", "hint_ask", "hint_of", "hint_think", "sureness"]

SHOWN = 3
_WAIT, _KEPT = 30, 3600  # seconds: for a thought, and for what came out of it
_THINKING = ""  # in the cache, instead of moves
_SURENESS = (  # from so large a part of the thought on
    (0.9, _("quite sure")),
    (0.6, _("fairly sure")),
    (0.25, _("undecided")),
    (0.0, _("one of several")),
)


@dataclass(frozen=True)
class HintLine:
    """One move, and how sure the captain is of it."""

    words: Text
    query: str  # of the page whose board shows the move; empty for a move without a place there
    percent: int
    sureness: Text  # the same in a word
    move: str  # JSON


@dataclass(frozen=True)
class Hint:
    """What the page shows: an offer, a captain who thinks, or moves."""

    is_thinking: bool
    lines: tuple[HintLine, ...]


def hint_ask(user: User, table_id: int) -> Position:
    """Have a captain think for the user's seat. Raises NotAllowed, NotPossible or NotAwaited."""
    with transaction.atomic():
        work, seat = lock_own_seat(user, table_id)
        expect_running(work.table)
        if not _is_alone(work.seats):
            raise NotPossible(_("There are hints only where you play with bots alone."))
        if not seat.is_awaited:
            raise NotAwaited
    if cache.add(_key(work.table, seat.number), _THINKING, _WAIT):
        announce.hint_soon(seat.pk)
    return work


def hint_think(seat_id: int) -> None:
    """Think for a seat as a captain, and keep what it considered for the page."""
    seat = Seat.objects.select_related("table").get(pk=seat_id)
    try:
        position = position_of(seat.table)
        answer = answer_to(question_of(position, seat.number, "captain", settings.THINKING_MS))
    except (Illegal, RulesMissing):
        return  # it has moved without the hint
    cache.set(_key(seat.table, seat.number), json.dumps(answer.considered[:SHOWN]), _KEPT)


def hint_of(visit: Visit) -> Hint | None:
    """The hint on the page of its reader; None where there is none to have."""
    table, mine = visit.table, visit.mine
    if (
        mine is None
        or not mine.is_awaited
        or table.is_held
        or not table.is_running
        or not _is_alone(visit.seats)
    ):
        return None
    kept = cache.get(_key(table, mine.number))
    return Hint(is_thinking=kept == _THINKING, lines=_lines(visit, mine, json.loads(kept)) if kept else ())


def _is_alone(seats: list[Seat]) -> bool:
    """Whether one person sits here, and bots on all other seats."""
    return sum(seat.user is None or not seat.user.is_bot for seat in seats) == 1 < len(seats)


def _key(table: Table, seat: int) -> str:
    return f"hint:{table.pk}:{table.ply}:{seat}"


def _lines(visit: Visit, mine: Seat, considered: list[tuple[str, float]]) -> tuple[HintLine, ...]:
    """The moves in the words of their title, and where its board shows them."""
    game, state = game_at(visit.table), state_at(visit.table)
    view, legal = game.observe(state, mine.number), game.legal_moves(state, mine.number)
    scene = Scene(mine.number, visit.names, legal, {}, len(visit.seats), is_asked=True)
    presenter = PRESENTERS[game.slug]
    suggested = [_suggestion(presenter, view, scene, load_move(game, move)) for move, _share in considered]
    return tuple(
        HintLine(each.words, query(each.way) if each.way else "", round(100 * share), sureness(share), move)
        for each, (move, share) in zip(suggested, considered, strict=True)
    )


def _suggestion(presenter: Presenter, view: Any, scene: Scene, move: Any) -> Suggestion:
    """As the title tells it, or as its plain button does."""
    if presenter.suggestion is not None:
        return presenter.suggestion(view, scene, move)
    button = presenter.board.button if isinstance(presenter.board, PlainBoard) else plain_button
    return Suggestion(button(move, scene.names))


def sureness(share: float) -> Text:
    """How sure a captain is of a move, in a word for its part of the thought."""
    return next(words for least, words in _SURENESS if share >= least)
