"""Challenges: the cards within a card's reach, and the totals (CE-10 to CE-12, CE-19)."""

from typing import NamedTuple

from games.titles.captn_eli.cards import Card, Ruleset
from games.titles.captn_eli.grid import Cell, beside
from games.titles.captn_eli.state import Field, Lying, State


def pressure_of(state: State) -> int:
    """CE-19: the points that quiet turns add to challenge totals: none before the storm."""
    if state.ruleset.storm:
        return state.ruleset.push if state.ruleset.is_stormy(state.quiet) else 0
    return state.quiet // state.ruleset.turns_of_pressure


class Line(NamedTuple):
    """A target within reach, and the challenger's own cards in between."""

    target: Lying
    through: tuple[Lying, ...] = ()


def lines(field: Field, challenger: Lying) -> list[Line]:
    """Every card of the opponent within the challenger's reach, whatever the totals (CE-10)."""
    if not challenger.up:
        return []
    card = field.card(challenger)
    if card.type not in {"character", "vehicle"}:
        return []
    is_character = card.type == "character"
    found = [_along(field, challenger, step, is_character) for step in (-1, 1)]
    if is_character and (field.is_stormy or "stacked" not in card.keywords):  # CE-10, CE-19
        x, y = challenger.cell
        found += [_beside(field, challenger, cell) for cell in ((x - 1, y), (x + 1, y))]
    return [line for line in found if line is not None]


def _beside(field: Field, challenger: Lying, cell: Cell) -> Line | None:
    other = field.get(cell)
    return None if other is None or other.owner == challenger.owner else Line(other)


def _along(field: Field, challenger: Lying, step: int, is_character: bool) -> Line | None:
    """The card that the challenger reaches up or down its column; only a CHARACTER reaches through its seat's cards."""
    through: list[Lying] = []
    x, y = challenger.cell
    while (other := field.get((x, y := y + step))) is not None:
        if other.owner != challenger.owner:
            return Line(other, tuple(through))
        if not is_character or not _is_passable(field, other):
            return None
        through.append(other)
    return None


def _is_passable(field: Field, lying: Lying) -> bool:
    if not lying.up:  # checked first, because a seat may not know the card
        return False
    card = field.card(lying)
    return card.type == "vehicle" or "stacked" in card.keywords


def line_to(field: Field, at: Cell, target: Cell) -> Line | None:
    """The line from the card at `at` to the one at `target`; None if that is out of reach."""
    challenger = field.get(at)
    if challenger is None:
        return None
    return next((line for line in lines(field, challenger) if line.target.cell == target), None)


def targets(field: Field, challenger: Lying, pressure: int) -> list[Cell]:
    """The cells that the challenger may challenge; a face-up target only if the challenger's total wins (CE-10)."""
    return [
        line.target.cell
        for line in lines(field, challenger)
        if not line.target.up
        or attack_total(field, challenger, line, pressure) > defence_total(field, line.target)
    ]


def attackers(field: Field, challenger: Lying, line: Line) -> list[Lying]:
    """CE-11: the cards whose C counts; only a CHARACTER adds its gadgets and the cards that it challenges through."""
    if field.card(challenger).type != "character":
        return [challenger]
    return [challenger, *line.through, *own_beside(field, challenger, "gadget")]


def defenders(field: Field, target: Lying) -> list[Lying]:
    """CE-12: the cards whose D counts; locations defend only a CHARACTER."""
    is_covered = field.card(target).type == "character"
    return [target, *own_beside(field, target, "location")] if is_covered else [target]


def attack_total(field: Field, challenger: Lying, line: Line, pressure: int) -> int:
    """The challenge total (CE-11), including the pressure (CE-19)."""
    counted = [field.card(lying).c for lying in attackers(field, challenger, line)]
    return sum(counted) + push_of(field, challenger, line, pressure)


def push_of(field: Field, challenger: Lying, line: Line, pressure: int) -> int:
    """CE-19: the points that are added: in the storm always; by pressure sideways only late, to STACKED cards more."""
    if challenger.cell[0] != line.target.cell[0]:
        return pressure if pressure >= field.ruleset.all_round else 0
    return pressure + stacked_push(field.ruleset, field.card(challenger), pressure)


def stacked_push(ruleset: Ruleset, card: Card, pressure: int) -> int:
    """CE-19: the points that this card adds to the pressure if it challenges."""
    return ruleset.stacked_push if pressure and not ruleset.storm and "stacked" in card.keywords else 0


def defence_total(field: Field, target: Lying) -> int:
    """The defence total (CE-12)."""
    return sum([field.card(lying).d for lying in defenders(field, target)])


def own_beside(field: Field, lying: Lying, kind: str) -> list[Lying]:
    """The face-up cards of one type next to a card, of the same seat."""
    return [
        other
        for cell in beside(lying.cell)
        if (other := field.get(cell)) is not None and other.up and other.owner == lying.owner
        if field.card(other).type == kind
    ]
