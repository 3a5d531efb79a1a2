"""Which cards a card may challenge and through which, and how the totals are counted (CE-10 to CE-12, CE-19)."""

from collections.abc import Mapping
from typing import NamedTuple

from games.titles.captn_eli.v4.cards import BY_ID, Card
from games.titles.captn_eli.v4.grid import Cell, beside
from games.titles.captn_eli.v4.state import Lying

__all__ = [
    "ALL_ROUND",
    "STACKED_PUSH",
    "TURNS_OF_PRESSURE",
    "Field",
    "Line",
    "attack_total",
    "attackers",
    "defence_total",
    "defenders",
    "line_to",
    "lines",
    "pressure_of",
    "push_of",
    "stacked_push",
    "targets",
]

Field = Mapping[Cell, Lying]
TURNS_OF_PRESSURE = 5  # quiet turns in a row that raise the pressure by one
ALL_ROUND = 3  # the pressure from which on it helps sideways, too
STACKED_PUSH = 2  # what a STACKED character adds under pressure, since it never challenges sideways


def pressure_of(quiet: int) -> int:
    """CE-19: the pressure after so many quiet turns in a row; 0 while the sea is rough."""
    return quiet // TURNS_OF_PRESSURE


class Line(NamedTuple):
    """A target within reach, and the own cards between it and the challenger."""

    target: Lying
    through: tuple[Lying, ...] = ()


def lines(field: Field, challenger: Lying) -> list[Line]:
    """Every card of the opponent that the challenger reaches, whatever the totals are (CE-10)."""
    if not challenger.up:
        return []
    card = BY_ID[challenger.card]
    if card.type not in {"character", "vehicle"}:
        return []
    is_character = card.type == "character"
    found = [_along(field, challenger, step, is_character) for step in (-1, 1)]
    if is_character and "stacked" not in card.keywords:
        x, y = challenger.cell
        found += [_beside(field, challenger, cell) for cell in ((x - 1, y), (x + 1, y))]
    return [line for line in found if line is not None]


def _beside(field: Field, challenger: Lying, cell: Cell) -> Line | None:
    other = field.get(cell)
    return None if other is None or other.owner == challenger.owner else Line(other)


def _along(field: Field, challenger: Lying, step: int, is_character: bool) -> Line | None:
    """What the challenger reaches up or down its column; only a CHARACTER reaches through own cards."""
    through: list[Lying] = []
    x, y = challenger.cell
    while (other := field.get((x, y := y + step))) is not None:
        if other.owner != challenger.owner:
            return Line(other, tuple(through))
        if not is_character or not _is_passable(other):
            return None
        through.append(other)
    return None


def _is_passable(lying: Lying) -> bool:
    if not lying.up:  # checked first, since a seat may not know which card lies there
        return False
    card = BY_ID[lying.card]
    return card.type == "vehicle" or "stacked" in card.keywords


def line_to(field: Field, at: Cell, target: Cell) -> Line | None:
    """The line from the card at `at` to the one at `target`; None if that is out of reach."""
    challenger = field.get(at)
    if challenger is None:
        return None
    return next((line for line in lines(field, challenger) if line.target.cell == target), None)


def targets(field: Field, challenger: Lying, pressure: int) -> list[Cell]:
    """The cells that the challenger may challenge: a face-up target only with a total that wins (CE-10)."""
    return [
        line.target.cell
        for line in lines(field, challenger)
        if not line.target.up
        or attack_total(field, challenger, line, pressure) > defence_total(field, line.target)
    ]


def attackers(field: Field, challenger: Lying, line: Line) -> list[Card]:
    """CE-11: the cards whose C counts; only a CHARACTER adds its gadgets and the cards that it challenges through."""
    card = BY_ID[challenger.card]
    if card.type != "character":
        return [card]
    through = [BY_ID[lying.card] for lying in line.through]
    return [card, *through, *_own_beside(field, challenger, "gadget")]


def defenders(field: Field, target: Lying) -> list[Card]:
    """CE-12: the cards whose D counts; only a CHARACTER is covered by locations."""
    card = BY_ID[target.card]
    return [card, *_own_beside(field, target, "location")] if card.type == "character" else [card]


def attack_total(field: Field, challenger: Lying, line: Line, pressure: int) -> int:
    """The challenge total (CE-11), with what the pressure adds (CE-19)."""
    return push_of(challenger, line, pressure) + sum([card.c for card in attackers(field, challenger, line)])


def push_of(challenger: Lying, line: Line, pressure: int) -> int:
    """CE-19: what the pressure adds, along a column always and sideways at last; STACKED cards ride the current."""
    if challenger.cell[0] != line.target.cell[0]:
        return pressure if pressure >= ALL_ROUND else 0
    return pressure + stacked_push(BY_ID[challenger.card], pressure)


def stacked_push(card: Card, pressure: int) -> int:
    """CE-19: what is added on top of the pressure if this card challenges."""
    return STACKED_PUSH if pressure and "stacked" in card.keywords else 0


def defence_total(field: Field, target: Lying) -> int:
    """The defence total (CE-12)."""
    return sum([card.d for card in defenders(field, target)])


def _own_beside(field: Field, lying: Lying, kind: str) -> list[Card]:
    """The face-up cards of one type that the same seat has beside a card."""
    return [
        card
        for cell in beside(lying.cell)
        if (other := field.get(cell)) is not None and other.up and other.owner == lying.owner
        if (card := BY_ID[other.card]).type == kind
    ]
