"""What a row and a column of a scoreboard count now, what is missing in them, and why (NA-17, NA-20)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.presenter import Text
from games.titles.nautilus import scoring
from games.titles.nautilus.boards import COLUMNS, Board
from games.titles.nautilus.chips import CHIPS, ChipId
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.words import SYMBOL_NAMES, join, signed
from games.titles.nautilus.scoring import COUNTABLE, ColumnCount, RowCount

__all__ = [
    "Column",
    "Picture",
    "column_lines",
    "columns_now",
    "is_wild",
    "pictures_of",
    "pictures_told",
    "row_now",
    "row_told",
]

_GAINS = 3  # symbols told of which one more would help most


@dataclass(frozen=True)
class Picture:
    """A picture of a row."""

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
    gains: str  # what would help most; empty if nothing more comes


def is_wild(chip: ChipId | None) -> bool:
    """Whether a chip counts as any symbol."""
    return chip is not None and CHIPS[chip].kind == "wild"


def row_now(view: View, seat: Seat, board: Board, row: int) -> RowCount | None:
    """The row as it was counted, or as it would be now; None for rounds to come."""
    if row <= len(view.counts):
        count = view.counts[row - 1].seats[seat]
        return None if count is None else count.row
    return scoring.count_row(board, row) if row == view.round else None


def pictures_of(count: RowCount | None, row: int) -> list[Picture]:
    """The pictures of a row, and which of them are matched."""
    if count is None:
        return [Picture(symbol, SYMBOL_NAMES[symbol], False, False) for symbol in scoring.PICTURES[row - 1]]
    return [
        Picture(match.picture, SYMBOL_NAMES[match.picture], match.chip is not None, is_wild(match.chip))
        for match in count.matches
    ]


def pictures_told(pictures: list[Picture]) -> str:
    """The pictures of a row in words."""
    told = (
        _("%(symbol)s (matched)") % {"symbol": one.name} if one.is_matched else one.name for one in pictures
    )
    return _("Pictures: %(pictures)s") % {"pictures": join(told)}


def row_told(count: RowCount, *, is_running: bool) -> str:
    """How the points of a row come about, and what is missing."""
    missing = [SYMBOL_NAMES[match.picture] for match in count.matches if match.chip is None]
    matched = len(count.matches) - len(missing)
    told = ngettext("%(count)d picture: %(points)d.", "%(count)d pictures: %(points)d.", matched)
    parts = [told % {"count": matched, "points": count.points}]
    wilds = (SYMBOL_NAMES[match.picture] for match in count.matches if is_wild(match.chip))
    parts += [_("Wild as %(symbol)s.") % {"symbol": symbol} for symbol in wilds]
    if count.penalty:
        parts.append(
            _("%(count)d of 4 chips: %(points)s.") % {"count": count.chips, "points": signed(count.penalty)}
        )
    if missing and is_running:
        parts.append(_("Missing: %(symbols)s.") % {"symbols": join(missing)})
    return " ".join(parts)


def columns_now(board: Board, rows: int, *, is_over: bool) -> list[Column]:
    """The columns of the rows so far."""
    counts = [scoring.count_column(board, column, rows) for column in range(1, COLUMNS + 1)]
    return [
        Column(count.column, count.points, column_lines(count), "" if is_over else _gains(count))
        for count in counts
    ]


def column_lines(count: ColumnCount) -> list[str]:
    """What a column counts, symbol by symbol, and what its wilds count as."""
    lines = [
        _("%(count)d × %(symbol)s: %(points)d")
        % {"count": line.count, "symbol": SYMBOL_NAMES[line.symbol], "points": line.points}
        for line in count.lines
    ]
    wilds = [_("Wild as %(symbol)s") % {"symbol": SYMBOL_NAMES[wild.symbol]} for wild in count.wilds]
    return lines + wilds


def _gains(count: ColumnCount) -> str:
    """The symbols of which one more in this column would help most."""
    without = [_without_wilds(count, symbol) for symbol in COUNTABLE]
    gains = [(_gain(count, without, at), symbol) for at, symbol in enumerate(COUNTABLE)]
    best = sorted((gain for gain in gains if gain[0] > 0), key=lambda gain: -gain[0])[:_GAINS]
    if not best:
        return ""
    told = (
        _("%(symbol)s +%(points)d") % {"symbol": SYMBOL_NAMES[symbol], "points": points}
        for points, symbol in best
    )
    return _("One more: %(gains)s") % {"gains": join(told)}


def _without_wilds(count: ColumnCount, symbol: str) -> int:
    occurs = sum(line.count for line in count.lines if line.symbol == symbol)
    return occurs - sum(wild.symbol == symbol for wild in count.wilds)


def _gain(count: ColumnCount, without: list[int], at: int) -> int:
    more = (*without[:at], without[at] + 1, *without[at + 1 :])
    points, _added = scoring.best_additions(more, len(count.wilds), count.column)
    return points - count.points
