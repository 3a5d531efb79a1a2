"""The fleets as the board draws them: their choices, and the latest ply's effect on each ship."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.contract import Facts, Seat
from games.engine.kit import Mark, Offer, listed, marks_of
from games.engine.presenter import Scene, Text
from games.engine.rules import seats_after
from games.titles.cannonades.cards import COLOURS, SHIPS
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.choices import (
    Picked,
    Place,
    is_hit,
    place_word,
    shown_at,
    sinkers,
    weapon_of,
)
from games.titles.cannonades.presenter.words import SIGNS, Face, Sign, card_name, face, spoken
from games.titles.cannonades.state import BERTHS, Add, Move


@dataclass(frozen=True)
class Result:
    """The outcome of a shot, a boarding or a grin."""

    kind: str  # sunk, missed, turned
    label: Text  # on the berth
    told: Text  # for screen readers


def results_of(scene: Scene) -> Mapping[Place, Result]:
    """The results of the latest ply by berth."""
    if not scene.latest:
        return {}
    _seat, events = scene.latest[0]
    found = [_result(kind, facts) for kind, facts in events]
    return dict(one for one in found if one is not None)


def _result(kind: str, facts: Facts) -> tuple[Place, Result] | None:
    if kind in ("shot", "boarded"):
        place, ship = (facts["target"], facts["berth"]), {"ship": card_name(facts["ship"])}
        if facts["sunk"]:
            return place, Result("sunk", _("Sunk"), _("%(ship)s was sunk here") % ship)
        return place, Result("missed", _("Missed"), _("%(ship)s was missed") % ship)
    if kind == "answered" and facts["effect"] == "reveal":
        return (facts["against"], facts["berth"]), Result("turned", _("Turned up"), _("turned up by a grin"))
    return None


@dataclass(frozen=True)
class Berth:
    """One berth of a fleet."""

    seat: Seat
    number: int  # from 1
    face: Face | None  # the ship, if the reader may know it
    is_free: bool
    is_up: bool
    label: str  # for screen readers
    target: str = ""  # the query that chooses it; empty if it cannot be chosen
    is_chosen: bool = False
    json: str = ""  # the move, if choosing the berth makes it at once
    touched: Mark | None = None  # by a seat's latest ply
    result: Result | None = None  # the effect of the latest ply
    mark: str = ""  # "hit" or "miss" with the chosen weapon; without one, "hit" if the reader can hit it


@dataclass(frozen=True)
class Fleet:
    """One captain and everything public about them."""

    seat: Seat
    name: str
    berths: list[Berth]
    hand: int
    signs: list[Sign]  # of the colours that are face up
    is_out: bool
    has_left: bool
    is_mine: bool
    is_asked: bool
    limit: int  # maximum cards at the end of a turn; 0 where that does not matter


def _touched(kind: str, facts: Facts) -> list[Place]:
    """The berth in an event: where a ship was added, hit or missed, or turned up."""
    owner = {"ship-added": "seat", "shot": "target", "boarded": "target", "answered": "against"}.get(kind)
    if owner is None or facts.get("berth") is None:
        return []
    return [(facts[owner], facts["berth"])]


def captains(view: View, scene: Scene) -> list[Seat]:
    """The seats whose fleets are grouped: all others in turn order; for readers without a fleet, all seats."""
    first = scene.you if scene.you is not None else -1
    order = seats_after(first, scene.seats)
    return [seat for seat in order if seat != scene.you or not is_playing(view, seat)]


def is_playing(view: View, seat: Seat | None) -> bool:
    """Whether the seat is still in; False for None."""
    return seat is not None and seat not in view.out and seat not in view.left


def fleets_of(view: View, scene: Scene, picked: Picked, seats: Iterable[Seat]) -> list[Fleet]:
    """The fleets of some captains."""
    drawing = _Drawing(
        view,
        scene,
        picked,
        picked.choice.offers("at"),
        picked.choice.offers("ship"),
        picked.choice.offers("reveal"),
    )
    return [drawing.fleet(seat) for seat in seats]


@dataclass(frozen=True)
class _Drawing:
    """The data for drawing one fleet."""

    view: View
    scene: Scene
    picked: Picked
    targets: Mapping[str, Offer[Move]]
    boarders: Mapping[str, Offer[Move]]
    reveals: Mapping[str, Offer[Move]]

    @cached_property
    def results(self) -> Mapping[Place, Result]:
        """The latest ply's effect on each ship."""
        return results_of(self.scene)

    @cached_property
    def landing(self) -> tuple[Place, str] | None:
        """The berth for the chosen ship, and the move, if it may be made without a further question."""
        card, you = self.picked.card, self.scene.you
        if you is None or card is None or Add(card) not in self.scene.legal:
            return None
        if not self.scene.is_quick or self.view.actions < 2:  # the last action ends the turn
            return None
        return (you, self.view.ships[you].index(None)), dump_move(Add(card))

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
            limit=view.limit if seat == self.scene.you and view.outcome is None else 0,
        )  # fmt: skip

    def _berth(self, place: Place) -> Berth:
        seat, number = place
        ship = shown_at(self.view, place)
        is_mine = seat == self.scene.you
        offer = self._offer(place)
        mark, told = self._verdict(ship) if offer and not is_mine and not self.reveals else ("", "")
        result, json = (
            self.results.get(place),
            self.landing[1] if self.landing and self.landing[0] == place else "",
        )
        return Berth(
            seat=seat, number=number + 1, face=face(ship.face) if ship and ship.face else None,
            is_free=ship is None, is_up=ship is not None and ship.up, target=offer.toggle if offer else "",
            is_chosen=offer is not None and offer.is_chosen, mark=mark, json=json,
            label=listed(filter(None, (self._label(place, ship), told, result and result.told,
                                       json and _("add the ship here"))), ""),
            touched=self.marks.get(place), result=result,
        )  # fmt: skip

    def _offer(self, place: Place) -> Offer[Move] | None:
        """The choice that a berth offers: board with its ship, attack it, or turn it up with a grin."""
        seat, number = place
        if self.reveals:
            return self.reveals.get(str(number)) if seat == self.view.answers[0].against else None
        return (
            self.boarders.get(str(number)) if seat == self.scene.you else self.targets.get(place_word(place))
        )

    def _verdict(self, ship: Shown | None) -> tuple[str, str]:
        """The effect of the choice on another player's ship, as a mark and in words; empty if unknown."""
        if ship is None or ship.face is None or not ship.up or self.scene.you is None:
            return "", ""
        weapon = weapon_of(self.view, self.scene.you, self.picked)
        if weapon is not None:
            is_sunk = is_hit(weapon, ship.face)
            return ("hit", _("would be sunk")) if is_sunk else ("miss", _("would not be hit"))
        found = sinkers(self.view, self.scene.you, ship.face)
        return (
            ("hit", _("you could sink it with: %(how)s") % {"how": listed(found, "or")})
            if found
            else ("", "")
        )

    def _label(self, place: Place, ship: Shown | None) -> str:
        words = {"number": place[1] + 1, "ship": _ship_words(ship), "name": self.scene.names[place[0]]}
        if place[0] == self.scene.you:
            return _("Your berth %(number)d: %(ship)s") % words
        return _("%(name)s, berth %(number)d: %(ship)s") % words


def _colours_seen(view: View, seat: Seat) -> list[Sign]:
    """The colours of a fleet that everybody sees, without duplicates."""
    seen = {SHIPS[ship.face] for ship in view.ships[seat] if ship and ship.up and ship.face}
    return [SIGNS[colour] for colour in COLOURS if colour in seen]


def _ship_words(ship: Shown | None) -> str:
    if ship is None:
        return _("free")
    if ship.face is None:
        return _("a ship, face down")
    return spoken(ship.face) if ship.up else _("%(ship)s, face down") % {"ship": spoken(ship.face)}
