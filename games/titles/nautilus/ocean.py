"""The ocean: its 24 places and their dots, the submarine's steps, and refilling (NA-1, NA-2, NA-19).

In a state, a place is an index, 0..23: outer rings first, arms in ascending order. That is also the refilling order.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from games.titles.nautilus.cards import ALL_AXES, Axis, ChipId, Colour, PileName, pile_name

Place: TypeAlias = tuple[int, int]  # arm 0..7, depth 0..-2
Heading: TypeAlias = Literal["N", "E", "S", "W"]

ARMS = range(8)
DEPTHS = (0, -1, -2)
HEADINGS: tuple[Heading, ...] = ("N", "E", "S", "W")  # directions 0, 2, 4, 6
_STEPS: tuple[tuple[Axis, int], ...] = tuple(product(ALL_AXES, (1, -1)))


class Dot(NamedTuple):
    """The dot printed at a place, which determines the pile that fills the place."""

    place: Place
    colour: Colour
    number: int  # 1..3

    @property
    def pile(self) -> PileName:
        """The pile of the same colour and number."""
        return pile_name(self.colour, self.number)


class Lying(msgspec.Struct, frozen=True):
    """A chip in the ocean."""

    chip: ChipId
    up: bool  # whether its face is shown


Ocean: TypeAlias = tuple[Lying | None, ...]  # one entry per place


class Submarine(msgspec.Struct, frozen=True):
    """The position of the submarine, and the rotation of the plate under it (NA-1)."""

    heading: Heading
    depth: int  # 0..-2
    rotation: int  # 0..7


class Way(NamedTuple):
    """One step of the submarine within the limits of depth."""

    axis: Axis
    step: int  # 1 or -1
    after: Submarine
    place: int  # the place where it ends


def _white_arms(depth: int) -> tuple[int, ...]:
    return {0: (0, 1, 3, 4, 5, 7), -1: (0, 2, 4, 6), -2: (0, 4)}[depth]  # NA-2


def _dot(arm: int, depth: int) -> Dot:
    return Dot((arm, depth), "white" if arm in _white_arms(depth) else "blue", 1 - depth)


DOTS: tuple[Dot, ...] = tuple(_dot(arm, depth) for depth in DEPTHS for arm in ARMS)


def index_of(place: Place) -> int:
    """The index of an existing place."""
    arm, depth = place
    return arm - depth * len(ARMS)


def place_of(submarine: Submarine) -> int:
    """The index of the submarine's place: the arm in front of it, at its depth."""
    direction = 2 * HEADINGS.index(submarine.heading)
    return index_of(((direction - submarine.rotation) % len(ARMS), submarine.depth))


def _after(submarine: Submarine, axis: Axis, step: int) -> Submarine:
    heading, depth, rotation = HEADINGS.index(submarine.heading), submarine.depth, submarine.rotation
    match axis:
        case "depth":
            depth += step
        case "course":
            heading = (heading + step) % len(HEADINGS)
        case "current":
            rotation = (rotation + step) % len(ARMS)
    return Submarine(HEADINGS[heading], depth, rotation)


def _ways_from(submarine: Submarine) -> tuple[Way, ...]:
    afters = [(axis, step, _after(submarine, axis, step)) for axis, step in _STEPS]
    return tuple(
        Way(axis, step, after, place_of(after)) for axis, step, after in afters if after.depth in DEPTHS
    )


_WAYS: dict[Submarine, tuple[Way, ...]] = {
    submarine: _ways_from(submarine)
    for submarine in (Submarine(*at) for at in product(HEADINGS, DEPTHS, ARMS))
}  # fmt: skip


def way(submarine: Submarine, axis: str, step: int) -> Way:
    """The result of a possible step."""
    return next(way for way in _WAYS[submarine] if way.axis == axis and way.step == step)


@lru_cache(maxsize=4096)
def open_ways(submarine: Submarine, stars: tuple[int, ...], axes: tuple[Axis, ...]) -> tuple[Way, ...]:
    """The legal steps on these axes: no step may end at a face-up star (NA-13)."""
    return tuple(way for way in _WAYS[submarine] if way.axis in axes and way.place not in stars)


def blocking_star(submarine: Submarine, stars: tuple[int, ...]) -> int | None:
    """The place of the star to remove if stars block every step; `stars` are in the order in which they were found."""
    ends = [way.place for way in _WAYS[submarine]]
    if any(place not in stars for place in ends):
        return None
    return max(ends, key=stars.index)


class Fill(NamedTuple):
    """The result of filling the empty dots."""

    ocean: Ocean
    piles: dict[PileName, tuple[ChipId, ...]]
    places: tuple[int, ...]  # the ones just filled


def fill(ocean: Sequence[Lying | None], piles: dict[PileName, tuple[ChipId, ...]]) -> Fill:
    """Fill empty dots from the piles of their colour and number while they last; blue chips are face down (NA-19)."""
    lying, rest, places = list(ocean), dict(piles), []
    for index, dot in enumerate(DOTS):
        if lying[index] is None and rest[dot.pile]:
            chip, *below = rest[dot.pile]
            lying[index], rest[dot.pile] = Lying(chip, dot.colour == "white"), tuple(below)
            places.append(index)
    return Fill(tuple(lying), rest, tuple(places))
