"""The ocean as the board draws it, and where the submarine's steps end, as far as the reader may know the chips."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Facts, Seat
from games.engine.kit import Offer, labelled, told_once
from games.engine.presenter import Scene, Text
from games.titles.nautilus import ocean, scoring
from games.titles.nautilus.cards import ALL_AXES, CHIPS, Axis, ChipId, SpecialId
from games.titles.nautilus.explain import board_of, submarine_of
from games.titles.nautilus.observe import Shown, Spot, View
from games.titles.nautilus.ocean import ARMS, DOTS, HEADINGS, Submarine, Way
from games.titles.nautilus.presenter import words
from games.titles.nautilus.presenter.choices import Look
from games.titles.nautilus.presenter.words import Face, Token, back_name, chip_name, spot_name
from games.titles.nautilus.state import Move

RADII = (158.0, 111.0, 64.0)  # of the rings, in units of the drawing: 400 across, centred at 0, 0
_LETTER = (162.0, 16.5)  # an arm's letter beside its outer place: radius, degrees from the arm
_MOST = 6  # steps of the trail; earlier ones are in the log


@dataclass(frozen=True)
class Step:
    """One step and its end."""

    axis: str
    step: int
    token: Token  # of the place where the step ends
    icon: str
    name: Text  # of the step
    spot: str  # the place where it ends, as named on the board
    brief: str  # the chip there
    finds: str  # the chip there, and what happens to it
    face: Face | None
    then: tuple["Step", ...] = ()  # the possible steps after an open arrow
    is_barred: bool = False  # by a star


def steps_on(view: View, axes: Iterable[Axis], *, barred: bool = False) -> tuple[Step, ...]:
    """The legal steps on these axes from the submarine's place and, if `barred`, those that a star blocks."""
    submarine = submarine_of(view)
    open_ways = ocean.open_ways(submarine, _stars(view), tuple(axes))
    ways = ocean.open_ways(submarine, (), tuple(axes)) if barred else open_ways
    return tuple(_step(view, way, _next_of(view, way), is_barred=way not in open_ways) for way in ways)


def step_to(view: View, axis: str, step: int) -> Step:
    """One of the possible steps."""
    found = ocean.way(submarine_of(view), axis, step)
    return _step(view, found, _next_of(view, found))


def _stars(view: View) -> tuple[int, ...]:
    return tuple(
        index
        for index, spot in enumerate(view.ocean)
        if spot.lying and spot.lying.up and spot.lying.chip and CHIPS[spot.lying.chip].kind == "star"
    )


def _next_of(view: View, way: Way) -> tuple[Step, ...]:
    """The possible steps after a face-up arrow; steps after those are not shown."""
    lying = view.ocean[way.place].lying
    if lying is None or not _is_live_arrow(view, lying):
        return ()
    return tuple(_step(view, after, ()) for after in ocean.open_ways(way.after, _stars(view), ALL_AXES))


def _is_live_arrow(view: View, lying: Shown) -> bool:
    if lying.chip is None or not lying.up or CHIPS[lying.chip].kind != "arrow":
        return False
    return not (view.sailing and view.you == view.queue[0] and lying.chip in view.sailing.arrows)


def _step(view: View, way: Way, then: tuple[Step, ...], *, is_barred: bool = False) -> Step:
    place, lying = DOTS[way.place].place, view.ocean[way.place].lying
    up, down = ("up", "down") if way.axis == "depth" else ("right", "left")
    return Step(
        axis=way.axis, step=way.step, token=words.place_token(place),
        icon=f"{way.axis}-{up if way.step > 0 else down}",
        name=words.STEP_NAMES[(way.axis, way.step)], spot=spot_name(place),
        brief=_brief(lying), finds=_("blocked by a star") if is_barred else _finds(view, lying),
        face=words.shown(lying) if lying else None, then=then, is_barred=is_barred,
    )  # fmt: skip


def _brief(lying: Shown | None) -> str:
    if lying is None:
        return _("nothing")
    if lying.chip is None:
        return _("%(back)s, face down") % {"back": back_name(lying.colour, lying.number)}
    return chip_name(lying.chip)


def _finds(view: View, lying: Shown | None) -> str:
    if lying is None:
        return _("no chip there")
    if lying.chip is None:
        back = back_name(lying.colour, lying.number)
        return _("a face-down chip (%(back)s), which you turn up") % {"back": back}
    match CHIPS[lying.chip].kind:
        case "arrow":
            live = _is_live_arrow(view, lying)
            return _("Arrow: one more step of any kind") if live else _("Arrow, which you have already used")
        case "anchor" if view.special_top is not None:
            return _anchor(view, view.special_top)
        case _:
            return _taken(view, lying.chip)


def _square(view: View) -> str:
    """The square where the reader's next chip would go; empty if there is no room, or for a spectator."""
    if view.you is None:
        return ""
    index = scoring.free_square(board_of(view, view.you), view.round)
    return "" if index is None else words.square_name(scoring.square_of(index))


def _anchor(view: View, special: SpecialId) -> str:
    told = {"square": _square(view), "special": words.SPECIAL_NAMES[special]}
    if view.you is None:
        return _("Anchor, to keep or trade for %(special)s") % told
    if not told["square"]:
        return _("Anchor, only to trade for %(special)s because your row is full") % told
    return _("Anchor, for %(square)s or to trade for %(special)s") % told


def _taken(view: View, chip: ChipId) -> str:
    told = {"chip": chip_name(chip), "square": _square(view)}
    if view.you is None:
        return told["chip"]
    if not told["square"]:
        return _("%(chip)s, which stays there because your row is full") % told
    return _("%(chip)s, for %(square)s") % told


