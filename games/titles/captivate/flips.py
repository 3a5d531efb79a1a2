"""Which cards a card laid down flips (CV-8, CV-9)."""

from collections.abc import Iterable, Mapping

from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.grid import Cell, neighbours
from games.titles.captivate.state import Laid

__all__ = ["flipped_by", "is_flipped"]


def flipped_by(card: CardId, cell: Cell, field: Iterable[Laid]) -> tuple[Laid, ...]:
    """The cards of the field that `card` flips face down when it is laid at `cell`."""
    return flipped_among(card, cell, {laid.cell: laid for laid in field})


def flipped_among(card: CardId, cell: Cell, at: Mapping[Cell, Laid]) -> tuple[Laid, ...]:
    """The same for a field given as a dictionary by cell."""
    return tuple(
        other
        for place, mine, theirs in neighbours(cell)
        if (other := at.get(place))
        and other.up
        and not other.fresh
        and is_flipped(card, mine, other.card, theirs)
    )


def is_flipped(card: CardId, mine: int, other: CardId, theirs: int) -> bool:
    """Whether `card` flips `other`: its side `mine` touches the side `theirs` of the other card."""
    laid, neighbour = CARDS[card], CARDS[other]
    if laid.value > neighbour.value:  # CV-8 (a)
        return True
    dots, facing = laid.dots[mine], neighbour.dots[theirs]
    return dots > facing or (dots == facing and laid.element == neighbour.element)  # CV-8 (b), (c)
