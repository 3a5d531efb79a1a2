"""The trail of the submarine: a line through the places where steps ended, each with the seat that steered there.

It shows the steps since the reader last acted, or else the latest ply of each seat, so every reader sees a trail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.contract import Facts, Seat
from games.engine.presenter import Scene
from games.titles.nautilus.ocean import DOTS, Place, Submarine, way

_MOST = 6  # steps shown; earlier ones are in the log


@dataclass(frozen=True)
class Stop:
    """The latest step that ended at a place."""

    seat: Seat
    name: str
    is_last: bool  # the latest of all


@dataclass(frozen=True)
class Trail:
    """The places of the trail in order, beginning with its start, and the stops by place."""

    places: tuple[Place, ...] = ()
    stops: tuple[tuple[Place, Stop], ...] = ()


def trail_of(scene: Scene) -> Trail:
    """The trail for a reader; empty if nobody has steered lately."""
    steps = list(_steps(scene))[-_MOST:]
    if not steps:
        return Trail()
    ends = [_place(facts) for facts in steps]
    stops = {
        end: Stop(facts["seat"], scene.names[facts["seat"]], facts is steps[-1])
        for end, facts in zip(ends, steps, strict=True)
    }
    return Trail((_start(steps[0]), *ends), tuple(stops.items()))


def _steps(scene: Scene) -> Iterator[Facts]:
    """The steps shown, in order."""
    since = [facts for kind, facts in scene.since if kind == "steered"]
    yield from since or _latest(scene.latest)


def _latest(latest: Sequence[tuple[Seat, tuple[tuple[str, Facts], ...]]]) -> Iterator[Facts]:
    for _seat, events in reversed(latest):
        yield from (facts for kind, facts in events if kind == "steered")


def _place(facts: Facts) -> Place:
    arm, depth = facts["place"]
    return arm, depth


def _start(facts: Facts) -> Place:
    """The place where a step began, found by making the step in reverse."""
    submarine = Submarine(facts["heading"], facts["depth"], facts["rotation"])
    return DOTS[way(submarine, facts["axis"], -facts["step"]).place].place
