"""What the reader has chosen so far, out of the address of the page: a card or an own ship, and what it is to hit."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.cannonades.cards import SHIPS, Face
from games.titles.cannonades.observe import View
from games.titles.cannonades.state import Add, Board, Discard, Draw, Shoot

__all__ = ["Choice", "Place", "Strike", "choice_of", "due_of", "query"]

Place: TypeAlias = tuple[Seat, int]  # a seat and one of its berths
Strike: TypeAlias = Shoot | Board

_PLACE = re.compile(r"([0-4])-([0-3])", re.ASCII)
_BERTH = re.compile(r"[0-3]", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """As far as it is legal now; anything else in the address counts as not chosen."""

    card: Face | None = None  # in hand
    own: int | None = None  # the berth of one's own ship that is to board
    at: Place | None = None
    targets: frozenset[Place] = frozenset()  # what may be shot at or boarded at all
    boarders: frozenset[int] = frozenset()  # berths of own ships that may board
    discards: tuple[Face, ...] = ()
    due: int = 0  # cards to discard

    @property
    def weapon(self) -> bool:
        """Whether it is chosen what is to hit."""
        return self.own is not None or (self.card is not None and self.card not in SHIPS)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen."""
        return self.card is None and self.own is None and self.at is None and not self.discards

    @property
    def strike(self) -> Strike | None:
        """The shot or boarding, if all of it is chosen."""
        if self.at is None or not self.weapon:
            return None
        seat, berth = self.at
        return Shoot(self.card, seat, berth) if self.card is not None else Board(self.own or 0, seat, berth)


def choice_of(view: View, scene: Scene) -> Choice:
    """What stands in the address."""
    if view.decision in ("discarding", "forced-discard"):
        due = due_of(view)
        return Choice(due=due, discards=_discards(view, scene, due))
    strikes = [move for move in scene.legal if isinstance(move, Shoot | Board)]
    targets = frozenset(
        (move.seat, move.berth if isinstance(move, Shoot) else move.target) for move in strikes
    )
    boarders = frozenset(move.berth for move in strikes if isinstance(move, Board))
    card = _card(scene)
    own = _own(scene, boarders) if card is None else None
    at = None if card in SHIPS else _place(scene, targets)
    return Choice(card, own, at, targets, boarders)


def due_of(view: View) -> int:
    """How many cards the seat that is asked to discard has to give up, before anybody else moves."""
    if view.decision == "forced-discard":
        return 1
    count = view.hands[view.asked[0]].count - view.limit if view.asked else 0
    return count if view.decision == "discarding" else 0


def _card(scene: Scene) -> Face | None:
    card = scene.choice.get("card", "")
    usable = {move.card for move in scene.legal if isinstance(move, Add | Shoot | Draw)}
    return card if card in usable else None


def _own(scene: Scene, boarders: frozenset[int]) -> int | None:
    text = scene.choice.get("ship", "")
    return int(text) if _BERTH.fullmatch(text) and int(text) in boarders else None


def _place(scene: Scene, targets: frozenset[Place]) -> Place | None:
    found = _PLACE.fullmatch(scene.choice.get("at", ""))
    place = (int(found[1]), int(found[2])) if found else None
    return place if place in targets else None


def _discards(view: View, scene: Scene, due: int) -> tuple[Face, ...]:
    """The latest cards of the list that are in the hand, as often as they are, and no more than are due."""
    if scene.you is None or not any(isinstance(move, Discard) for move in scene.legal):
        return ()
    left = Counter(view.hands[scene.you].cards or ())
    chosen = []
    for card in scene.choice.get("discards", "").split(","):
        if left[card] > 0:
            left[card] -= 1
            chosen.append(card)
    return tuple(chosen[-due:]) if due else ()


def query(card: Face | None = None, own: int | None = None, at: Place | None = None) -> str:
    """The choice as it stands in an address: "?card=blue-green&at=1-2"; "?" for none."""
    parts = {
        "card": card,
        "ship": own,
        "at": None if at is None else f"{at[0]}-{at[1]}",
    }
    return "?" + urlencode({name: value for name, value in parts.items() if value is not None})
