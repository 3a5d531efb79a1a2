"""The field, which has no fixed position: where a card may go (CV-5, CV-6), and what it flips (CV-8, CV-9).

The first card is at (0, 0) and the box around all cards is at most 4 by 4, so every cell ever used has both coordinates
in -3..3. A set of cells is an integer with one bit per cell. Rows are wider than the field, so that a shift never runs
from one row into the next.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, reduce
from operator import or_
from typing import TypeAlias

import msgspec

from games.engine.rules import cache_latest
from games.titles.captivate.cards import Card, CardId

Cell: TypeAlias = tuple[int, int]  # x to the right, y downwards


class Laid(msgspec.Struct, frozen=True):
    """A card on the field."""

    cell: Cell
    card: CardId
    up: bool = True
    fresh: bool = True  # played in the current turn: neither flipped nor captured (CV-9)


BOX = 4  # maximum cards in a row or a column
_REACH = BOX - 1
_SPAN = range(-_REACH, _REACH + 1)
_WIDTH = 2 * _REACH + 3  # one unused cell at either end of a row


def _bit(x: int, y: int) -> int:
    return 1 << ((y + _REACH) * _WIDTH + x + _REACH + 1)


_BITS = {(x, y): _bit(x, y) for y in _SPAN for x in _SPAN}
_BY_BIT = {bit: cell for cell, bit in _BITS.items()}
_ROWS = tuple(sum(_bit(x, y) for x in _SPAN) for y in _SPAN)
_COLUMNS = tuple(sum(_bit(x, y) for y in _SPAN) for x in _SPAN)


@cache
def _cells_within_bounds(low_x: int, high_x: int, low_y: int, high_y: int) -> int:
    """The cells that keep the box within 4 by 4, given its current bounds."""
    columns = range(high_x - _REACH, low_x + BOX)
    rows = range(high_y - _REACH, low_y + BOX)
    return sum(bit for (x, y), bit in _BITS.items() if x in columns and y in rows)


@cache
def neighbours(cell: Cell) -> tuple[tuple[Cell, int, int], ...]:
    """The four cells around `cell`, each with the two sides that touch: the side of `cell` and the neighbour's.

    Sides are numbered like dots: 0 top, 1 right, 2 bottom, 3 left.
    """
    x, y = cell
    return (((x, y - 1), 0, 2), ((x + 1, y), 1, 3), ((x, y + 1), 2, 0), ((x - 1, y), 3, 1))


@cache_latest
def by_cell(field: tuple[Laid, ...]) -> Mapping[Cell, Laid]:
    """The field's cards by cell."""
    return {laid.cell: laid for laid in field}


def open_cells(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The empty cells where a card may be played, in reading order; `cells` are the taken ones, at least one."""
    return _open(reduce(or_, map(_BITS.__getitem__, cells)))


@lru_cache(maxsize=1024)  # soon after the moves of a position are listed, one of them is checked
def _open(taken: int) -> tuple[Cell, ...]:
    columns = [x for x, column in zip(_SPAN, _COLUMNS, strict=True) if taken & column]
    rows = [y for y, row in zip(_SPAN, _ROWS, strict=True) if taken & row]
    beside = taken << 1 | taken >> 1 | taken << _WIDTH | taken >> _WIDTH
    rest = beside & ~taken & _cells_within_bounds(columns[0], columns[-1], rows[0], rows[-1])
    found = []
    while rest:
        bit = rest & -rest
        found.append(_BY_BIT[bit])
        rest ^= bit
    return tuple(found)


def flipped_by(
    cards: Mapping[CardId, Card], card: CardId, cell: Cell, field: Iterable[Laid]
) -> tuple[Laid, ...]:
    """The cards on the field that `card` flips face down when it is played at `cell`."""
    return flipped_at(cards, card, cell, {laid.cell: laid for laid in field})


def flipped_at(
    cards: Mapping[CardId, Card], card: CardId, cell: Cell, field: Mapping[Cell, Laid]
) -> tuple[Laid, ...]:
    """The same as `flipped_by`, for a field by cell."""
    return tuple(
        [
            other
            for place, mine, theirs in neighbours(cell)
            if (other := field.get(place))
            and other.up
            and not other.fresh
            and is_flipped(cards[card], mine, cards[other.card], theirs)
        ]
    )


def is_flipped(card: Card, mine: int, other: Card, theirs: int) -> bool:
    """Whether `card` flips `other`: its side `mine` touches the side `theirs` of the other card."""
    if card.value > other.value:  # CV-8 (a)
        return True
    dots, facing = card.dots[mine], other.dots[theirs]
    return dots > facing or (dots == facing and card.element == other.element)  # CV-8 (b), (c)
