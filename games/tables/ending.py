"""The ending of a finished table: who won, why, by what, and the ranks. It is the same for all titles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import listed
from games.engine.presenter import Bar, Ending, Names, Presenter, Text
from games.models import Seat, Table
from games.tables.panels import Visit

_LONGEST = 92.0  # percent of the room for bars


@dataclass(frozen=True)
class Part:
    """One part of a seat's bar, in percent of the room for it."""

    label: Text
    amount: int
    x: float
    width: float


@dataclass(frozen=True)
class ResultLine:
    """One seat of the result: its rank, points or how it left, and its bar."""

    seat: Seat
    name: str
    is_mine: bool
    told: str  # points, or how the seat left; may be empty
    parts: tuple[Part, ...] = ()

    @property
    def initials(self) -> str:
        """The first letters of the first two words of the name."""
        return (
            "".join(word[0] for word in self.name.split()[:2] if word[0].isalnum()).upper() or self.name[:1]
        )


@dataclass(frozen=True)
class Result:
    """The contents of the ending."""

    headline: str
    margin: Text  # such as "by 6 points"; may be empty
    lines: tuple[ResultLine, ...]  # best first
    ending: Ending  # from the title; empty if the rules did not end the game

    @property
    def winners(self) -> tuple[ResultLine, ...]:
        """The lines of the first rank; empty if nobody won."""
        return tuple(line for line in self.lines if line.seat.rank == 1)


def result_of(visit: Visit, presenter: Presenter, view: Any) -> Result | None:
    """The result for the reader; None while the game runs or if it has no result.

    `view` is what the reader sees after the rules ended the game. It is None if people ended it earlier: then the
    title adds nothing, and hidden cards stay hidden.
    """
    table, names = visit.table, visit.names
    if not table.is_finished:
        return None
    ranked = sorted(visit.seats, key=lambda seat: (seat.rank or 0, seat.number))
    ending = Ending() if view is None else presenter.ending(view, names)
    parts = _parts(ending.bars)
    lines = tuple(
        ResultLine(
            seat, names[seat.number], seat is visit.mine, _points_text(table, seat, ranked, names),
            parts.get(seat.number, ()),
        )
        for seat in ranked
    )  # fmt: skip
    return Result(_headline(lines), _margin(table, lines) or ending.margin, lines, ending)


def _parts(bars: Sequence[Bar]) -> dict[int, tuple[Part, ...]]:
    """The bars by seat, all on one scale, without empty parts."""
    most = max((sum(abs(amount) for _label, amount in bar.parts) for bar in bars), default=0) or 1
    return {bar.seat: tuple(_placed(bar, _LONGEST / most)) for bar in bars}


def _placed(bar: Bar, unit: float) -> Iterator[Part]:
    x = 0.0
    for label, amount in bar.parts:
        if amount:
            yield Part(label, amount, round(x, 2), round(abs(amount) * unit, 2))
            x += abs(amount) * unit


def _headline(lines: Sequence[ResultLine]) -> str:
    winners = [line for line in lines if line.seat.rank == 1]
    if len(winners) == len(lines) == 2:
        return _("A draw")
    if len(winners) > 1:
        return _("%(names)s share first place") % {"names": listed(line.name for line in winners)}
    if not winners:
        return _("The game is over")
    if winners[0].is_mine:
        return _("You win")
    return _("%(name)s wins") % {"name": winners[0].name}


def _margin(table: Table, lines: Sequence[ResultLine]) -> str:
    """The points between the winner and the next player; empty without points, a single winner or a difference."""
    scores = [line.seat.score for line in lines if not line.seat.has_left]
    if table.reason == "left" or len(scores) < 2 or scores[0] is None or scores[1] is None:
        return ""
    ahead = scores[0] - scores[1]
    return (
        ngettext("by %(count)d point", "by %(count)d points", ahead) % {"count": ahead} if ahead > 0 else ""
    )


def _points_text(table: Table, seat: Seat, ranked: Sequence[Seat], names: Names) -> str:
    """The points of a player who stayed. Leavers show none, because their points would look like a result."""
    if seat.has_left:
        return _leaving_text(table, seat, ranked, names)
    if table.reason == "left":
        return _("stayed to the end")
    if seat.score is None:
        return ""
    points = str(seat.score).replace("-", "−")
    return ngettext("%(num)s point", "%(num)s points", abs(seat.score)) % {"num": points}


def _leaving_text(table: Table, seat: Seat, ranked: Sequence[Seat], names: Names) -> str:
    """When a player left, compared with other leavers. They rank below all others, the latest leaver first."""
    leavers = [other for other in reversed(ranked) if other.has_left]
    if len(leavers) == 1 or table.reason in ("agreed", "decision"):  # people may have chosen other ranks
        return _("left the game")
    place = leavers.index(seat)
    if place == 0:
        return _("left first")
    if place == len(leavers) - 1:
        return _("left last")
    return _("left after %(name)s") % {"name": names[leavers[place - 1].number]}
