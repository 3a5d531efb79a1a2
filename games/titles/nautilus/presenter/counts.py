"""The count at a round's end, line by line (NA-17 to NA-20)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.presenter import Names
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.standing import column_lines, is_wild
from games.titles.nautilus.presenter.words import SYMBOL_NAMES, signed
from games.titles.nautilus.scoring import ColumnCount, Match, RoundCount, RowCount, SeatCount

__all__ = ["Item", "Line", "Part", "counts_of"]


@dataclass(frozen=True)
class Item:
    """A line below the points: words, or drawings between words, and then all of it in words."""

    before: str
    icons: tuple[str, ...] = ()
    after: str = ""
    label: str = ""


@dataclass(frozen=True)
class Part:
    """What one seat got for one thing, and out of what."""

    points: str
    items: list[Item]


@dataclass(frozen=True)
class Line:
    """One thing that is counted, for all seats."""

    label: str
    parts: list[Part]
    is_sum: bool = False


def counts_of(view: View, names: Names) -> list[dict[str, Any]]:
    """All counts so far, the latest first."""
    return [_count(count, names) for count in reversed(view.counts)]


def _count(count: RoundCount, names: Names) -> dict[str, Any]:
    """A seat that left before has no entry, one that left since keeps its own."""
    seats = [(names[seat], found) for seat, found in enumerate(count.seats) if found is not None]
    return {
        "round": count.round,
        "names": [name for name, _found in seats],
        "lines": _lines([found for _name, found in seats]),
    }


def _lines(seats: list[SeatCount]) -> list[Line]:
    lines = [
        Line(_("Pictures"), [_pictures(seat.row) for seat in seats]),
        Line(_("Row not full"), [_penalty(seat.row) for seat in seats]),
        Line(_("Number chip"), [_bonus(seat) for seat in seats]),
    ]
    columns = zip(*(seat.columns for seat in seats), strict=True)
    lines += [_column(number, list(counts)) for number, counts in enumerate(columns, 1)]
    return [*lines, Line(_("In all"), [Part(signed(seat.points), []) for seat in seats], is_sum=True)]


def _pictures(row: RowCount) -> Part:
    return Part(signed(row.points), [_picture(match) for match in row.matches if match.chip is not None])


def _picture(match: Match) -> Item:
    if is_wild(match.chip):
        label = _("Wild as %(symbol)s") % {"symbol": SYMBOL_NAMES[match.picture]}
        return Item("", ("wild", match.picture), "", label)
    return Item("", (match.picture,), "", str(SYMBOL_NAMES[match.picture]))


def _penalty(row: RowCount) -> Part:
    return Part(
        signed(row.penalty), [Item(_("%(count)d of 4") % {"count": row.chips})] if row.penalty else []
    )


def _bonus(seat: SeatCount) -> Part:
    return Part(signed(seat.bonus), [Item(_("chip %(number)d") % {"number": seat.number})])


def _column(number: int, counts: list[ColumnCount]) -> Line:
    parts = [Part(signed(count.points), _column_items(count)) for count in counts]
    return Line(_("Column %(number)d") % {"number": number}, parts)


def _column_items(count: ColumnCount) -> list[Item]:
    """What gave points; and what the wilds were."""
    told = column_lines(count)
    lines = [
        Item(f"{line.count}×", (line.symbol,), str(line.points), words)
        for line, words in zip(count.lines, told, strict=False)
        if line.points
    ]
    wilds = zip(count.wilds, told[len(count.lines) :], strict=True)
    return lines + [Item("", ("wild", wild.symbol), "", words) for wild, words in wilds]
