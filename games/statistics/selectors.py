"""A title's statistics, computed from stored sums of its finished games. No game is loaded."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.engine.kit import labelled
from games.engine.presenter import Amounts, Figure, Presenter, Text
from games.ledger.sums import TOGETHER
from games.models import TitleCount
from games.presenters import PRESENTERS
from games.tables.counting import DAYS, LENGTH, REASONS, SEATS, SPANS, WINS

ENOUGH = TOGETHER  # private games; fewer could reveal a single game
_MOST = 12  # bars in a plot
_GAMES = pgettext_lazy("that were played", "Games")
_AGREED = {
    "agreed": gettext_lazy("The players called it off."),
    "decision": gettext_lazy("A moderator called it off."),
}
_Audience = TitleCount.Audience
_Row: TypeAlias = tuple[Text, float, str, int]  # label, value, value in words, sample size


_WIDTH, _LETTERS = 320, 46  # of the drawing, in its units, as in the template; letters per line
_LINE, _BAR, _GAP = 16, 12, 12  # heights, in units of the drawing
_ROOM = 64  # space for the value beside the longest bar


@dataclass(frozen=True)
class Bar:
    """A bar; lengths are in units of the drawing."""

    label: str
    lines: tuple[str, ...]  # the label, wrapped
    value: str  # "42%", or "12.5"
    of: str  # sample size
    y: int  # y of the first line of the label
    length: int

    @property
    def base(self) -> int:
        """The y of the bar's top edge."""
        return self.y + _LINE * (len(self.lines) - 1) + 6


@dataclass(frozen=True)
class Plot:
    """A plot with its heading and bars."""

    name: str  # for ids
    heading: Text
    told: Text  # explanation of the measure
    bars: tuple[Bar, ...]
    counts: Text  # heading of the table's last column

    @property
    def height(self) -> int:
        """The height of the drawing."""
        last = self.bars[-1]
        return last.base + _BAR + _GAP // 2

    @property
    def summary(self) -> str:
        """The whole plot as one text, for screen readers."""
        return _("; ").join(labelled(bar.label, bar.value) for bar in self.bars)


def plot_of(  # noqa: PLR0917  # its words, and what is drawn
    name: str,
    heading: Text,
    told: Text,
    counts: Text,
    rows: Iterable[_Row],
    full: float = 0.0,
) -> Plot | None:
    """A plot of rows; None without rows. `full` is the value of a bar of full length; 0 means the largest value."""
    given = list(rows)
    if not given:
        return None
    most = full or max(measure for _label, measure, _value, _of in given) or 1
    bars, y = list[Bar](), _LINE - 2
    for label, measure, value, of in given:
        lines = tuple(wrap(str(label), _LETTERS)) or ("",)
        length = round((_WIDTH - _ROOM) * max(0.0, measure) / most)
        bars.append(Bar(str(label), lines, value, str(of), y, length))
        y = bars[-1].base + _BAR + _GAP + _LINE - 6
    return Plot(name, heading, told, tuple(bars), counts)


@dataclass(frozen=True)
class Statistics:
    """Everything on a title's statistics page."""

    games: int  # games between people only
    with_bots: int
    days: str  # average duration of a game; empty if no game is counted
    plies: str
    plots: tuple[Plot, ...]


def statistics_of(title: str) -> Statistics:
    """A title's statistics, in one query."""
    amounts, with_bots = _amounts(title)
    of_seats = _group(amounts, SEATS)
    games = sum(times for times, _total in of_seats.values())
    presenter = PRESENTERS[title]
    own = [_own(figure, number, amounts) for number, figure in enumerate(presenter.figures)]
    plots = [*_usual_plots(presenter, amounts), *own]
    return Statistics(
        games, with_bots,
        days=_mean(_group(amounts, DAYS).values(), 24) if games else "",
        plies=_mean(_group(amounts, LENGTH).values(), 1) if games else "",
        plots=tuple(plot for plot in plots if plot is not None),
    )  # fmt: skip


def _amounts(title: str) -> tuple[Amounts, int]:
    """All sums that may be shown, and the number of games with bots."""
    by_audience = defaultdict[str, dict[tuple[str, str], tuple[int, int]]](dict)
    for row in TitleCount.objects.filter(title=title):
        by_audience[row.audience][row.group, row.key] = (row.times, row.total)
    private = by_audience[_Audience.PRIVATE]
    shown = dict(by_audience[_Audience.PUBLIC])
    if _games(private) >= ENOUGH:
        for name, (times, total) in private.items():
            often, before = shown.get(name, (0, 0))
            shown[name] = (often + times, before + total)
    return shown, _games(by_audience[_Audience.BOTS])


