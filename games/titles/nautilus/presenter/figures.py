"""The amounts that a game of 20,000 Miles under the Sea adds to the statistics of its title."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Facts
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Figure
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.words import SYMBOL_NAMES
from games.titles.nautilus.scoring import SeatCount

_SOURCES = {
    "rows": _("Row pictures"), "columns": _("Columns"), "number": _("Number chips"),
    "penalty": _("Row penalties"),
}  # fmt: skip
_PLACES = {"first": _("The winner"), "others": _("Everyone else")}

FIGURES = (
    Figure("score", _("Points"), "mean", _PLACES.__getitem__, _("Average final score."), is_sorted=False),
    Figure(
        "sources", _("Where points come from"), "mean", _SOURCES.__getitem__,
        _("Average points per player and game. Penalties are subtracted."),
    ),
    Figure(
        "symbols", _("Symbols in columns"), "mean", SYMBOL_NAMES.__getitem__,
        _("Average points for a symbol, per column that has it."),
    ),
    Figure(
        "pictures", _("Complete rows"), "share", str,
        _("How many of a row's four pictures were matched."), is_sorted=False,
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """The points of the seats that stayed, by source."""
    sums = Sums()
    ranks = view.outcome.ranks if view.outcome else ()
    for seat, rank in enumerate(ranks):
        if seat in view.left:
            continue
        sums.add("score", "first" if rank == 1 else "others", view.points[seat])
        rounds = [count for of_round in view.counts if (count := of_round.seats[seat]) is not None]
        for source in _SOURCES:
            sums.add("sources", source, sum(_points(count, source) for count in rounds))
        for count in rounds:
            _round(sums, count)
    return sums.amounts


def _points(count: SeatCount, source: str) -> int:
    match source:
        case "rows":
            return count.row.points
        case "columns":
            return sum(column.points for column in count.columns)
        case "number":
            return count.bonus
        case _penalty:
            return -count.row.penalty


def _round(sums: Sums, count: SeatCount) -> None:
    sums.add("pictures", str(sum(match.chip is not None for match in count.row.matches)))
    for column in count.columns:
        for line in column.lines:
            sums.add("symbols", line.symbol, line.points)
