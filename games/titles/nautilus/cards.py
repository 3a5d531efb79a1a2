"""Hand cards and special cards, and the 84 chips, in six piles by their backs (NA-3 to NA-5)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, cast

CardId: TypeAlias = str  # "<kind>-<value>", such as "depth-4"
SpecialId: TypeAlias = str  # "special-<name>", such as "special-bell"
Axis: TypeAlias = Literal["depth", "course", "current"]

ALL_AXES: tuple[Axis, ...] = ("depth", "course", "current")

# The axes on which a kind of hand card may steer: none for a sailor or a helmet (NA-11).
AXES: dict[str, tuple[Axis, ...]] = {
    "thermostat": ALL_AXES,
    "sailor": (),
    "helmet": (),
    "depth": ("depth",),
    "course": ("course",),
    "current": ("current",),
}


class HandCard(NamedTuple):
    """One of the 12 cards that every seat has."""

    id: CardId
    kind: str  # a key of `AXES`
    value: int


# NA-4: by value from 1.
_KINDS = ("thermostat", "sailor", "helmet", *("depth", "course", "current") * 3)

CARDS: dict[CardId, HandCard] = {
    f"{kind}-{value}": HandCard(f"{kind}-{value}", kind, value) for value, kind in enumerate(_KINDS, 1)
}

# NA-5, in the order of the sheet, in which a leaving seat's cards go under the pile (NA-23).
SPECIALS: tuple[SpecialId, ...] = (
    "special-sailor", "special-helmet", "special-thermostat", "special-reverse", "special-bell", "special-globe",
    "special-numbers",
)  # fmt: skip

REVERSE: SpecialId = "special-reverse"
THERMOSTAT: SpecialId = "special-thermostat"


# Chips


ChipId: TypeAlias = str  # "<colour>-<number>-<face>-<copy>", such as "blue-2-squid-coral-1"
PileName: TypeAlias = str  # "<colour>-<number>", such as "white-1"
Colour: TypeAlias = Literal["white", "blue"]
Kind: TypeAlias = Literal["symbol", "anchor", "wild", "star", "arrow"]
Face: TypeAlias = tuple[str, ...]  # one or two symbols, or the name of another kind

SYMBOLS = ("squid", "shark", "pearl", "harpoon", "compass", "coral")
ANCHOR = "anchor"
_OTHER_KINDS: dict[str, Kind] = {"anchor": "anchor", "wild": "wild", "star": "star", "arrow": "arrow"}


class Chip(NamedTuple):
    """One chip: colour and number are on its back, the rest on its face."""

    id: ChipId
    colour: Colour
    number: int  # 1..3
    kind: Kind
    symbols: tuple[str, ...]  # one or two of `SYMBOLS`; none unless its kind is "symbol"


def pile_name(colour: Colour, number: int) -> PileName:
    """The pile of chips with this back, which fills the dots of that colour and number."""
    return f"{colour}-{number}"


def _chips(colour: Colour, number: int, pairs: Sequence[Face], **others: int) -> Iterator[Chip]:
    faces = [*pairs, *((face,) for face, count in others.items() for _ in range(count))]
    for at, face in enumerate(faces):
        copy = 1 + faces[:at].count(face)
        yield _parse_chip(f"{colour}-{number}-{'-'.join(face)}-{copy}")


def _parse_chip(chip: ChipId) -> Chip:
    """The chip with this id; the id describes it completely."""
    colour, number, *face, _copy = chip.split("-")
    kind = _OTHER_KINDS.get(face[0], "symbol")
    return Chip(chip, cast(Colour, colour), int(number), kind, tuple(face) if kind == "symbol" else ())


def _all_chips() -> Iterator[Chip]:
    two_each = dict.fromkeys(SYMBOLS, 2)
    yield from _chips("white", 1, (), **{**two_each, "compass": 3, "coral": 3, "anchor": 4})
    yield from _chips("white", 2, (), **two_each, anchor=1, wild=1)
    yield from _chips("white", 3, (), **dict.fromkeys(SYMBOLS, 1), anchor=1, wild=1)
    pairs = list(combinations(SYMBOLS, 2)) * 2  # NA-3: the list twice, then cut into three
    yield from _chips("blue", 1, pairs[:6], star=1, arrow=1)
    yield from _chips("blue", 2, pairs[6:16], anchor=1, wild=1, star=1, arrow=1)
    yield from _chips("blue", 3, pairs[16:], anchor=3, wild=3, star=1, arrow=1)


class _Chips(dict[ChipId, Chip]):
    """The chips of the current rules, and any others."""

    def __missing__(self, chip: ChipId) -> Chip:
        return _parse_chip(chip)


CHIPS = _Chips({chip.id: chip for chip in _all_chips()})

PILES: dict[PileName, tuple[ChipId, ...]] = {
    pile_name(colour, number): tuple(
        chip.id for chip in CHIPS.values() if (chip.colour, chip.number) == (colour, number)
    )
    for colour in ("white", "blue")
    for number in (1, 2, 3)
}
