"""The shield of an emblem with its ornament and its ribbon: round for a hero, spiked for a villain."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from games.titles.cardline.deck import Side
from games.titles.cardline.frames import Frame

__all__ = ["CREAM", "SHIELDS", "Shield", "ornament", "ribbon", "shield"]

_Points: TypeAlias = tuple[tuple[float, float], ...]

CREAM = "#fdf4df"
_MIDDLE, _RIM = (50.0, 42.0), 37.3  # of the round shield; the radius runs along the middle of the rim

# Eight points: long spikes at the corners, with thorns between them.
_SPIKED: _Points = (
    *((1, 0), (33.7, 3.8), (50, 0.8), (66.3, 3.8), (99, 0), (90, 25.7), (94.5, 42), (90, 58.3)),
    *((91, 84), (66.3, 80.2), (33.7, 80.2), (9, 84), (10, 58.3), (5.5, 42), (10, 25.7)),
)
_SPIKED_GROUND: _Points = ((36, 9), (64, 9), (83, 28), (83, 56), (64, 75), (36, 75), (17, 56), (17, 28))
_SPIKED_RIM: _Points = ((35, 6.2), (65, 6.2), (86, 27), (86, 57), (65, 77.8), (35, 77.8), (14, 57), (14, 27))


class Shield(NamedTuple):
    """The drawing of one side."""

    colour: str
    outline: str  # the whole shield, as an element without fill or stroke
    ground: str  # the field inside the rim, in the same form
    ribbon: str  # the path on which the word is written


def _polygon(points: _Points) -> str:
    spots = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'polygon points="{spots}"'


SHIELDS: dict[Side, Shield] = {
    "hero": Shield(
        "#2563b8",
        'circle cx="50" cy="42" r="41.2"',
        'circle cx="50" cy="42" r="33.5"',
        "M14 79H86A10 10 0 0 1 86 99H14A10 10 0 0 1 14 79Z",
    ),
    "villain": Shield(
        "#b3261e",
        _polygon(_SPIKED),
        _polygon(_SPIKED_GROUND),
        "M2 79H98L92 89L98 99H2L8 89Z",
    ),
}


def shield(side: Side, frame: Frame) -> str:
    """Draw rim, ornament and ground."""
    drawing = SHIELDS[side]
    return (
        f'<{drawing.outline} fill="{drawing.colour}" stroke="{CREAM}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'{ornament(side, frame)}<{drawing.ground} fill="{frame.ground}" stroke="{CREAM}" stroke-width="1.2"/>'
    )


def ribbon(side: Side) -> str:
    """Draw the ribbon for the word of a side; the page adds the word itself, in the reader's language."""
    return f'<path d="{SHIELDS[side].ribbon}" fill="{SHIELDS[side].colour}" stroke="{CREAM}" stroke-width="1.5"/>'


def ornament(side: Side, frame: Frame) -> str:
    """Draw the ornament along the rim, as one path in tenths."""
    walk = _round(frame.units) if side == "hero" else _along(_SPIKED_RIM, frame.units)
    units = "".join(_unit(frame, place) for place in walk)
    look = f'fill="{CREAM}"' if frame.filled else f'fill="none" stroke="{CREAM}" stroke-width="11"'
    return f'<path transform="scale(.1)" d="{units}" {look} opacity=".85"/>'


def _unit(frame: Frame, place: tuple[float, float, float]) -> str:
    """Draw one unit of the ornament with its middle at (x, y) and its y axis turned to `angle`."""
    x, y, angle = place
    cos, sin = 8.5 * math.cos(angle), 8.5 * math.sin(angle)
    spots = [
        (round(10 * x + v * cos - u * sin), round(10 * y + v * sin + u * cos)) for u, v in frame.ornament
    ]
    steps = (f"{after[0] - before[0]} {after[1] - before[1]}" for before, after in pairwise(spots))
    path = f"M{spots[0][0]} {spots[0][1]}l" + " ".join(steps).replace(" -", "-")
    return path + "z" if frame.filled else path


def _round(units: int) -> Iterator[tuple[float, float, float]]:
    """Yield places evenly spread over the rim of the round shield, and the outward angle there."""
    for index in range(units):
        angle = math.tau * index / units - math.pi / 2
        yield _MIDDLE[0] + _RIM * math.cos(angle), _MIDDLE[1] + _RIM * math.sin(angle), angle


def _along(corners: _Points, units: int) -> Iterator[tuple[float, float, float]]:
    """Yield places evenly spread over the sides of a polygon that runs clockwise, and the outward angle there."""
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    step = sum(math.dist(*side) for side in sides) / units
    walked = step / 2
    for start, end in sides:
        length = math.dist(start, end)
        outward = math.atan2(end[1] - start[1], end[0] - start[0]) - math.pi / 2
        while walked < length:
            part = walked / length
            yield start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]), outward
            walked += step
        walked -= length
