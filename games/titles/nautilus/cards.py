"""Hand cards and special cards (NA-4, NA-5)."""

from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "ALL_AXES", "AXES", "CARDS", "REVERSE", "SPECIALS", "THERMOSTAT", "Axis", "CardId", "HandCard", "SpecialId",
]  # fmt: skip

CardId: TypeAlias = str  # "<kind>-<value>", such as "depth-4"
SpecialId: TypeAlias = str  # "special-<name>", such as "special-bell"
Axis: TypeAlias = Literal["depth", "course", "current"]

ALL_AXES: tuple[Axis, ...] = ("depth", "course", "current")

# The axes that a kind of hand card may steer on: none for a sailor or a helmet (NA-11).
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

# NA-5, in the order of the sheet: that in which a leaver's cards go under the pile (NA-23).
SPECIALS: tuple[SpecialId, ...] = (
    "special-sailor", "special-helmet", "special-thermostat", "special-reverse", "special-bell", "special-globe",
    "special-numbers",
)  # fmt: skip

REVERSE: SpecialId = "special-reverse"
THERMOSTAT: SpecialId = "special-thermostat"
