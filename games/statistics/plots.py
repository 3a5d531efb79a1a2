"""Plots as they are drawn: bars with their words, and the same as a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

from games.engine.presenter import Text

__all__ = ["Bar", "Plot", "plot_of"]

_WIDTH, _LETTERS = 320, 46  # of the drawing, and letters of a line
_LINE, _BAR, _GAP = 16, 12, 12  # heights
_ROOM = 64  # beside the longest bar, for its value


@dataclass(frozen=True)
class Bar:
    """One bar; lengths are units of the drawing."""

    label: str
    lines: tuple[str, ...]  # the label, broken where it is long
    value: str  # "42%", or "12.5"
    of: str  # how many were counted
    y: int  # of the first line of the label
    length: int

    @property
    def base(self) -> int:
        """Where the bar begins, from above."""
        return self.y + _LINE * (len(self.lines) - 1) + 6


@dataclass(frozen=True)
class Plot:
    """One plot."""

    name: str  # for ids
    heading: Text
    told: Text  # what is counted
    bars: tuple[Bar, ...]
    counts: Text  # what the last column of the table is

    @property
    def height(self) -> int:
        """Of the drawing."""
        last = self.bars[-1]
        return last.base + _BAR + _GAP // 2

    @property
    def width(self) -> int:
        """Of the drawing."""
        return _WIDTH

    @property
    def summary(self) -> str:
        """The whole plot in one text, for who cannot see it."""
        return "; ".join(f"{bar.label}: {bar.value}" for bar in self.bars)


def plot_of(  # noqa: PLR0917  # its words, and what is drawn
    name: str,
    heading: Text,
    told: Text,
    counts: Text,
    rows: Iterable[tuple[Text, float, str, int]],
    full: float = 0.0,
) -> Plot | None:
    """A plot of rows of label, measure, the measure in words, and how many were counted; None without rows.

    `full` is the measure of a bar that goes all the way; 0: the greatest of the rows.
    """
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
