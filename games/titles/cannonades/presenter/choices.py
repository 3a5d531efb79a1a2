"""The reader's choices: a card or one of their ships, and its target; and which cards could sink which ships (CN-8)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit import Choice, Way, choose, several
from games.engine.presenter import Names, Scene
from games.titles.cannonades.cards import HITS, SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.words import Face, card_name, face
from games.titles.cannonades.state import Add, Board, Discard, Draw, Grin, Move, Shoot

Place: TypeAlias = tuple[Seat, int]  # a seat and one of its berths


@dataclass(frozen=True)
class Picked:
    """The reader's choices so far."""

    choice: Choice[Move] = field(default_factory=Choice)
    discards: tuple[FaceId, ...] = ()
    due: int = 0  # cards to discard

    @property
    def card(self) -> FaceId | None:
        """The card in hand."""
        return self.choice.word("card") or None

    @property
    def own(self) -> int | None:
        """The berth of the reader's ship that will board."""
        word = self.choice.word("ship")
        return int(word) if word else None

    @property
    def at(self) -> Place | None:
        """The target."""
        seat, _dash, berth = self.choice.word("at").partition("-")
        return (int(seat), int(berth)) if seat else None

    @property
    def reveal(self) -> Grin | None:
        """The grin that turns up a ship, if it is chosen."""
        return self.choice.move if isinstance(self.choice.move, Grin) else None

    @property
    def weapon(self) -> bool:
        """Whether a weapon is chosen: a cannonade or one of the reader's ships."""
        return self.own is not None or (self.card is not None and self.card not in SHIPS)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen."""
        return not self.choice.chosen and not self.discards

    @property
    def strike(self) -> Shoot | Board | None:
        """The shot or boarding, if it is completely chosen."""
        return self.choice.move if isinstance(self.choice.move, Shoot | Board) else None


def picked_by(view: View, scene: Scene) -> Picked:
    """The choices in the address, as far as they are legal now."""
    if view.decision not in ("discarding", "forced-discard"):
        return Picked(choose(scene.choice, [(way_of(move), move) for move in scene.legal], in_order=False))
    due = due_of(view)
    return Picked(due=due, discards=_discards(view, scene, due))


def way_of(move: Move) -> Way:
    """The fields by which an action is chosen; none for an action with its own button."""
    match move:
        case Shoot(card, seat, berth):
            return {"card": card, "at": place_word((seat, berth))}
        case Board(own, seat, berth):
            return {"ship": str(own), "at": place_word((seat, berth))}
        case Add(card) | Draw(card):
            return {"card": card}
        case Grin("reveal", int(berth)):
            return {"reveal": str(berth)}
        case _:
            return {}


def place_word(place: Place) -> str:
    """A berth in the form used in addresses."""
    return f"{place[0]}-{place[1]}"


def due_of(view: View) -> int:
    """The number of cards that the asked seat has to discard in a row."""
    if view.decision == "forced-discard":
        return 1
    count = view.hands[view.asked[0]].count - view.limit if view.asked else 0
    return count if view.decision == "discarding" else 0


def _discards(view: View, scene: Scene, due: int) -> tuple[FaceId, ...]:
    """The latest cards of the list that are in the hand, at most as many as are due."""
    if scene.you is None or not any(isinstance(move, Discard) for move in scene.legal):
        return ()
    found = several(scene.choice.get("discards", ""), view.hands[scene.you].cards or ())
    return tuple(found[-due:]) if due else ()


# Which cards could sink which ships


@dataclass(frozen=True)
class Range:
    """Another player's face-up ship, and the reader's cards and ships that would sink it."""

    seat: Seat
    name: str
    berth: int
    face: Face
    guns: list[Face]
    boarders: list[tuple[int, Face]]  # berth, ship


def shown_at(view: View, place: Place) -> Shown | None:
    """The reader's view of a berth; None if it is free."""
    return view.ships[place[0]][place[1]]


def is_hit(card: FaceId, ship: FaceId) -> bool:
    """Whether the card sinks the ship."""
    return (card, ship) in HITS


def weapon_of(view: View, you: Seat, picked: Picked) -> FaceId | None:
    """The card chosen as a weapon: a cannonade, or the reader's own ship."""
    if picked.own is None:
        return picked.card if picked.weapon else None
    ship = shown_at(view, (you, picked.own))
    return ship.face if ship else None


def _cannonades_of(view: View, seat: Seat) -> list[FaceId]:
    """The faces of the cannonades in a hand that the reader may see."""
    return [card for card in dict.fromkeys(view.hands[seat].cards or ()) if card not in SHIPS]


def _boarders_of(view: View, seat: Seat) -> list[tuple[int, FaceId]]:
    return [
        (berth, ship.face) for berth, ship in enumerate(view.ships[seat]) if ship and ship.up and ship.face
    ]


def revealed(view: View, you: Seat | None) -> list[tuple[Place, FaceId]]:
    """The face-up ships of all others."""
    return [
        ((seat, berth), ship.face)
        for seat, row in enumerate(view.ships)
        if seat != you
        for berth, ship in enumerate(row)
        if ship and ship.up and ship.face
    ]


def within_range(view: View, you: Seat, names: Names) -> list[Range]:
    """All face-up ships of others, and the reader's cards and ships that would sink them."""
    return [
        Range(
            seat, names[seat], berth + 1, face(ship),
            [face(card) for card in _cannonades_of(view, you) if is_hit(card, ship)],
            [(own + 1, face(card)) for own, card in _boarders_of(view, you) if is_hit(card, ship)],
        )
        for (seat, berth), ship in revealed(view, you)
    ]  # fmt: skip


def sinkers(view: View, you: Seat, ship: FaceId) -> list[str]:
    """The reader's cards and ships that would sink the ship, in words."""
    guns = [
        _("%(card)s cannonade") % {"card": card_name(card)}
        for card in _cannonades_of(view, you)
        if is_hit(card, ship)
    ]
    boarders = [
        _("boarding with %(ship)s") % {"ship": card_name(card)}
        for _berth, card in _boarders_of(view, you)
        if is_hit(card, ship)
    ]
    return list(dict.fromkeys(guns + boarders))


# Cards seen so far


def seen_by_all(view: View) -> Counter[FaceId]:
    """Cards by face that everybody sees: in the discard pile and face up on the table."""
    afloat = [ship.face for row in view.ships for ship in row if ship and ship.up and ship.face]
    return Counter((*view.discards, *afloat))


def unseen_ships(view: View) -> Counter[FaceId]:
    """Ships by face that the reader does not see: in the deck, in other hands, face down in other fleets."""
    seen = Counter(view.discards)
    seen.update(ship.face for row in view.ships for ship in row if ship and ship.face)
    seen.update(card for hand in view.hands for card in hand.cards or ())
    return Counter(card for card in view.ruleset.deck if card in SHIPS) - seen
