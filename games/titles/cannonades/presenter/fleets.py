"""The fleets as they are drawn: who has which ships, and what may be chosen among them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.cannonades.cards import COLOURS, SHIPS
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.choice import Choice, Place, query
from games.titles.cannonades.presenter.faces import SIGNS, Face, Sign, face
from games.titles.cannonades.presenter.reach import is_hit, sinkers, weapon_of
from games.titles.cannonades.presenter.words import listed, spoken
from games.titles.cannonades.state import BERTHS

__all__ = ["Berth", "Fleet", "captains", "colours_seen", "fleet_of", "is_playing"]


@dataclass(frozen=True)
class Berth:
    """One berth of a fleet."""

    seat: Seat
    number: int  # from 1
    face: Face | None  # the ship, if the reader may know it
    is_free: bool
    is_up: bool
    label: str  # for who cannot see it
    target: str = ""  # the query that chooses it; empty if it cannot be chosen
    is_chosen: bool = False
    mark: str = ""  # "hit" or "miss" of what is chosen, or "hit" of anything that the reader has


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


def captains(view: View, scene: Scene) -> list[Seat]:
    """The seats whose fleets stand together: all others in turn order, or everybody for who has none."""
    first = scene.you if scene.you is not None else -1
    order = [(first + step) % scene.seats for step in range(1, scene.seats + 1)]
    return [seat for seat in order if seat != scene.you or not is_playing(view, seat)]


def is_playing(view: View, seat: Seat | None) -> bool:
    """Whether the seat is neither eliminated nor gone; nobody's seat is not."""
    return seat is not None and seat not in view.out and seat not in view.left


def colours_seen(view: View, seat: Seat) -> list[Sign]:
    """The colours of a fleet that everybody sees, each once."""
    seen = {SHIPS[ship.face] for ship in view.ships[seat] if ship and ship.up and ship.face}
    return [SIGNS[colour] for colour in COLOURS if colour in seen]


def fleet_of(view: View, scene: Scene, choice: Choice, seat: Seat) -> Fleet:
    """One captain's fleet."""
    return Fleet(
        seat=seat,
        name=scene.names[seat],
        berths=[_berth(view, scene, choice, (seat, berth)) for berth in range(BERTHS)],
        hand=view.hands[seat].count,
        signs=colours_seen(view, seat),
        is_out=seat in view.out,
        has_left=seat in view.left,
        is_mine=seat == scene.you,
        is_asked=seat in view.asked,
    )


def _berth(view: View, scene: Scene, choice: Choice, place: Place) -> Berth:
    seat, number = place
    ship = view.ships[seat][number]
    mark = _mark(view, scene, choice, place, ship)
    target, is_chosen = _target(choice, place, seat == scene.you)
    return Berth(
        seat=seat, number=number + 1, face=face(ship.face) if ship and ship.face else None,
        is_free=ship is None, is_up=ship is not None and ship.up, target=target, is_chosen=is_chosen, mark=mark,
        label=_label(scene, place, ship, _told(view, scene, choice, place, ship)),
    )  # fmt: skip


def _target(choice: Choice, place: Place, is_mine: bool) -> tuple[str, bool]:
    """The query that chooses this ship, or that takes the choice back, and whether it is chosen."""
    if is_mine:
        is_chosen = choice.own == place[1]
        return query(own=None if is_chosen else place[1], at=choice.at) if place[
            1
        ] in choice.boarders else "", is_chosen
    if place not in choice.targets:
        return "", False
    weapon = choice.card if choice.weapon else None
    is_chosen = choice.at == place
    return query(weapon, choice.own, None if is_chosen else place), is_chosen


def _mark(view: View, scene: Scene, choice: Choice, place: Place, ship: Shown | None) -> str:
    if place not in choice.targets or ship is None or not ship.up or ship.face is None or scene.you is None:
        return ""
    weapon = weapon_of(view, scene.you, choice)
    if weapon is not None:
        return "hit" if is_hit(weapon, ship.face) else "miss"
    return "hit" if sinkers(view, scene.you, ship.face) else ""


def _told(view: View, scene: Scene, choice: Choice, place: Place, ship: Shown | None) -> str:
    """What the choice would do to a ship of somebody else, in words; empty if there is nothing to tell."""
    if place not in choice.targets or ship is None or ship.face is None or not ship.up or scene.you is None:
        return ""
    weapon = weapon_of(view, scene.you, choice)
    if weapon is not None:
        return _("would be sunk") if is_hit(weapon, ship.face) else _("would not be hit")
    found = sinkers(view, scene.you, ship.face)
    return _("you could sink it: %(how)s") % {"how": listed(found)} if found else ""


def _label(scene: Scene, place: Place, ship: Shown | None, told: str) -> str:
    words = {"number": place[1] + 1, "ship": _ship_words(ship), "name": scene.names[place[0]]}
    if place[0] == scene.you:
        label = _("Your berth %(number)d: %(ship)s") % words
    else:
        label = _("%(name)s, berth %(number)d: %(ship)s") % words
    return f"{label}, {told}" if told else label


def _ship_words(ship: Shown | None) -> str:
    if ship is None:
        return _("free")
    if ship.face is None:
        return _("a ship, face down")
    return spoken(ship.face) if ship.up else _("%(ship)s, face down") % {"ship": spoken(ship.face)}
