"""A scoreboard as displayed: squares, rows and columns, their current points, and what is missing (NA-17, NA-20)."""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.kit import Mark, Offer, labelled, listed, told_once
from games.engine.presenter import Scene, Text
from games.titles.nautilus import scoring
from games.titles.nautilus.cards import CHIPS, ChipId
from games.titles.nautilus.explain import board_of
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.choices import Look
from games.titles.nautilus.presenter.words import (
    SYMBOL_NAMES,
    Face,
    Token,
    face,
    signed,
    square_name,
    square_token,
)
from games.titles.nautilus.scoring import COLUMNS, Board, ColumnCount, RowCount, Square
from games.titles.nautilus.state import Move

_GAINS = 3  # the number of symbols listed as the most useful ones to take next


@dataclass(frozen=True)
class Picture:
    """A picture of a row."""

    at: int  # 0 to 3, in reading order
    symbol: str
    name: Text
    is_matched: bool
    by_wild: bool


@dataclass(frozen=True)
class Column:
    """A column as it would be counted now."""

    number: int
    points: int
    lines: list[str]  # what it counts
    gains: str  # the most useful next symbols; empty if no more will come


@dataclass(frozen=True)
class Cell:
    """One square, with the printed square beside it."""

    token: Token
    column: int
    face: Face | None
    printed: str  # the symbol of the bonus square beside it; empty if there is none
    printed_name: Text
    is_next: bool  # the next chip goes here
    is_new: bool  # arrived since the reader last acted
    mark: Mark | None  # of a seat's latest ply
    target: Offer[Move] | None
    label: str


@dataclass(frozen=True)
class Row:
    """One row, which belongs to one round."""

    number: int
    pictures: list[Picture]
    pictures_told: str
    cells: list[Cell]
    points: str  # as counted, or as it would be; empty for later rounds
    told: str
    is_running: bool
    is_counted: bool
    token: Token
    target: Offer[Move] | None


@dataclass(frozen=True)
class Scoreboard:
    """Everything on one seat's scoreboard."""

    seat: Seat
    name: str
    is_mine: bool
    number: int  # the number chip
    rows: list[Row]
    columns: list[Column]
    points: int  # counted so far
    counted: str  # where the points come from
    now: str  # the points that the current round would add if it ended now
    is_full: bool  # no room in the current row
    is_told: bool  # explained in words: the reader's own, or the first one for a spectator


def scoreboard(view: View, scene: Scene, look: Look, seat: Seat) -> Scoreboard:
    """The scoreboard of a seat that is still in."""
    board, is_over = board_of(view, seat), view.outcome is not None
    is_told = seat == (min(view.order) if scene.you not in view.order else scene.you)
    columns = _columns_now(board, view.round, is_told=is_told, is_over=is_over)
    number = view.order.index(seat) + 1
    return Scoreboard(
        seat=seat, name=scene.names[seat], is_mine=seat == scene.you, number=number,
        rows=[_row(view, look, seat, board, row) for row in range(1, view.rounds + 1)],
        columns=columns, points=view.points[seat], counted=_counted(view, seat),
        now="" if is_over else _if_ended_now(board, view.round, number, view.points[seat]),
        is_full=not is_over and scoring.free_square(board, view.round) is None, is_told=is_told,
    )  # fmt: skip


def _counted(view: View, seat: Seat) -> str:
    """The sources of the points so far, which add up to the total (NA-17 to NA-20)."""
    counts = [found for count in view.counts if (found := count.seats[seat]) is not None]
    if not counts:
        return _("No points yet.")
    words = {
        "rows": signed(sum(count.row.points + count.row.penalty for count in counts)),
        "bonuses": sum(count.bonus for count in counts),
        "columns": sum(column.points for count in counts for column in count.columns),
        "points": signed(view.points[seat]),
    }  # fmt: skip
    if any(count.columns for count in counts):
        return _("Rows %(rows)s, number chips %(bonuses)s, columns %(columns)s: %(points)s points.") % words
    return _("Rows %(rows)s, number chips %(bonuses)s: %(points)s points so far.") % words


@told_once
def _if_ended_now(board: Board, round_: int, number: int, points: int) -> str:
    """What the round would add to these points if it ended now, with this number chip (NA-17 to NA-20)."""
    count = scoring.count_seat(board, round_, number)
    words = {
        "row": signed(count.row.points + count.row.penalty), "number": number, "bonus": count.bonus,
        "columns": sum(column.points for column in count.columns),
        "points": signed(points + count.points),
    }  # fmt: skip
    parts = [_("%(row)s for the row") % words, _("%(bonus)d for number chip %(number)d") % words]
    if count.columns:
        parts.append(_("%(columns)d for the columns") % words)
    parts.append(_("%(points)s points in total") % words)
    return listed(parts, "")


def _row(view: View, look: Look, seat: Seat, board: Board, row: int) -> Row:
    count, is_running = _row_now(view, seat, board, row), row == view.round and view.outcome is None
    token = f"r{row}"
    free = scoring.free_square(board, row) if is_running else None
    return Row(
        number=row, pictures=_pictures_of(count, row), pictures_told=_pictures_text(count, row),
        cells=[
            _cell(look, seat, scoring.square_of(index), board[index], is_next=index == free)
            for index in range((row - 1) * COLUMNS, row * COLUMNS)
        ],
        points="" if count is None else signed(count.points + count.penalty),
        told="" if count is None else _row_text(count, is_running=is_running),
        is_running=is_running, is_counted=row <= len(view.counts),
        token=token, target=look.picked.targets.get(token) if seat == view.you else None,
    )  # fmt: skip


