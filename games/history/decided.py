"""What decided a game: the seats' estimated winning chances, ply by ply, and the largest changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _

from games.engine.presenter import Names
from games.history.transcript import lines_for
from games.models import Estimates, MoveRecord, Table
from games.tables.packed import packed_before
from games.tables.panels import Visit

Point: TypeAlias = Sequence[int]  # a ply, and each seat's percentage after it

LEAST = 12  # percentage points of change that make a turning point
LEAST_POINTS = 3  # minimum for a curve
SHOWN = 3  # turning points, at most
WIDTH, HEIGHT = 600, 220  # of the picture, in its own units


@dataclass(frozen=True)
class Curve:
    """The curve of one seat in the picture."""

    seat: int
    name: str
    line: str  # SVG points
    end: tuple[int, int]  # its last point


@dataclass(frozen=True)
class Turning:
    """A ply, or a few plies in a long game, that changed a seat's chances considerably."""

    since: int  # the ply of the previous estimate
    ply: int
    name: str
    before: int  # percent
    after: int
    text: str  # what the last of these plies did


@dataclass(frozen=True)
class Decided:
    """The contents of the panel."""

    is_awaited: bool  # the estimates are still being made
    is_given_up: bool  # estimates are missing and will not be made
    curves: tuple[Curve, ...]
    turnings: tuple[Turning, ...]  # in order of plies
    points: tuple[Point, ...]  # none before all are there
    names: Names

    @property
    def moment(self) -> Turning | None:
        """The turning point with the largest change; None without one."""
        return max(self.turnings, key=lambda turning: abs(turning.after - turning.before), default=None)


def decided_panel(visit: Visit) -> Decided | None:
    """The panel of a finished table; without points before its estimates are made."""
    table = visit.table
    if not table.is_finished or not table.has_open_secrets:
        return None
    found = Estimates.objects.filter(table=table).first()
    is_awaited = found is not None and found.due_at is not None
    points = [] if found is None or is_awaited else [each for each in found.points if each[0] < table.ply]
    if len(points) < LEAST_POINTS:
        points = []
    turnings = turnings_in(points)
    told = _public_lines(table, [points[at][0] for at, _seat in turnings], visit.names)
    return Decided(
        is_awaited=is_awaited, is_given_up=found is not None and found.is_given_up,
        curves=tuple(_curve(points, seat, name) for seat, name in enumerate(visit.names)) if points else (),
        turnings=tuple(_turning(points, at, seat, visit.names, told) for at, seat in turnings),
        points=tuple(points), names=visit.names,
    )  # fmt: skip


def turnings_in(points: Sequence[Point]) -> list[tuple[int, int]]:
    """The points with the largest changes since the previous point, with the seat that changed, in order."""
    found = []
    for at in range(1, len(points)):
        change, seat = max(
            (abs(points[at][seat] - points[at - 1][seat]), -seat) for seat in range(1, len(points[0]))
        )
        if change >= LEAST:
            found.append((change, at, -seat - 1))
    best = sorted(found, key=lambda each: (-each[0], each[1]))[:SHOWN]
    return sorted((at, seat) for _change, at, seat in best)


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


def _public_lines(table: Table, plies: Iterable[int], names: Names) -> dict[int, str]:
    """The log lines of these plies, as everybody may read them now."""
    lines = [
        line for record in _records(table, list(plies)) for line in lines_for(table, [record], None, names)
    ]
    return {line.ply: str(line.text or _("A move")) for line in lines}


def _records(table: Table, plies: list[int]) -> list[MoveRecord]:
    if table.is_packed:
        return [each for ply in plies for each in packed_before(table, ply + 1, 1)]
    return list(MoveRecord.objects.filter(table=table, ply__in=plies).defer("kept", "move"))
