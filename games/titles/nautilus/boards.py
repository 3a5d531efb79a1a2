"""Scoreboards: 5 rows by 4 columns of squares for chips (NA-6).

In a state a square is an index, 0..19, in reading order; a board is a tuple with the chip of each square.
"""

from typing import TypeAlias

from games.titles.nautilus.cards import ChipId

Square: TypeAlias = tuple[int, int]  # row 1..5, column 1..4
Board: TypeAlias = tuple[ChipId | None, ...]  # one entry per square

ROWS = 5
COLUMNS = 4
EMPTY: Board = (None,) * (ROWS * COLUMNS)
_SQUARES: tuple[Square, ...] = tuple(
    (row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)
)


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