# The trail of the submarine: the steps since the reader last acted, or else in the latest ply of each seat


@dataclass(frozen=True)
class Stop:
    """The latest step that ended at a place."""

    seat: Seat
    name: str
    is_last: bool  # the latest of all


@dataclass(frozen=True)
class Trail:
    """The places of the trail in order, beginning with its start, and the stops by place."""

    places: tuple[ocean.Place, ...] = ()
    stops: Mapping[ocean.Place, Stop] = field(default_factory=dict)


def trail_of(scene: Scene) -> Trail:
    """The trail for a reader; empty if nobody has steered lately."""
    latest = [event for _seat, events in reversed(scene.latest) for event in events]
    steps = _steers(scene.since) or _steers(latest)
    if not steps:
        return Trail()
    first, stops = steps[0], {tuple(facts["place"]): _stop(scene, facts, steps[-1]) for facts in steps}
    before = Submarine(first["heading"], first["depth"], first["rotation"])
    start = DOTS[ocean.way(before, first["axis"], -first["step"]).place].place  # the step in reverse
    return Trail((start, *(tuple(facts["place"]) for facts in steps)), stops)


def _steers(events: Iterable[tuple[str, Facts]]) -> list[Facts]:
    return [facts for kind, facts in events if kind == "steered"][-_MOST:]


def _stop(scene: Scene, facts: Facts, last: Facts) -> Stop:
    return Stop(facts["seat"], scene.names[facts["seat"]], facts is last)


# The drawing


@dataclass(frozen=True)
class Place:
    """One place of the ocean."""

    token: Token
    direction: int  # 0..7, clockwise from the top, with the plate as rotated now
    ring: int  # 0..2, the outer one first
    x: float
    y: float
    colour: str  # of the dot
    number: int
    face: Face | None
    steps: tuple[Step, ...]  # those that end here
    is_new: bool  # since the reader last acted
    is_marked: bool  # by the current choice
    target: Offer[Move] | None
    json: str  # the move, if touching the place makes it
    stop: Stop | None  # on the trail
    label: str  # for screen readers

    @property
    def is_plain(self) -> bool:
        """Whether nothing is drawn over the chip."""
        return not (self.steps or self.is_new or self.is_marked or self.target or self.stop)


def sea(view: View, look: Look, trail: Trail) -> dict[str, Any]:
    """The plate, the submarine and the chips."""
    ends = steps_on(view, ALL_AXES, barred=True) if view.outcome is None else ()
    direction = 2 * HEADINGS.index(view.heading)
    here_x, here_y = _spot_at(view, view.place)
    return {
        "places": [_place(view, look, spot, ends, trail.stops.get(spot.place)) for spot in view.ocean],
        "here_x": here_x, "here_y": here_y, "trail": [_spot_at(view, place) for place in trail.places],
        "heading": words.HEADING_NAMES[view.heading], "bow": 45 * direction, "turned": 45 * view.rotation,
        "depth": words.signed(view.depth), "here": spot_name(view.place),
        "beam": RADII[-view.depth], "letters": [_letter(view, arm) for arm in ARMS],
    }  # fmt: skip


@cache
def _at(degrees: float, radius: float) -> tuple[float, float]:
    angle = degrees * pi / 180
    return round(radius * sin(angle), 1), round(-radius * cos(angle), 1)


def _letter(view: View, arm: int) -> dict[str, Any]:
    x, y = _at(45 * (arm + view.rotation) + _LETTER[1], _LETTER[0])
    return {"letter": words.ARMS[arm], "x": x, "y": y}


def _spot_at(view: View, place: Sequence[int]) -> tuple[float, float]:
    """The position of a place in the drawing, with the plate as rotated now."""
    arm, depth = place
    return _at(45 * ((arm + view.rotation) % len(ARMS)), RADII[-depth])


def _place(view: View, look: Look, spot: Spot, ends: tuple[Step, ...], stop: Stop | None) -> Place:
    arm, depth = spot.place
    direction, token = (arm + view.rotation) % len(ARMS), words.place_token(spot.place)
    x, y = _spot_at(view, spot.place)
    steps = tuple(step for step in ends if step.token == token)
    is_here, is_new = tuple(spot.place) == tuple(view.place), spot.lying is not None and token in look.new
    return Place(
        token=token, direction=direction, ring=-depth, x=x, y=y, colour=spot.colour, number=spot.number,
        face=words.shown(spot.lying) if spot.lying else None, is_new=is_new, steps=steps,
        is_marked=token in look.marked, target=look.picked.targets.get(token),
        json=look.jsons.get(token, ""), stop=stop,
        label=_label(spot, steps, stop, is_here=is_here, is_new=is_new),
    )  # fmt: skip


def _label(spot: Spot, steps: tuple[Step, ...], stop: Stop | None, *, is_here: bool, is_new: bool) -> str:
    parts = [_lies_there(spot)]
    if is_new:
        parts.append(_("new"))
    if is_here:
        parts.append(_("the submarine is here"))
    if stop is not None:
        parts.append(_("%(name)s steered here") % {"name": stop.name})
    parts += [_ends_here(step) for step in steps]
    return _("; ").join(parts)


@told_once
def _lies_there(spot: Spot) -> str:
    pile = back_name(spot.colour, spot.number)
    lies = words.shown(spot.lying).name if spot.lying else _("empty, refilled from %(pile)s") % {"pile": pile}
    return labelled(spot_name(spot.place), lies)


def _ends_here(step: Step) -> str:
    if step.is_barred:
        return _("%(step)s would end here, but a star blocks it") % {"step": step.name}
    return _("%(step)s ends here") % {"step": step.name}
