"""Shields of emblems, round for a hero and spiked for a villain, with the frame of the story's origin."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from games.titles.cardline.deck import Side


class Frame(NamedTuple):
    """The look of one family of stories."""

    ground: str  # dark, so that cream and every accent stand out
    ornament: tuple[
        tuple[float, float], ...
    ]  # one unit: x along the rim, y outwards, from -3 to 3, in hundredths of the emblem
    filled: bool  # otherwise it is a line
    units: int  # around the rim


_TRIANGLE = ((-2.0, -2.4), (2.0, -2.4), (0.0, 2.6))
_LOZENGE = ((0.0, -2.8), (2.0, 0.0), (0.0, 2.8), (-2.0, 0.0))
_MEANDER = ((-3.0, -2.4), (-3.0, 2.4), (2.4, 2.4), (2.4, -1.0), (-0.6, -1.0), (-0.6, 0.6))
_WAVE = ((-3.4, -2.0), (-1.8, 1.6), (0.2, 2.4), (1.6, 1.0), (0.6, -0.6), (1.6, -2.0), (3.4, -2.0))
_ZIGZAG = ((-3.0, -2.2), (0.0, 2.2), (3.0, -2.2))
_STEPS = ((-3.0, -2.4), (-3.0, -0.8), (-1.8, -0.8), (-1.8, 0.8), (-0.7, 0.8), (-0.7, 2.4),
          (0.7, 2.4), (0.7, 0.8), (1.8, 0.8), (1.8, -0.8), (3.0, -0.8), (3.0, -2.4))  # fmt: skip
_PETAL = ((0.0, -2.6), (1.5, -0.8), (1.2, 1.2), (0.0, 2.8), (-1.2, 1.2), (-1.5, -0.8))
_BAR = ((-0.9, -2.6), (0.9, -2.6), (0.9, 2.6), (-0.9, 2.6))
_SLANT = ((-2.2, -2.6), (-0.4, -2.6), (2.2, 2.6), (0.4, 2.6))
_STAR = ((0.0, 3.0), (0.8, 0.8), (3.0, 0.0), (0.8, -0.8), (0.0, -3.0), (-0.8, -0.8), (-3.0, 0.0), (-0.8, 0.8))
_BEAD = ((0.0, 1.9), (1.3, 1.3), (1.9, 0.0), (1.3, -1.3), (0.0, -1.9), (-1.3, -1.3), (-1.9, 0.0), (-1.3, 1.3))
_KNOT = ((-3.2, -2.0), (2.0, 2.2), (3.2, 0.0), (2.0, -2.2), (-3.2, 2.0))
_CLOUD = (
    (-3.0, -2.0),
    (-3.0, 0.6),
    (-1.6, 2.2),
    (0.2, 1.6),
    (0.4, 0.0),
    (-1.0, -0.4),
    (0.4, 0.0),
    (3.0, 0.0),
)
_HEART = ((0.0, -2.6), (2.2, 0.2), (2.0, 1.8), (0.9, 2.2), (0.0, 1.0), (-0.9, 2.2), (-2.0, 1.8), (-2.2, 0.2))
_HOURGLASS = ((-2.2, -2.4), (2.2, -2.4), (-2.2, 2.4), (2.2, 2.4))
_CHEVRON = ((-2.4, -2.4), (0.0, 0.0), (2.4, -2.4), (2.4, 0.0), (0.0, 2.4), (-2.4, 0.0))
_SPINE = ((-0.8, -2.6), (0.8, -2.6), (0.4, 0.0), (2.6, 2.6), (0.0, 1.4), (-2.6, 2.6), (-0.4, 0.0))
_CROSS = ((-0.7, -2.6), (0.7, -2.6), (0.7, -0.7), (2.6, -0.7), (2.6, 0.7), (0.7, 0.7), (0.7, 2.6),
          (-0.7, 2.6), (-0.7, 0.7), (-2.6, 0.7), (-2.6, -0.7), (-0.7, -0.7))  # fmt: skip

FRAMES: dict[str, Frame] = {
    "africa": Frame("#43280b", _HOURGLASS, True, 30),
    "america": Frame("#4a1f1a", _STEPS, True, 22),
    "celtic": Frame("#0f3b26", _KNOT, False, 26),
    "china": Frame("#4b1226", _CLOUD, False, 24),
    "egypt": Frame("#10383f", _PETAL, True, 40),
    "england": Frame("#2b2f3a", _BEAD, True, 32),
    "france": Frame("#2a2358", _LOZENGE, True, 32),
    "frontier": Frame("#3b2e23", _CHEVRON, True, 28),
    "german": Frame("#263b1c", _HEART, True, 26),
    "gothic": Frame("#251a2e", _SPINE, True, 26),
    "hellas": Frame("#12304e", _MEANDER, False, 28),
    "india": Frame("#521c3c", _PETAL, True, 30),
    "japan": Frame("#1c2a4f", _WAVE, False, 24),
    "korea": Frame("#1d3837", _SLANT, True, 36),
    "levant": Frame("#363311", _BAR, True, 40),
    "north": Frame("#253746", _ZIGZAG, False, 30),
    "orient": Frame("#0c393f", _STAR, True, 26),
    "pacific": Frame("#0b3a55", _TRIANGLE, True, 34),
    "slavic": Frame("#451b1b", _CROSS, True, 22),
    "south-seas": Frame("#1b3a27", _TRIANGLE, True, 26),
    "two-rivers": Frame("#3a3050", _STAR, True, 22),
}

# By the first word of an origin. Any other origin gets a frame by its letters, always the same one.
_FAMILIES: dict[str, str] = {
    "American": "frontier",
    "Arabian": "orient",
    "Ashanti": "africa",
    "Babylonian": "two-rivers",
    "Biblical": "levant",
    "Brazilian": "america",
    "British": "celtic",
    "Chinese": "china",
    "Congolese": "africa",
    "Danish": "german",
    "Egyptian": "egypt",
    "English": "england",
    "Ethiopian": "africa",
    "French": "france",
    "German": "german",
    "Gothic": "gothic",
    "Greek": "hellas",
    "Hawaiian": "pacific",
    "Indian": "india",
    "Inuit": "america",
    "Irish": "celtic",
    "Japanese": "japan",
    "Jewish": "levant",
    "Korean": "korea",
    "Kyrgyz": "orient",
    "Malay": "south-seas",
    "Malian": "africa",
    "Maori": "pacific",
    "Maya": "america",
    "Mexican": "america",
    "Moroccan": "africa",
    "Native": "america",
    "Norse": "north",
    "Old": "north",
    "Persian": "orient",
    "Philippine": "south-seas",
    "Polynesian": "pacific",
    "Russian": "slavic",
    "Scottish": "england",
    "Spanish": "france",
    "Turkish": "orient",
    "Vietnamese": "south-seas",
    "Zulu": "africa",
}


def family_of(origin: str, chance: int) -> str:
    """The family of an origin, a key of FRAMES; `chance` decides for an unknown origin."""
    return _FAMILIES.get(origin.split(" ", 1)[0]) or sorted(FRAMES)[chance % len(FRAMES)]


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
