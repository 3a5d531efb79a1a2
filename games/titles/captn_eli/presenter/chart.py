"""The part of the Sea Grid that is drawn: the box around the cards and the rim where one may go on (CE-7)."""

from collections.abc import Collection
from dataclasses import dataclass

from games.engine.contract import Seat
from games.titles.captn_eli.grid import COLUMNS, ROWS, Cell

__all__ = ["Chart", "chart_of"]


@dataclass(frozen=True)
class Chart:
    """Columns and rows in the order in which the reader sees them, one's own side below."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    width: int  # of the box around the cards
    height: int
    is_turned: bool  # as seat 1 sees it

    @property
    def is_full_width(self) -> bool:
        """Whether the box may not grow sideways any more."""
        return self.width == COLUMNS

    @property
    def is_full_height(self) -> bool:
        """Whether the box may not grow forwards and back any more."""
        return self.height == ROWS

    def is_up(self, owner: Seat) -> bool:
        """Whether cards of `owner` look towards the upper edge."""
        return (owner == 0) != self.is_turned


def chart_of(cells: Collection[Cell], you: Seat | None) -> Chart:
    """What to draw for the cells that are taken; a spectator sits behind seat 0."""
    columns, width = _span([x for x, _ in cells], COLUMNS)
    rows, height = _span([y for _, y in cells], ROWS)
    is_turned = you == 1
    if is_turned:
        columns, rows = columns[::-1], rows[::-1]
    return Chart(columns, rows, width, height, is_turned)


def _span(taken: list[int], most: int) -> tuple[tuple[int, ...], int]:
    if not taken:
        return (-1, 0, 1), 0
    low, high = min(taken), max(taken)
    rim = 1 if high - low + 1 < most else 0
    return tuple(range(low - rim, high + rim + 1)), high - low + 1
