"""The end of a voyage: all points line by line, with running totals (NA-17 to NA-21)."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Count, Ending, Names, Reckoning
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.words import chip_name, signed, spot_name
from games.titles.nautilus.scoring import RoundCount, SeatCount


def ending(view: View, names: Names) -> Ending:
    """The contents of the result box."""
    return Ending(_cause(view, names), _reckoning(view, names), _hidden(view))


def _cause(view: View, names: Names) -> str:
    """The number chips, if they broke a tie for the first place."""
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
        yield _("Columns after round %(round)d") % words, [_columns(one) for one in found]


def _columns(count: SeatCount) -> int:
    return sum(column.points for column in count.columns)


def _hidden(view: View) -> tuple[tuple[str, str], ...]:
    """The chips that were still face down in the ocean."""
    chips = [
        f"{spot_name(spot.place)} {chip_name(spot.lying.chip)}"
        for spot in view.ocean
        if spot.lying is not None and spot.lying.chip is not None and not spot.lying.up
    ]
    return ((_("Face down in the ocean"), listed(chips, "")),) if chips else ()
