"""The ocean as it is drawn: the plate under the submarine, its places, and where steps would end."""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from games.titles.nautilus.cards import ALL_AXES
from games.titles.nautilus.observe import Spot, View
from games.titles.nautilus.ocean import ARMS, HEADINGS
from games.titles.nautilus.presenter.choice import Target
from games.titles.nautilus.presenter.faces import Face, shown
from games.titles.nautilus.presenter.look import Look
from games.titles.nautilus.presenter.steps import Step, steps_on
from games.titles.nautilus.presenter.tokens import Token, place_token
from games.titles.nautilus.presenter.words import ARMS as LETTERS
from games.titles.nautilus.presenter.words import HEADING_NAMES, back_name, depth_name, place_name, spot_name

__all__ = ["Place", "sea"]

RADII = (158.0, 111.0, 64.0)  # of the rings, in units of the drawing: 400 across, its middle at 0, 0
_LETTER = (162.0, 16.5)  # an arm's letter stands beside its outer place: radius, degrees from the arm


@dataclass(frozen=True)
class Place:
    """One place of the ocean."""

    token: Token
    direction: int  # 0..7, clockwise from above, as the plate lies now
    ring: int  # 0..2, the outer one first
    x: float
    y: float
    colour: str  # of the dot
    number: int
    face: Face | None
    steps: tuple[Step, ...]  # those that end here
    is_new: bool  # since the reader last acted
    is_marked: bool  # by what is being chosen
    target: Target | None
    label: str  # for who cannot see it


def sea(view: View, look: Look) -> dict[str, Any]:
    """The plate, the submarine and what lies there."""
    ends = steps_on(view, ALL_AXES, barred=True) if view.outcome is None else ()
    direction = 2 * HEADINGS.index(view.heading)
    return {
        "places": [_place(view, look, spot, ends) for spot in view.ocean],
        "heading": HEADING_NAMES[view.heading], "bow": 45 * direction, "turned": 45 * view.rotation,
        "depth": depth_name(view.depth), "here": spot_name(view.place),
        "beam": RADII[-view.depth], "letters": [_letter(view, arm) for arm in ARMS],
    }  # fmt: skip


def _at(degrees: float, radius: float) -> tuple[float, float]:
    angle = degrees * pi / 180
    return round(radius * sin(angle), 1), round(-radius * cos(angle), 1)


def _letter(view: View, arm: int) -> dict[str, Any]:
    x, y = _at(45 * (arm + view.rotation) + _LETTER[1], _LETTER[0])
    return {"letter": LETTERS[arm], "x": x, "y": y}


def _place(view: View, look: Look, spot: Spot, ends: tuple[Step, ...]) -> Place:
    arm, depth = spot.place
    direction, token = (arm + view.rotation) % len(ARMS), place_token(spot.place)
    x, y = _at(45 * direction, RADII[-depth])
    steps = tuple(step for step in ends if step.token == token)
    is_here, is_new = tuple(spot.place) == tuple(view.place), spot.lying is not None and token in look.new
    return Place(
        token=token, direction=direction, ring=-depth, x=x, y=y, colour=spot.colour, number=spot.number,
        face=shown(spot.lying) if spot.lying else None, is_new=is_new, steps=steps,
        is_marked=token in look.marked, target=look.choice.offers(token),
        label=_label(spot, steps, is_here=is_here, is_new=is_new),
    )  # fmt: skip


def _label(spot: Spot, steps: tuple[Step, ...], *, is_here: bool, is_new: bool) -> str:
    lies = shown(spot.lying).name if spot.lying else _empty(spot)
    parts = [_("%(place)s: %(lies)s") % {"place": place_name(spot.place), "lies": lies}]
    if is_new:
        parts.append(_("new"))
    if is_here:
        parts.append(_("the submarine is here"))
    parts += [_ends_here(step) for step in steps]
    return "; ".join(parts)


def _ends_here(step: Step) -> str:
    if step.is_barred:
        return _("%(step)s would end here, but a star bars it") % {"step": step.name}
    return _("%(step)s ends here") % {"step": step.name}


def _empty(spot: Spot) -> str:
    return _("empty, filled from %(pile)s") % {"pile": back_name(spot.colour, spot.number)}
