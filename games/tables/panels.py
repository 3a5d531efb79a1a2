"""What other subjects add to the page of a table.

The page of a table shows clocks, talk, notes and decisions, of which this package knows nothing. Each of those subjects
offers a function that tells one reader's part of it; `games.web.panels` registers the functions when the site starts.
So no subject imports the ones above it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from games.engine.presenter import Names
from games.models import Seat, Table

__all__ = ["Panel", "Place", "Visit", "panels_at", "register"]


class Place(Enum):
    """Where a panel stands."""

    OPEN = "open"  # on the page of a table that has not started
    BOARD = "board"  # in the part of the page that is fetched again after every move
    AROUND = "around"  # around that part: what a move of somebody else must not disturb


@dataclass(frozen=True)
class Visit:
    """One reader at one table."""

    user: Any  # perhaps anonymous
    table: Table
    seats: list[Seat]  # in order, each with its user
    mine: Seat | None
    names: Names = ()  # by seat; empty before the start
    playing: frozenset[int] = frozenset()  # the seats that are in the game
    by_link: bool = False  # came by the link of the table, and may know no more of it than who sits there


Panel: TypeAlias = Callable[[Visit], Any]

_PANELS: dict[Place, dict[str, Panel]] = {place: {} for place in Place}


def register(place: Place, name: str, panel: Panel) -> None:
    """Have a panel shown; the template of the page finds what it tells under the name."""
    _PANELS[place][name] = panel


def panels_at(place: Place, visit: Visit) -> dict[str, Any]:
    """What the panels of a place tell this reader, by name."""
    return {name: panel(visit) for name, panel in _PANELS[place].items()}
