"""What decided a game: what a captain on each seat expected, ply by ply, and where that changed most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from games.engine.presenter import Names
from games.errors import RulesMissing
from games.history.bare_log import bare_lines
from games.models import Estimates, MoveRecord, Table
from games.tables.log import lines_of
from games.tables.packed import packed_before
from games.tables.panels import Visit
from games.tables.table_rules import state_at

__all__ = ["Curve", "Decided", "Turning", "decided_panel", "turnings_in"]

Point: TypeAlias = Sequence[int]  # a ply, and the percent of each seat after it

LEAST = 12  # percent, by which an expectation has to change to count as a turning point
LEAST_POINTS = 3  # that make a curve
SHOWN = 3  # turning points, at most
WIDTH, HEIGHT = 600, 220  # of the curves, in the units of the picture


@dataclass(frozen=True)
class Curve:
    """The line of one seat in the picture."""

    seat: int
    name: str
    line: str  # as SVG writes points
    end: tuple[int, int]  # where it ends


@dataclass(frozen=True)
class Turning:
    """A ply, or a few of them in a long game, by which what a seat could expect changed much."""

    since: int  # the ply that was judged before
    ply: int
    name: str
    before: int  # percent
    after: int
    text: str  # what the last of these plies did


@dataclass(frozen=True)
class Decided:
    """Everything that is shown of it."""

    is_whole: bool  # every ply was judged
    is_given_up: bool  # some were not, and none is to come
    curves: tuple[Curve, ...]
    turnings: tuple[Turning, ...]  # in their order
    points: tuple[Point, ...]
    names: Names


def decided_panel(visit: Visit) -> Decided | None:
    """For everybody who may see the table, once it is over; None as long as there are too few estimates to tell.

    Where there will never be enough of them it has no points.
    """
    table = visit.table
    if not table.is_finished or not table.has_open_secrets:
        return None
    found = Estimates.objects.filter(table=table).first()
    points = [] if found is None else [each for each in found.points if each[0] < table.ply]
    if found is not None and found.is_given_up and len(points) < LEAST_POINTS:
        return Decided(False, True, (), (), (), visit.names)
    if found is None or len(points) < LEAST_POINTS:
        return None
    turnings = turnings_in(points)
    told = _told(table, [points[at][0] for at, _seat in turnings], visit.names)
    return Decided(
        is_whole=found.due_at is None and not found.is_given_up, is_given_up=found.is_given_up,
        curves=tuple(_curve(points, seat, name) for seat, name in enumerate(visit.names)),
        turnings=tuple(_turning(points, at, seat, visit.names, told) for at, seat in turnings),
        points=tuple(points), names=visit.names,
    )  # fmt: skip


def turnings_in(points: Sequence[Point]) -> list[tuple[int, int]]:
    """The points at which an expectation had changed most since the one before, and whose; in their order."""
    found = []
    for at in range(1, len(points)):
        change, seat = max((abs(points[at][seat] - points[at - 1][seat]), -seat) for seat in _seats(points))
        if change >= LEAST:
            found.append((change, at, -seat - 1))
    best = sorted(found, key=lambda each: (-each[0], each[1]))[:SHOWN]
    return sorted((at, seat) for _change, at, seat in best)


def _seats(points: Sequence[Point]) -> range:
    """The places of the seats in a point."""
    return range(1, len(points[0]))


def _turning(points: Sequence[Point], at: int, seat: int, names: Names, told: dict[int, str]) -> Turning:
    before, after = points[at - 1], points[at]
    ply = after[0]
    return Turning(before[0], ply, names[seat], before[seat + 1], after[seat + 1], told.get(ply, ""))


def _curve(points: Sequence[Point], seat: int, name: str) -> Curve:
    first, last = points[0][0], points[-1][0]
    places = [
        (round(WIDTH * (each[0] - first) / (last - first)), round(HEIGHT * (100 - each[seat + 1]) / 100))
        for each in points
    ]
    return Curve(seat, name, " ".join(f"{x},{y}" for x, y in places), places[-1])


def _told(table: Table, plies: Iterable[int], names: Names) -> dict[int, str]:
    """The lines of the log of these plies, as everybody may read them now."""
    lines: list[Any] = []
    for record in _records(table, list(plies)):
        try:
            lines += lines_of(table, [record], state_at(table), None, names)
        except RulesMissing:
            lines += bare_lines(table, [record], names)
    return {line.ply: str(line.text or _("A move")) for line in lines}


def _records(table: Table, plies: list[int]) -> list[MoveRecord]:
    if table.is_packed:
        return [each for ply in plies for each in packed_before(table, ply + 1, 1)]
    return list(MoveRecord.objects.filter(table=table, ply__in=plies).defer("kept", "move"))
