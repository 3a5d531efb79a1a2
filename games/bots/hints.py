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
from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.errors import Illegal
from games.engine.kit.plain import plain_button
from games.engine.presenter import Names
from games.engine.registry import AnyGame
from games.engine.search import view_of
from games.errors import NotAwaited, NotPossible, RulesMissing
from games.ledger import announce
from games.models import Seat, Table
from games.presenters import presenter_of
from games.tables.panels import Visit
from games.tables.play import expect_running, lock_own_seat
from games.tables.position import Position, position_of
from games.tables.table_rules import game_at, state_at

__all__ = ["Hint", "HintLine", "hint_ask", "hint_of", "hint_think"]

SHOWN = 3
WORLDS = 4  # that are imagined to put a move into words
_WAIT, _KEPT = 30, 3600  # seconds: for a thought, and for what came out of it
_THINKING = ""  # in the cache, instead of moves


@dataclass(frozen=True)
class HintLine:
    """One move, and how sure the captain is of it."""

    words: str
    percent: int
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
    """The moves in words, as the log would tell them."""
    game = game_at(visit.table)
    view = view_of(game, state_at(visit.table), mine.number)
    worlds = [view.imagine(Chance(b"only to put moves into words", number)) for number in range(WORLDS)]
    imagined = _Imagined(game, mine.number, visit.names, worlds)
    return tuple(
        HintLine(imagined.words(load_move(game, move)), round(100 * share), move)
        for move, share in considered
    )


@dataclass(frozen=True)
class _Imagined:
    """Worlds that a seat imagines, in which its moves are put into words."""

    game: AnyGame
    seat: int
    names: Names
    worlds: list[Any]

    def words(self, move: Any) -> str:
        """What is told of the move in every one of the worlds: to the seat, or else to all.

        What differs from world to world comes of chance or of what the seat cannot see: it would be made up.
        """
        for reader in (self.seat, None):
            told = {self._told(number, move, reader) for number in range(len(self.worlds))}
            if len(told) == 1 and (words := told.pop()):
                return words
        return plain_button(move, self.names)

    def _told(self, number: int, move: Any, reader: int | None) -> str:
        """What `reader` would first be told of the move in one of the worlds; each has a chance of its own."""
        chance = Chance(b"of an imagined world", number)
        step = play.play(self.game, self.worlds[number], self.seat, move, chance)
        sentence = presenter_of(self.game).sentence
        told = (
            sentence(each.type, self.game.recall(step.state, reader, each), self.names)
            for each in step.events
        )
        return next((str(words) for words in told if words), "")
