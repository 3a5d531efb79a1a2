"""Scoreboards of 5 rows by 4 columns, and their points, line by line (NA-6, NA-17, NA-18, NA-20).

In a state a square is an index, 0..19, in reading order; a board is a tuple with the chip of each square.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import msgspec

from games.engine.contract import Seat
from games.titles.nautilus.cards import ANCHOR, CHIPS, SYMBOLS, ChipId

Square: TypeAlias = tuple[int, int]  # row 1..5, column 1..4
Board: TypeAlias = tuple[ChipId | None, ...]  # one entry per square

ROWS = 5
COLUMNS = 4
EMPTY: Board = (None,) * (ROWS * COLUMNS)
_SQUARES: tuple[Square, ...] = tuple(product(range(1, ROWS + 1), range(1, COLUMNS + 1)))


def square_of(index: int) -> Square:
    """The square of an index."""
    return _SQUARES[index]


def index_of(square: Square) -> int:
    """The index of an existing square."""
    row, column = square
    return (row - 1) * COLUMNS + column - 1


def row_of(board: Board, row: int) -> Board:
    """The four squares of a row."""
    return board[(row - 1) * COLUMNS : row * COLUMNS]


def column_of(board: Board, column: int, rows: int) -> Board:
    """The squares of a column in the first `rows` rows."""
    return board[column - 1 : rows * COLUMNS : COLUMNS]


def free_square(board: Board, row: int) -> int | None:
    """The index of the leftmost free square of a row, if any."""
    start = (row - 1) * COLUMNS
    return next((index for index in range(start, start + COLUMNS) if board[index] is None), None)


def squares_taken(board: Board) -> tuple[Square, ...]:
    """The squares with a chip, in reading order."""
    return tuple([square for square, chip in zip(_SQUARES, board, strict=True) if chip is not None])


# NA-6: the pictures of the rows, the first row first.
PICTURES: tuple[tuple[str, str, str, str], ...] = (
    ("squid", "shark", "pearl", "coral"),
    ("harpoon", "compass", "squid", "pearl"),
    ("shark", "coral", "harpoon", "compass"),
    ("pearl", "squid", "compass", "shark"),
    ("coral", "harpoon", "squid", "pearl"),
)

# NA-6: bonus squares, which are printed beside the chip squares of their row and column.
PRINTED: dict[Square, str] = {(1, 1): "squid", (3, 4): "pearl", (5, 4): "compass"}

COUNTABLE = (*SYMBOLS, ANCHOR)  # what columns count

ROW_POINTS = (0, 5, 15, 35, 70)  # NA-17, by pictures matched
_PENALTIES = (-20, -15, -10, -5, 0)  # NA-17, by chips in the row
BONUSES = (25, 15, 10, 5)  # NA-18, number chip 1 first
_SAME = (0, 0, 6, 16, 32, 52, 80)  # NA-20, by the count of a symbol; the last value is for six or more
_LOOSE = (0, 0, 2, 4)  # NA-20, for a symbol that occurs once, column 1 first
COLUMN_ROUNDS = (3, 5)  # NA-20


class Match(msgspec.Struct, frozen=True):
    """A picture of a row, and the chip that matched it, if any."""

    picture: str
    chip: ChipId | None


class RowCount(msgspec.Struct, frozen=True):
    """A row as counted at the end of its round (NA-17)."""

    matches: tuple[Match, ...]  # one per picture
    chips: int  # in the row
    points: int  # for pictures
    penalty: int  # 0 or less


class WildAs(msgspec.Struct, frozen=True):
    """The symbol that a wild counted as in a column."""

    chip: ChipId
    symbol: str


class Line(msgspec.Struct, frozen=True):
    """One symbol in a column."""

    symbol: str
    count: int
    points: int


class ColumnCount(msgspec.Struct, frozen=True):
    """A column as counted (NA-20)."""

    column: int
    lines: tuple[Line, ...]  # symbols that occur
    wilds: tuple[WildAs, ...]
    points: int


class SeatCount(msgspec.Struct, frozen=True):
    """The points of a seat at the end of a round."""

    row: RowCount
    number: int  # its number chip
    bonus: int
    columns: tuple[ColumnCount, ...]  # empty if columns are not counted
    points: int  # the total


class RoundCount(msgspec.Struct, frozen=True):
    """The count at the end of a round."""

    round: int
    seats: tuple[SeatCount | None, ...]  # one per seat, None for seats that had left


def round_points(counts: Iterable[RoundCount], seat: Seat) -> int:
    """The points of a seat in all rounds counted so far."""
    return sum(count.points for of_round in counts if (count := of_round.seats[seat]) is not None)


def count_seat(board: Board, round_: int, number: int) -> SeatCount:
    """Count a board with this number chip at the end of a round."""
    row, bonus = count_row(board, round_), BONUSES[number - 1]
    columns: tuple[ColumnCount, ...] = ()
    if round_ in COLUMN_ROUNDS:
        columns = tuple(count_column(board, column, round_) for column in range(1, COLUMNS + 1))
    points = row.points + row.penalty + bonus + sum(column.points for column in columns)
    return SeatCount(row, number, bonus, columns, points)


def count_row(board: Board, row: int) -> RowCount:
    """NA-17: the best matching. A chip may match with both of its symbols, so only wilds are used up."""
    chips = [chip for chip in row_of(board, row) if chip is not None]
    wilds = iter([chip for chip in chips if CHIPS[chip].kind == "wild"])
    shown = [(picture, _first_with(picture, chips)) for picture in PICTURES[row - 1]]
    matches = tuple(Match(picture, chip or next(wilds, None)) for picture, chip in shown)
    matched = sum(match.chip is not None for match in matches)
    return RowCount(matches, len(chips), ROW_POINTS[matched], _PENALTIES[len(chips)])


def _first_with(symbol: str, chips: list[ChipId]) -> ChipId | None:
    return next((chip for chip in chips if symbol in CHIPS[chip].symbols), None)


def count_column(board: Board, column: int, rows: int) -> ColumnCount:
    """NA-20: a column of the first `rows` rows, with each wild as the best symbol."""
    chips = [chip for chip in column_of(board, column, rows) if chip is not None]
    wilds = [chip for chip in chips if CHIPS[chip].kind == "wild"]
    counts = _symbol_counts(chips, column, rows)
    points, added = best_additions(counts, len(wilds), column)
    lines = tuple(
        Line(symbol, count + more, line_points(count + more, column))
        for symbol, count, more in zip(COUNTABLE, counts, added, strict=True)
        if count + more
    )
    roles = [symbol for symbol, more in zip(COUNTABLE, added, strict=True) for _ in range(more)]
    return ColumnCount(column, lines, tuple(map(WildAs, wilds, roles)), points)


def _symbol_counts(chips: list[ChipId], column: int, rows: int) -> tuple[int, ...]:
    """How often each symbol of `COUNTABLE` occurs, without wilds, but with printed bonus squares."""
    found = [symbol for (row, where), symbol in PRINTED.items() if where == column and row <= rows]
    for chip in chips:
        found += (ANCHOR,) if CHIPS[chip].kind == ANCHOR else CHIPS[chip].symbols
    return tuple(found.count(symbol) for symbol in COUNTABLE)


def line_points(count: int, column: int) -> int:
    """NA-20: the points in a column for a symbol that occurs `count` times."""
    return _LOOSE[column - 1] if count == 1 else _SAME[min(count, len(_SAME) - 1)]


@lru_cache(maxsize=4096)
def best_additions(counts: tuple[int, ...], wilds: int, column: int) -> tuple[int, tuple[int, ...]]:
    """The most points that a column can give, and the number of wilds used for each symbol.

    The result is exact: for every number of wilds used for the first symbol, it takes the best result for the rest. If
    results are equal, it returns the one that uses the most wilds for the first symbols.
    """
    first, rest = counts[0], counts[1:]
    if not rest:
        return line_points(first + wilds, column), (wilds,)
    splits = []
    for spent in range(wilds, -1, -1):
        points, added = best_additions(rest, wilds - spent, column)
        splits.append((points + line_points(first + spent, column), (spent, *added)))
    return max(splits, key=lambda split: split[0])
