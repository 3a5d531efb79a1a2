"""Plots ready for drawing: bars with their labels, and the same data as a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

from games.engine.presenter import Text

_WIDTH, _LETTERS = 320, 46  # of the drawing, in its units; letters per line
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
    def width(self) -> int:
        """The width of the drawing."""
        return _WIDTH

    @property
    def summary(self) -> str:
        """The whole plot as one text, for screen readers."""
        return "; ".join(f"{bar.label}: {bar.value}" for bar in self.bars)


def plot_of(  # noqa: PLR0917  # its words, and what is drawn
    name: str,
    heading: Text,
    told: Text,
    counts: Text,
    rows: Iterable[tuple[Text, float, str, int]],
    full: float = 0.0,
) -> Plot | None:
    """Build a plot from rows of label, value, value in words, and sample size; None without rows.

    `full` is the value of a bar of full length; 0 means the largest value.
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
