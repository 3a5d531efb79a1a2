"""The Sea Grid, which has no fixed position: where cards may be placed and may move (CE-7, CE-8).

The cards may drift anywhere, but the box around them is at most 3 by 4. Relative to the corner of the box, there are at
most 4,096 shapes, and the options of each shape are computed once.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from games.engine.rules import cache_latest

Cell: TypeAlias = tuple[int, int]  # x to the right, y downwards; negative numbers occur

COLUMNS = 3
ROWS = 4


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share a side with `cell`: above, right, below, left."""
    x, y = cell
    return ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def ahead(seat: int) -> int:
    """The step in y from a card of `seat` to its front: seat 0 looks upwards, seat 1 downwards (CE-7)."""
    return 1 if seat else -1


def parted(cell: Cell, gap: Cell, step: int) -> Cell:
    """The cell after a wedge at `gap`: the gap and everything beyond it move by a row, `step`."""
    x, y = cell
    return (x, y + step) if (y - gap[1]) * step >= 0 else cell


class Shape(NamedTuple):
    """The options for a set of cells; all cells are relative to the upper left corner of its box."""

    open: tuple[Cell, ...]
    steps: dict[Cell, tuple[Cell, ...]]
    rows: int


class Room(NamedTuple):
    """The free cells around the cards on the grid (CE-8)."""

    open_cells: tuple[Cell, ...]  # empty cells where a card may be placed, in reading order
    steps: Mapping[
        Cell, tuple[Cell, ...]
    ]  # from each taken cell to the empty cells to which its card may move
    has_new_row: bool  # whether a wedge may open one more row


@cache_latest
def room_of(cells: Collection[Cell]) -> Room:
    """The free cells around the taken ones."""
    return _room(frozenset(cells))


@lru_cache(maxsize=10_000)  # grids drift, so there are more grids than shapes
def _room(cells: frozenset[Cell]) -> Room:
    if not cells:
        return Room(((0, 0),), {}, has_new_row=True)  # the game's very first card goes to [0, 0]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    shape = _shape(frozenset((x - left, y - top) for x, y in cells))

    def here(relative: Iterable[Cell]) -> tuple[Cell, ...]:
        return tuple([(left + x, top + y) for x, y in relative])

    steps = {(left + x, top + y): here(to) for (x, y), to in shape.steps.items()}
    return Room(here(shape.open), steps, shape.rows < ROWS)


@cache
def _shape(cells: frozenset[Cell]) -> Shape:
    touching = {near for cell in cells for near in beside(cell)} - cells
    return Shape(
        open=tuple(sorted(_fitting(cells, touching), key=lambda cell: (cell[1], cell[0]))),
        steps={cell: _steps(cells, cell) for cell in cells},
        rows=1 + max(y for _, y in cells),
    )


def _steps(cells: frozenset[Cell], at: Cell) -> tuple[Cell, ...]:
    """CE-8: the box is checked after the card has moved; the card need not touch another one."""
    empty = [cell for cell in beside(at) if cell not in cells]
    return tuple(_fitting(cells - {at}, empty)) if len(cells) > 1 else tuple(empty)


def _fitting(cells: frozenset[Cell], wanted: Iterable[Cell]) -> list[Cell]:
    """The wanted cells that keep the box within CE-7; `cells` are the taken ones, at least one."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns = range(max(xs) + 1 - COLUMNS, min(xs) + COLUMNS)
    rows = range(max(ys) + 1 - ROWS, min(ys) + ROWS)
    return [(x, y) for x, y in wanted if x in columns and y in rows]
