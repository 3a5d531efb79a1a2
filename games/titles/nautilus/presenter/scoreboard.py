"""A scoreboard as it is drawn: squares with their chips and targets, rows, columns, and what they count."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene, Text
from games.titles.nautilus import boards
from games.titles.nautilus.boards import COLUMNS, Board, Square
from games.titles.nautilus.chips import ChipId
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.choice import Target
from games.titles.nautilus.presenter.faces import Face, face
from games.titles.nautilus.presenter.look import Look
from games.titles.nautilus.presenter.standing import (
    Column,
    Picture,
    columns_now,
    pictures_of,
    pictures_told,
    row_now,
    row_told,
)
from games.titles.nautilus.presenter.steps import board_of
from games.titles.nautilus.presenter.tokens import Token, row_token, square_token
from games.titles.nautilus.presenter.words import SYMBOL_NAMES, join, signed, square_name
from games.titles.nautilus.scoring import PRINTED, count_seat

__all__ = ["Cell", "Row", "Scoreboard", "scoreboard"]

_PENALTIES = (-15, -10, -5, 0)  # printed on the squares of a row (NA-6)


@dataclass(frozen=True)
class Cell:
    """One square, with the printed one beside it."""

    token: Token
    column: int
    face: Face | None
    penalty: str  # printed on it
    printed: str  # the symbol of the bonus square beside it; empty if there is none
    printed_name: Text
    is_next: bool  # the next chip goes here
    is_new: bool  # came since the reader last acted
    target: Target | None
    label: str


@dataclass(frozen=True)
class Row:
    """One row, that of a round."""

    number: int
    pictures: list[Picture]
    pictures_told: str
    cells: list[Cell]
    points: str  # as counted, or as it would be; empty for rounds to come
    told: str
    is_running: bool
    is_counted: bool
    token: Token
    target: Target | None


@dataclass(frozen=True)
class Scoreboard:
    """Everything on one seat's scoreboard."""

    seat: Seat
    name: str
    is_mine: bool
    number: int  # the number chip
    rows: list[Row]
    columns: list[Column]
    column_total: int
    points: int  # counted so far
    now: str  # what the running round would add if it ended now
    is_full: bool  # no room in the running row


def scoreboard(view: View, scene: Scene, look: Look, seat: Seat) -> Scoreboard:
    """The scoreboard of a seat that is still in."""
    board, is_over = board_of(view, seat), view.outcome is not None
    columns = columns_now(board, view.round, is_over=is_over)
    number = view.order.index(seat) + 1
    return Scoreboard(
        seat=seat, name=scene.names[seat], is_mine=seat == scene.you, number=number,
        rows=[_row(view, look, seat, board, row) for row in range(1, view.rounds + 1)],
        columns=columns, column_total=sum(column.points for column in columns),
        points=view.points[seat], now="" if is_over else _now(board, view.round, number),
        is_full=boards.free_square(board, view.round) is None,
    )  # fmt: skip


def _now(board: Board, round_: int, number: int) -> str:
    """What a seat would get if the round ended now (NA-17 to NA-20)."""
    count = count_seat(board, round_, number)
    words = {
        "row": signed(count.row.points + count.row.penalty), "number": number, "bonus": count.bonus,
        "columns": sum(column.points for column in count.columns), "points": signed(count.points),
    }  # fmt: skip
    parts = [_("%(row)s for the row") % words, _("%(bonus)d for number chip %(number)d") % words]
    if count.columns:
        parts.append(_("%(columns)d for the columns") % words)
    parts.append(_("in all %(points)s") % words)
    return join(parts)


def _row(view: View, look: Look, seat: Seat, board: Board, row: int) -> Row:
    count, is_running = row_now(view, seat, board, row), row == view.round and view.outcome is None
    token, pictures = row_token(row), pictures_of(count, row)
    free = boards.free_square(board, row) if is_running else None
    return Row(
        number=row, pictures=pictures, pictures_told=pictures_told(pictures),
        cells=[
            _cell(look, seat, boards.square_of(index), board[index], is_next=index == free)
            for index in range((row - 1) * COLUMNS, row * COLUMNS)
        ],
        points="" if count is None else signed(count.points + count.penalty),
        told="" if count is None else row_told(count, is_running=is_running),
        is_running=is_running, is_counted=row <= len(view.counts),
        token=token, target=look.choice.offers(token) if seat == view.you else None,
    )  # fmt: skip


def _cell(look: Look, seat: Seat, square: Square, chip: ChipId | None, *, is_next: bool) -> Cell:
    token, lying = square_token(seat, square), face(chip) if chip else None
    printed, is_new = PRINTED.get(square, ""), lying is not None and token in look.new
    target = look.choice.offers(token) if lying else None
    label = _cell_label(lying, is_next=is_next, is_new=is_new)
    return Cell(
        token=token, column=square[1], face=lying, penalty=signed(_PENALTIES[square[1] - 1]),
        printed=printed, printed_name=SYMBOL_NAMES[printed] if printed else "", is_next=is_next, is_new=is_new,
        target=target, label=f"{label}, {square_name(square)}" if target else label,
    )  # fmt: skip


def _cell_label(lying: Face | None, *, is_next: bool, is_new: bool) -> str:
    """What lies there; a link is heard without the heads of its row and column, and names its square besides."""
    if lying is not None:
        return _("%(chip)s, new") % {"chip": lying.name} if is_new else lying.name
    return _("free, the next chip goes here") if is_next else _("free")
