"""The end of a voyage: all points line by line, with running totals (NA-17 to NA-21); and the title's statistics."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Facts, Seat
from games.engine.kit import listed
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Bar, Count, Ending, Figure, Names, Reckoning
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.words import SYMBOL_NAMES, chip_name, signed, spot_name
from games.titles.nautilus.scoring import RoundCount, SeatCount


def ending(view: View, names: Names) -> Ending:
    """The contents of the ending screen."""
    return Ending(
        _cause(view, names), bars=_bars(view), reckoning=_reckoning(view, names), hidden=_hidden(view)
    )


def _bars(view: View) -> tuple[Bar, ...]:
    """The points of each seat over all rounds."""
    counts = {
        seat: [one for count in view.counts if (one := count.seats[seat])] for seat in sorted(view.order)
    }
    return tuple(
        Bar(seat, (
            (_("Pictures"), sum(one.row.points for one in found)),
            (_("Columns"), sum(_points(one, "columns") for one in found)),
            (_("Number chips"), sum(one.bonus for one in found)),
            (_("Rows not full"), sum(one.row.penalty for one in found)),
        ))
        for seat, found in counts.items() if found
    )  # fmt: skip


def _cause(view: View, names: Names) -> str:
    """A sentence about the number chips, if they broke a tie for first place."""
    if view.outcome is None or view.outcome.reason != "final-count":
        return ""
    best = max(view.points[seat] for seat in view.order)
    tied = [seat for seat in view.order if view.points[seat] == best]
    if len(tied) == 1:
        return ""
    words = {"points": best, "winner": names[tied[0]]}
    return _("Several players had %(points)d points. %(winner)s wins with the lowest number chip.") % words


def _reckoning(view: View, names: Names) -> Reckoning | None:
    """Every line of every count. Seats that left have no points and no column."""
    seats = sorted(view.order)
    lines = [line for count in view.counts for line in _lines(count, seats)]
    if not lines:
        return None
    totals = [list(accumulate(points)) for points in zip(*(points for _label, points in lines), strict=True)]
    counts = [
        Count(label, tuple(map(signed, points)), tuple(total[place] for total in totals))
        for place, (label, points) in enumerate(lines)
    ]
    in_all = Count(_("Total"), tuple(view.points[seat] for seat in seats), is_sum=True)
    return Reckoning(_("Score"), tuple(names[seat] for seat in seats), (*counts, in_all))


def _lines(count: RoundCount, seats: Sequence[Seat]) -> Iterator[tuple[str, list[int]]]:
    found = [one for seat in seats if (one := count.seats[seat]) is not None]
    words = {"round": count.round}
    yield _("Row %(round)d: pictures") % words, [one.row.points for one in found]
    yield _("Row %(round)d: not full") % words, [one.row.penalty for one in found]
    yield _("Round %(round)d: number chip") % words, [one.bonus for one in found]
    if any(one.columns for one in found):
        yield _("Columns after round %(round)d") % words, [_points(one, "columns") for one in found]


def _hidden(view: View) -> tuple[tuple[str, str], ...]:
    """The chips that were still face down in the ocean."""
    chips = [
        f"{spot_name(spot.place)} {chip_name(spot.lying.chip)}"
        for spot in view.ocean
        if spot.lying is not None and spot.lying.chip is not None and not spot.lying.up
    ]
    return ((_("Face down in the ocean"), listed(chips, "")),) if chips else ()


# Statistics

_SOURCES = {
    "rows": gettext_lazy("Row pictures"), "columns": gettext_lazy("Columns"), "number": gettext_lazy("Number chips"),
    "penalty": gettext_lazy("Row penalties"),
}  # fmt: skip
_PLACES = {"first": gettext_lazy("The winner"), "others": gettext_lazy("Everyone else")}

FIGURES = (
    Figure(
        "score", gettext_lazy("Points"), "mean", _PLACES.__getitem__, gettext_lazy("Average final score."),
        is_sorted=False,
    ),
    Figure(
        "sources", gettext_lazy("Where points come from"), "mean", _SOURCES.__getitem__,
        gettext_lazy("Average points per player and game. Penalties are subtracted."),
    ),
    Figure(
        "symbols", gettext_lazy("Symbols in columns"), "mean", SYMBOL_NAMES.__getitem__,
        gettext_lazy("Average points for a symbol, per column that has it."),
    ),
    Figure(
        "pictures", gettext_lazy("Complete rows"), "share", str,
        gettext_lazy("How many of a row's four pictures were matched."), is_sorted=False,
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
            sums.add("pictures", str(sum(match.chip is not None for match in count.row.matches)))
            for line in (line for column in count.columns for line in column.lines):
                sums.add("symbols", line.symbol, line.points)
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
