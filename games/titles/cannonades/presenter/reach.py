"""What could sink what, from what the reader sees (CN-8)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Names
from games.titles.cannonades.cards import HITS, SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.choice import Choice, Place
from games.titles.cannonades.presenter.faces import Face, face
from games.titles.cannonades.presenter.words import card_name

__all__ = ["Range", "cannonades_of", "is_hit", "revealed", "shown_at", "sinkers", "weapon_of", "within_range"]


@dataclass(frozen=True)
class Range:
    """A ship of somebody else that lies face up, and what of the reader's would sink it."""

    seat: Seat
    name: str
    berth: int
    face: Face
    guns: list[Face]
    boarders: list[tuple[int, Face]]  # berth, ship


def shown_at(view: View, place: Place) -> Shown | None:
    """What the reader sees in a berth; None if it is free."""
    return view.ships[place[0]][place[1]]


def is_hit(card: FaceId, ship: FaceId) -> bool:
    """Whether the card sinks the ship."""
    return (card, ship) in HITS


def weapon_of(view: View, you: Seat, choice: Choice) -> FaceId | None:
    """The card that is chosen to hit: a cannonade, or one's own ship."""
    if choice.own is None:
        return choice.card if choice.weapon else None
    ship = shown_at(view, (you, choice.own))
    return ship.face if ship else None


def cannonades_of(view: View, seat: Seat) -> list[FaceId]:
    """The faces of the cannonades in a hand that the reader may see."""
    return [card for card in dict.fromkeys(view.hands[seat].cards or ()) if card not in SHIPS]


def _boarders_of(view: View, seat: Seat) -> list[tuple[int, FaceId]]:
    return [
        (berth, ship.face) for berth, ship in enumerate(view.ships[seat]) if ship and ship.up and ship.face
    ]


def revealed(view: View, you: Seat) -> list[tuple[Place, FaceId]]:
    """The face-up ships of all others."""
    return [
        ((seat, berth), ship.face)
        for seat, row in enumerate(view.ships)
        if seat != you
        for berth, ship in enumerate(row)
        if ship and ship.up and ship.face
    ]


def within_range(view: View, you: Seat, names: Names) -> list[Range]:
    """All face-up ships of others, with what would sink them."""
    return [
        Range(
            seat, names[seat], berth + 1, face(ship),
            [face(card) for card in cannonades_of(view, you) if is_hit(card, ship)],
            [(own + 1, face(card)) for own, card in _boarders_of(view, you) if is_hit(card, ship)],
        )
        for (seat, berth), ship in revealed(view, you)
    ]  # fmt: skip


def sinkers(view: View, you: Seat, ship: FaceId) -> list[str]:
    """What of the reader's would sink the ship, in words."""
    guns = [
        _("%(card)s cannonade") % {"card": card_name(card)}
        for card in cannonades_of(view, you)
        if is_hit(card, ship)
    ]
    boarders = [
        _("boarding with %(ship)s") % {"ship": card_name(card)}
        for _berth, card in _boarders_of(view, you)
        if is_hit(card, ship)
    ]
    return list(dict.fromkeys(guns + boarders))
