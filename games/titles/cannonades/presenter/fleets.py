"""The fleets and the reader's hand as they are drawn, and what may be chosen among them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts, Seat
from games.engine.kit import Mark, Offer, listed, marks_of, query
from games.engine.presenter import Scene
from games.titles.cannonades.cards import COLOURS, SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.choices import (
    Picked,
    Place,
    is_hit,
    place_word,
    revealed,
    shown_at,
    sinkers,
    weapon_of,
)
from games.titles.cannonades.presenter.words import SIGNS, Face, Sign, face, spoken
from games.titles.cannonades.state import BERTHS, Move

__all__ = ["Berth", "Fleet", "Held", "captains", "fleets_of", "hand_of", "is_playing"]


@dataclass(frozen=True)
class Berth:
    """One berth of a fleet."""

    seat: Seat
    number: int  # from 1
    face: Face | None  # the ship, if the reader may know it
    is_free: bool
    is_up: bool
    label: str  # for readers who cannot see it
    target: str = ""  # the query that chooses it; empty if it cannot be chosen
    is_chosen: bool = False
    touched: Mark | None = None  # by a seat's latest ply
    mark: str = (
        ""  # "hit" or "miss" by the chosen weapon; without one, "hit" if the reader has anything that hits
    )


@dataclass(frozen=True)
class Fleet:
    """One captain with what everybody may see of them."""

    seat: Seat
    name: str
    berths: list[Berth]
    hand: int
    signs: list[Sign]  # of the colours that lie face up
    is_out: bool
    has_left: bool
    is_mine: bool
    is_asked: bool


def _touched(kind: str, facts: Facts) -> list[Place]:
    """The berth that an event names: where a ship was added, hit or missed, or turned up."""
    owner = {"ship-added": "seat", "shot": "target", "boarded": "target", "answered": "against"}.get(kind)
    if owner is None or facts.get("berth") is None:
        return []
    return [(facts[owner], facts["berth"])]


def captains(view: View, scene: Scene) -> list[Seat]:
    """The seats whose fleets stand together: all others in turn order; for readers without a fleet, all seats."""
    first = scene.you if scene.you is not None else -1
    order = [(first + step) % scene.seats for step in range(1, scene.seats + 1)]
    return [seat for seat in order if seat != scene.you or not is_playing(view, seat)]


def is_playing(view: View, seat: Seat | None) -> bool:
    """Whether the seat is neither eliminated nor gone; False for None."""
    return seat is not None and seat not in view.out and seat not in view.left


def fleets_of(view: View, scene: Scene, picked: Picked, seats: Iterable[Seat]) -> list[Fleet]:
    """The fleets of some captains."""
    drawing = _Drawing(view, scene, picked, picked.choice.offers("at"), picked.choice.offers("ship"))
    return [drawing.fleet(seat) for seat in seats]


@dataclass(frozen=True)
class _Drawing:
    """All that one fleet is drawn from."""

    view: View
    scene: Scene
    picked: Picked
    targets: Mapping[str, Offer[Move]]
    boarders: Mapping[str, Offer[Move]]

    @cached_property
    def marks(self) -> Mapping[Place, Mark]:
        """The latest ply of each seat, by berth."""
        return marks_of(self.scene, _touched)

    def fleet(self, seat: Seat) -> Fleet:
        """One captain's fleet."""
        view = self.view
        return Fleet(
            seat=seat, name=self.scene.names[seat], berths=[self._berth((seat, berth)) for berth in range(BERTHS)],
            hand=view.hands[seat].count, signs=_colours_seen(view, seat), is_out=seat in view.out,
            has_left=seat in view.left, is_mine=seat == self.scene.you, is_asked=seat in view.asked,
        )  # fmt: skip

    def _berth(self, place: Place) -> Berth:
        seat, number = place
        ship = shown_at(self.view, place)
        is_mine = seat == self.scene.you
        offer = self.boarders.get(str(number)) if is_mine else self.targets.get(place_word(place))
        mark, told = self._verdict(ship) if offer and not is_mine else ("", "")
        label = self._label(place, ship)
        return Berth(
            seat=seat, number=number + 1, face=face(ship.face) if ship and ship.face else None,
            is_free=ship is None, is_up=ship is not None and ship.up, target=offer.toggle if offer else "",
            is_chosen=offer is not None and offer.is_chosen, mark=mark, label=f"{label}, {told}" if told else label,
            touched=self.marks.get(place),
        )  # fmt: skip

    def _verdict(self, ship: Shown | None) -> tuple[str, str]:
        """What the choice would do to a ship of somebody else, as a mark and in words; empty if it is not known."""
        if ship is None or ship.face is None or not ship.up or self.scene.you is None:
            return "", ""
        weapon = weapon_of(self.view, self.scene.you, self.picked)
        if weapon is not None:
            is_sunk = is_hit(weapon, ship.face)
            return ("hit", _("would be sunk")) if is_sunk else ("miss", _("would not be hit"))
        found = sinkers(self.view, self.scene.you, ship.face)
        return ("hit", _("you could sink it: %(how)s") % {"how": listed(found, "or")}) if found else ("", "")

    def _label(self, place: Place, ship: Shown | None) -> str:
        words = {"number": place[1] + 1, "ship": _ship_words(ship), "name": self.scene.names[place[0]]}
        if place[0] == self.scene.you:
            return _("Your berth %(number)d: %(ship)s") % words
        return _("%(name)s, berth %(number)d: %(ship)s") % words