def _cell(look: Look, seat: Seat, square: Square, chip: ChipId | None, *, is_next: bool) -> Cell:
    cell = _plain_cell(seat, square, chip, is_next=is_next)
    token, is_new = cell.token, cell.face is not None and cell.token in look.new
    mark, target = look.marks.get(token), look.picked.targets.get(token) if cell.face else None
    if not (is_new or mark or target):
        return cell
    label = _cell_label(cell.face, is_next=is_next, is_new=is_new)
    label = f"{label}, {square_name(square)}" if target else label
    return replace(cell, is_new=is_new, mark=mark, target=target, label=label)


@told_once
def _plain_cell(seat: Seat, square: Square, chip: ChipId | None, *, is_next: bool) -> Cell:
    """A square with nothing new, marked or available."""
    lying, printed = face(chip) if chip else None, scoring.PRINTED.get(square, "")
    return Cell(
        token=square_token(seat, square), column=square[1], face=lying, printed=printed,
        printed_name=SYMBOL_NAMES[printed] if printed else "", is_next=is_next, is_new=False, mark=None, target=None,
        label=_cell_label(lying, is_next=is_next, is_new=False),
    )  # fmt: skip


def _cell_label(lying: Face | None, *, is_next: bool, is_new: bool) -> str:
    """A cell's label. It names the square, because screen readers read a link without its row and column headings."""
    if lying is not None:
        return _("%(chip)s, new") % {"chip": lying.name} if is_new else lying.name
    return _("free, the next chip goes here") if is_next else _("free")


# The points of rows and columns


def is_wild(chip: ChipId | None) -> bool:
    """Whether a chip counts as any symbol."""
    return chip is not None and CHIPS[chip].kind == "wild"


def _row_now(view: View, seat: Seat, board: Board, row: int) -> RowCount | None:
    """The row as it was counted, or as it would be now; None for later rounds."""
    if row <= len(view.counts):
        count = view.counts[row - 1].seats[seat]
        return None if count is None else count.row
    return scoring.count_row(board, row) if row == view.round else None


@told_once
def _pictures_of(count: RowCount | None, row: int) -> list[Picture]:
    """The pictures of a row, and which of them are matched."""
    if count is None:
        symbols = enumerate(scoring.PICTURES[row - 1])
        return [Picture(at, symbol, SYMBOL_NAMES[symbol], False, False) for at, symbol in symbols]
    return [
        Picture(at, match.picture, SYMBOL_NAMES[match.picture], match.chip is not None, is_wild(match.chip))
        for at, match in enumerate(count.matches)
    ]


@told_once
def _pictures_text(count: RowCount | None, row: int) -> str:
    """The pictures of a row in words."""
    pictures = _pictures_of(count, row)
    matched = _("%(symbol)s (matched)")
    told = (matched % {"symbol": one.name} if one.is_matched else one.name for one in pictures)
    return _("Pictures: %(pictures)s") % {"pictures": listed(told, "")}


@told_once
def _row_text(count: RowCount, *, is_running: bool) -> str:
    """The sources of a row's points, and what is missing."""
    missing = [SYMBOL_NAMES[match.picture] for match in count.matches if match.chip is None]
    matched = len(count.matches) - len(missing)
    told = ngettext("%(count)d picture: %(points)d.", "%(count)d pictures: %(points)d.", matched)
    parts = [told % {"count": matched, "points": count.points}]
    wilds = (SYMBOL_NAMES[match.picture] for match in count.matches if is_wild(match.chip))
    parts += [_("Wild as %(symbol)s.") % {"symbol": symbol} for symbol in wilds]
    if count.penalty:
        words = {"count": count.chips, "points": signed(count.penalty)}
        parts.append(_("%(count)d of 4 chips: %(points)s.") % words)
    if missing and is_running:
        parts.append(_("Missing: %(symbols)s.") % {"symbols": listed(missing, "")})
    return " ".join(parts)


@told_once
def _columns_now(board: Board, rows: int, *, is_told: bool, is_over: bool) -> list[Column]:
    """The columns of the rows so far."""
    return [
        Column(
            number=count.column, points=count.points, lines=column_lines(count) if is_told else [],
            gains=_gains(count) if is_told and not is_over else "",
        )
        for count in (scoring.count_column(board, column, rows) for column in range(1, COLUMNS + 1))
    ]  # fmt: skip


def column_lines(count: ColumnCount) -> list[str]:
    """The points of a column, symbol by symbol, and the symbols that its wilds count as."""
    lines = [labelled(f"{line.count} × {SYMBOL_NAMES[line.symbol]}", line.points) for line in count.lines]
    wilds = [_("Wild as %(symbol)s") % {"symbol": SYMBOL_NAMES[wild.symbol]} for wild in count.wilds]
    return lines + wilds


def _gains(count: ColumnCount) -> str:
    """The symbols that would add the most points to this column if there were one more of them."""
    occurs = Counter({line.symbol: line.count for line in count.lines})
    occurs.subtract(wild.symbol for wild in count.wilds)
    without = [occurs[symbol] for symbol in scoring.COUNTABLE]
    gains = [(_gain(count, without, at), symbol) for at, symbol in enumerate(scoring.COUNTABLE)]
    best = sorted((gain for gain in gains if gain[0] > 0), key=lambda gain: -gain[0])[:_GAINS]
    told = (f"{SYMBOL_NAMES[symbol]} +{points}" for points, symbol in best)
    return _("One more: %(gains)s") % {"gains": listed(told, "")} if best else ""


def _gain(count: ColumnCount, without: list[int], at: int) -> int:
    more = (*without[:at], without[at] + 1, *without[at + 1 :])
    points, _added = scoring.best_additions(more, len(count.wilds), count.column)
    return points - count.points
