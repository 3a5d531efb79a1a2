"""Frames of emblems: the origin of a story as a ground colour and an ornament along the rim."""

from typing import NamedTuple

__all__ = ["FRAMES", "Frame", "family_of"]


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