def _games(amounts: Amounts) -> int:
    return sum(times for times, _total in _group(amounts, SEATS).values())


def _group(amounts: Amounts, group: str) -> dict[str, tuple[int, int]]:
    """A group's amounts by key, without those that are zero again."""
    return {key: amount for (name, key), amount in sorted(amounts.items()) if name == group and amount[0] > 0}


def _mean(amounts: Iterable[tuple[int, int]], unit: int) -> str:
    times, total = (sum(each) for each in zip(*amounts, strict=True))
    return number_format(total / times / unit, 1) if times else ""


def _usual_plots(presenter: Presenter, amounts: Amounts) -> list[Plot | None]:
    """The plots that every title has."""
    of_seats, ends = _group(amounts, SEATS), _group(amounts, REASONS)
    reasons = sorted(_shares(ends, lambda key: _reason(presenter, key)), key=_longest)
    return [
        *(_by_players(amounts) if len(of_seats) > 1 else ()),
        plot_of("spans", _("How long a game takes"), _("From the first move to the last."), _GAMES,
                _shares(_group(amounts, SPANS), _shown_range)),
        plot_of("reasons", _("How games end"), _("What ended the game."), _GAMES, reasons),
        *(_wins(amounts, seats) for seats in of_seats),
    ]  # fmt: skip


def _by_players(amounts: Amounts) -> list[Plot | None]:
    """Plots by number of players, for titles that were played with different numbers."""
    return [
        plot_of("seats", pgettext("how many", "Players"), _("The number of players in a game."), _GAMES,
                _shares(_group(amounts, SEATS), _players)),
        plot_of("days", _("Days by number of players"), _("The average length of a game, in days."), _GAMES,
                _means(_group(amounts, DAYS), _players, 24)),
        plot_of("plies", _("Moves by number of players"), _("The average number of moves in a game."), _GAMES,
                _means(_group(amounts, LENGTH), _players, 1)),
    ]  # fmt: skip


def _wins(amounts: Amounts, seats: str) -> Plot | None:
    """How often each seat won, for this number of players. A shared first place counts as a win."""
    heading = ngettext("Wins by seat, %(num)s player", "Wins by seat, %(num)s players", int(seats)) % {
        "num": seats
    }
    rows = _rates(
        _group(amounts, WINS.format(seats)), lambda key: _("Seat %(number)d") % {"number": int(key) + 1}
    )
    told = _("The share of games that each seat won, alone or tied.")
    return plot_of(f"wins-{seats}", heading, told, _GAMES, rows, 1)


def _own(figure: Figure, number: int, amounts: Amounts) -> Plot | None:
    """A plot that is specific to the title."""
    found = {key: each for key, each in _group(amounts, figure.group).items() if each[0] >= figure.least}
    match figure.of:
        case "share":
            rows = _shares(found, figure.label)
        case "rate":
            rows = _rates(found, figure.label)
        case "mean":
            rows = _means(found, figure.label, 1)
    chosen = sorted(rows, key=_longest) if figure.is_sorted else rows
    full = 1 if figure.of == "rate" else 0
    return plot_of(f"own-{number}", figure.heading, figure.told, _("Count"), chosen[:_MOST], full)


def _longest(row: _Row) -> tuple[float, int]:
    return (-row[1], -row[3])


def _shares(found: Mapping[str, tuple[int, int]], label: Callable[[str], Text]) -> list[_Row]:
    all_of_them = sum(times for times, _total in found.values())
    return [_row(label, key, times / all_of_them, times) for key, (times, _total) in found.items()]


def _rates(found: Mapping[str, tuple[int, int]], label: Callable[[str], Text]) -> list[_Row]:
    return [_row(label, key, total / times, times) for key, (times, total) in found.items()]


def _row(label: Callable[[str], Text], key: str, share: float, times: int) -> _Row:
    return label(key), share, f"{round(100 * share)}%", times


def _means(found: Mapping[str, tuple[int, int]], label: Callable[[str], Text], unit: int) -> list[_Row]:
    return [
        (label(key), total / times / unit, number_format(total / times / unit, 1), times)
        for key, (times, total) in found.items()
    ]


def _players(key: str) -> str:
    return ngettext("%(num)s player", "%(num)s players", int(key)) % {"num": key}


def _shown_range(key: str) -> str:
    words = (
        _("Less than a day"), _("One to three days"), _("Three days to a week"), _("One to two weeks"),
        _("Two weeks to a month"), _("More than a month"),
    )  # fmt: skip
    return words[int(key)]


def _reason(presenter: Presenter, key: str) -> Text:
    return presenter.reasons.get(key) or _AGREED.get(key, key)
