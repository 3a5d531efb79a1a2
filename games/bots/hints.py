"""Hints: three moves that a strong bot would consider, for a player alone with bots.

The result is cached for its ply. If it is lost, the player can ask again.
"""

import json
import logging
from dataclasses import dataclass, replace
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.processes import answer_here, answer_to
from games.bots.thinking import question_of
from games.engine.codec import load_move
from games.engine.contract import Illegal
from games.engine.kit import query
from games.engine.kit.plain import suggestion_of
from games.engine.presenter import Scene, Text
from games.errors import NotAwaited, NotPossible, RulesMissing
from games.ledger import announce
from games.models import Seat, Table
from games.presenters import PRESENTERS
from games.tables.panels import Visit
from games.tables.play import expect_running, lock_own_seat
from games.tables.table_rules import game_at, state_at
from games.tables.unit_of_work import Position, position_of

log = logging.getLogger(__name__)

SHOWN = 3
_WAIT, _KEPT = 30, 3600  # seconds: for thinking, and for the result
_MAIL_MS = 2000  # longest thought for an email; captains need a tenth of it
_THINKING = ""  # cache value while a bot thinks


@dataclass(frozen=True)
class HintLine:
    """One move, and a reason for it."""

    words: Text
    query: str  # the query of the page that previews the move; empty if the board can't show it
    reason: Text  # empty if the title has none
    move: str  # JSON


@dataclass(frozen=True)
class Hint:
    """The contents of the hint panel: an offer of a hint, a note that a bot is thinking, or moves."""

    is_thinking: bool
    lines: tuple[HintLine, ...]


def hint_ask(user: User, table_id: int) -> Position:
    """Have a bot think for the user's seat. Raises NotAllowed, NotPossible or NotAwaited."""
    with transaction.atomic():
        work, seat = lock_own_seat(user, table_id)
        expect_running(work.table)
        if not _is_one_against_bots(work.seats):
            raise NotPossible(_("Hints are only available when all your opponents are bots."))
        if not seat.is_awaited:
            raise NotAwaited
    if cache.add(_key(work.table, seat.number), _THINKING, _WAIT):
        announce.hint_soon(seat.pk)
    return work


def hint_think(seat_id: int) -> None:
    """Think for a seat at the highest level and cache the moves considered."""
    seat = Seat.objects.select_related("table").get(pk=seat_id)
    try:
        position = position_of(seat.table)
        answer = answer_to(question_of(position, seat.number, "captain", settings.THINKING_MS))
    except (Illegal, RulesMissing):
        return  # the player has moved in the meantime
    cache.set(_key(seat.table, seat.number), json.dumps(answer.considered[:SHOWN]), _KEPT)


def moves_considered(position: Position, seat: int) -> tuple[str, ...]:
    """Moves for an email, best first; none if hints aren't allowed. The same position gets the same moves."""
    if not _is_one_against_bots(position.seats):
        return ()
    seed = sha256(f"{position.table.pk} {position.table.ply}".encode()).digest()
    question = replace(question_of(position, seat, "captain", _MAIL_MS), seed=seed)
    try:
        answer = answer_here(question)  # the worker that sends emails has no other processes
    except Exception:  # a defect of a bot must not hold up an email
        log.exception("a bot found no moves for an email")
        return ()
    return tuple(move for move, _share in answer.considered[:SHOWN])


def hint_of(visit: Visit) -> Hint | None:
    """The hint for the reader's page; None if the reader can't have one."""
    table, mine = visit.table, visit.mine
    if (
        mine is None
        or not mine.is_awaited
        or table.is_held
        or not table.is_running
        or not _is_one_against_bots(visit.seats)
    ):
        return None
    kept = cache.get(_key(table, mine.number))
    return Hint(is_thinking=kept == _THINKING, lines=_lines(visit, mine, json.loads(kept)) if kept else ())


def _is_one_against_bots(seats: list[Seat]) -> bool:
    """Whether one person plays against bots only."""
    return sum(seat.user is None or not seat.user.is_bot for seat in seats) == 1 < len(seats)


def _key(table: Table, seat: int) -> str:
    return f"hint:{table.pk}:{table.ply}:{seat}"


def _lines(visit: Visit, mine: Seat, considered: list[tuple[str, float]]) -> tuple[HintLine, ...]:
    """The moves in the title's words, with links that preview them on the board."""
    game, state = game_at(visit.table), state_at(visit.table)
    view, legal = game.observe(state, mine.number), game.legal_moves(state, mine.number)
    scene = Scene(mine.number, visit.names, legal, {}, len(visit.seats), is_asked=True)
    presenter = PRESENTERS[game.slug]
    suggested = [suggestion_of(presenter, view, scene, load_move(game, move)) for move, _share in considered]
    return tuple(
        HintLine(each.words, query(each.way) if each.way else "", each.reason, move)
        for each, (move, _share) in zip(suggested, considered, strict=True)
    )
