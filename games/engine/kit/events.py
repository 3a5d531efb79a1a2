"""Marks that a game's events leave on its board, and amounts that they add to its title's statistics.

    marks = marks_of(scene, lambda kind, facts: [tuple(facts["cell"])] if kind == "played" else [])
    marks.get((0, 1))          # Mark(seat=2, name="Benno", is_last=True), or None

The events are those of the log, as far as the reader may know them. A template draws a mark with `ply_mark` from
`partials/marks.html`.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from games.engine.contract import Facts, Seat
from games.engine.presenter import Amounts, Scene

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True)
class Mark:
    """The mark that a seat's latest ply leaves on a place."""

    seat: Seat
    name: str
    is_last: bool  # whether it was the latest ply of all seats


def marks_of(scene: Scene, touched: Callable[[str, Facts], Iterable[P]]) -> dict[P, Mark]:
    """Marks by place; if several seats touched one, the latest counts. `touched` returns an event's places."""
    found: dict[P, Mark] = {}
    for at, (seat, events) in enumerate(scene.latest):
        for kind, facts in events:
            for place in touched(kind, facts):
                found.setdefault(place, Mark(seat, scene.names[seat], at == 0))
    return found


class Sums:
    """A running total of amounts."""

    def __init__(self) -> None:
        self._amounts: dict[tuple[str, str], tuple[int, int]] = {}

    def add(self, group: str, key: str, total: int = 0, *, times: int = 1) -> None:
        """Add `times` to the count of a key in a group, and `total` to its total."""
        often, before = self._amounts.get((group, key), (0, 0))
        self._amounts[group, key] = (often + times, before + total)

    @property
    def amounts(self) -> Amounts:
        """All amounts so far."""
        return self._amounts