def _colours_seen(view: View, seat: Seat) -> list[Sign]:
    """The colours of a fleet that everybody sees, each once."""
    seen = {SHIPS[ship.face] for ship in view.ships[seat] if ship and ship.up and ship.face}
    return [SIGNS[colour] for colour in COLOURS if colour in seen]


def _ship_words(ship: Shown | None) -> str:
    if ship is None:
        return _("free")
    if ship.face is None:
        return _("a ship, face down")
    return spoken(ship.face) if ship.up else _("%(ship)s, face down") % {"ship": spoken(ship.face)}


# The hand


@dataclass(frozen=True)
class Held:
    """A card of the hand, or all cards of one face."""

    id: str
    face: Face
    count: int
    label: str
    target: str = ""  # the query that chooses it, or takes the choice back; empty if it cannot be chosen
    is_chosen: bool = False
    mark: str = ""  # "hit" or "miss" of the chosen target
    hits: int = 0  # face-up ships of others that it would sink


def hand_of(view: View, scene: Scene, picked: Picked) -> list[Held]:
    """The reader's hand; empty for spectators, and once the game is over, when all hands are shown."""
    if scene.you is None or view.outcome is not None:
        return []
    hand = view.hands[scene.you].cards or ()
    if picked.due and scene.legal:
        return _to_discard(hand, picked)
    return [_held(view, picked, card, count) for card, count in Counter(hand).items()]


def _held(view: View, picked: Picked, card: FaceId, count: int) -> Held:
    offer = picked.choice.offers("card").get(card)
    if offer is None:
        return Held(f"card-{card}", face(card), count, _counted(card, count))
    aims = card not in SHIPS and bool(picked.choice.offers("at"))
    hits = sum(is_hit(card, ship) for _place, ship in revealed(view, view.you)) if aims else 0
    return Held(
        id=f"card-{card}", face=face(card), count=count, label=_held_label(card, count, hits, offer.is_chosen),
        target=offer.toggle, is_chosen=offer.is_chosen, hits=hits, mark=_mark(view, picked, card),
    )  # fmt: skip


def _counted(card: FaceId, count: int) -> str:
    if count == 1:
        return spoken(card)
    # Translators: a card, and how many of it are held.
    return _("%(card)s, %(count)d of it") % {"card": spoken(card), "count": count}


def _held_label(card: FaceId, count: int, hits: int, is_chosen: bool) -> str:
    parts = [_counted(card, count)]
    if hits:
        parts.append(
            ngettext("could sink %(count)d face-up ship", "could sink %(count)d face-up ships", hits)
            % {"count": hits}
        )
    if is_chosen:
        parts.append(_("chosen"))
    return listed(parts, "")


def _mark(view: View, picked: Picked, card: FaceId) -> str:
    """Whether the card would sink the chosen target; empty if that is not known."""
    ship = shown_at(view, picked.at) if picked.at and card not in SHIPS else None
    if ship is None or ship.face is None:
        return ""
    return "hit" if is_hit(card, ship.face) else "miss"


def _to_discard(hand: tuple[FaceId, ...], picked: Picked) -> list[Held]:
    """Every card by itself: of equal ones the first are chosen."""
    left = Counter(picked.discards)
    held = []
    for number, card in enumerate(hand):
        is_chosen = left[card] > 0
        left[card] -= is_chosen
        label = _("%(card)s, to be discarded") % {"card": spoken(card)} if is_chosen else spoken(card)
        target = _discards(picked, card, is_chosen)
        held.append(Held(f"card-{number}-{card}", face(card), 1, label, target, is_chosen))
    return held


def _discards(picked: Picked, card: FaceId, is_chosen: bool) -> str:
    """The link that adds this card to the list or takes it out; in a full list, the card chosen first makes room."""
    chosen = list(picked.discards)
    if is_chosen:
        chosen.remove(card)
    else:
        chosen.append(card)
    return query({"discards": ",".join(chosen[-picked.due :])})
