"""The grid as it would lie after what is chosen: nothing is done by it (CE-8)."""

from dataclasses import dataclass

from msgspec.structs import replace

from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell, ahead
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.state import Move, Place, Shift, Wedge

__all__ = ["Preview", "preview_of"]


@dataclass(frozen=True)
class Preview:
    """Cards where they would lie, and the one that would come there."""

    grid: tuple[Shown, ...]
    ghost: Cell | None = None  # where a card would come to lie
    card: CardId | None = None  # that card; None if the reader may not know it
    is_moved: bool = False  # rows were parted for it


def preview_of(view: View, move: Move | None) -> Preview:
    """What a chosen move would make of the grid; the grid as it is for moves that turn or remove something."""
    match move:
        case Place(card, cell):
            return Preview(view.grid, cell, card)
        case Wedge(card, ahead_of):
            return _wedged(view, card, ahead_of)
        case Shift(at, to):
            moved = next(shown for shown in view.grid if shown.cell == at)
            return Preview(view.grid, to, moved.card)
        case _:
            return Preview(view.grid)


def _wedged(view: View, card: CardId, ahead_of: Cell) -> Preview:
    x, y = ahead_of
    step = ahead(next(shown.owner for shown in view.grid if shown.cell == ahead_of))
    gap = (x, y + step)
    grid = tuple(
        replace(shown, cell=(shown.cell[0], shown.cell[1] + step))
        if (shown.cell[1] - gap[1]) * step >= 0
        else shown
        for shown in view.grid
    )
    return Preview(grid, gap, card, is_moved=True)
