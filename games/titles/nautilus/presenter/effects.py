"""What moves that change scoreboards would lead to, for the reader's own board."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.titles.nautilus import boards, ocean, scoring
from games.titles.nautilus.boards import COLUMNS, Board, Square, free_square, index_of, with_chip
from games.titles.nautilus.chips import ChipId
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.steps import board_of
from games.titles.nautilus.presenter.words import signed
from games.titles.nautilus.state import Fish, Ring, Shift, Swap, Trade

__all__ = ["change_told", "chip_on", "landing"]


def chip_on(view: View, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that bears one."""
    return board_of(view, seat)[index_of(square)] or ""


def landing(view: View, row: int) -> Square:
    """The square of the reader's row that a chip would come to; the row has room."""
    index = free_square(board_of(view, view.you or 0), row)
    return boards.square_of(index or 0)


def change_told(view: View, move: Any) -> str:
    """How the running row and the columns would count after the move, and how they do now."""
    board = board_of(view, view.you or 0)
    before, after = (_points(one, view.round) for one in (board, _after(view, board, move)))
    words = {"before": signed(before), "after": signed(after)}
    if before == after:
        return _("Your row and columns would count %(after)s as before.") % words
    return _("Your row and columns would count %(after)s instead of %(before)s.") % words


def _points(board: Board, round_: int) -> int:
    row = scoring.count_row(board, round_)
    columns = (scoring.count_column(board, column, round_).points for column in range(1, COLUMNS + 1))
    return row.points + row.penalty + sum(columns)


def _after(view: View, board: Board, move: Any) -> Board:
    match move:
        case Swap(a, b):
            first, second = board[index_of(a)], board[index_of(b)]
            return with_chip(with_chip(board, index_of(a), second), index_of(b), first)
        case Trade(mine, seat, theirs):
            return with_chip(board, index_of(mine), chip_on(view, seat, theirs))
        case Shift(chip, row):
            lifted = with_chip(board, index_of(chip), None)
            return with_chip(lifted, index_of(landing(view, row)), board[index_of(chip)])
        case Ring(seat, chip, row):
            return with_chip(board, index_of(landing(view, row)), chip_on(view, seat, chip))
        case Fish(mine, place):
            lying = view.ocean[ocean.index_of(place)].lying
            return with_chip(board, index_of(mine), lying.chip if lying else None)
        case _:
            return board
