"""Panels: parts that other subjects add to the page of a table.

The page of a table shows clocks, talk, notes and decisions, which this package does not know. Each of those subjects
has a function that gives its part for one reader; `games.web.panels` registers these functions when the site starts.
So no subject imports those above it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from accounts.models import Reader
from games.engine.presenter import Names
from games.models import Seat, Table

__all__ = ["Panel", "Place", "Visit", "panels_at", "register"]


class Place(Enum):
    """Where a panel is shown."""

    OPEN = "open"  # on the page of a table that has not started
    BOARD = "board"  # in the part of the page that is fetched again after every move
    AROUND = "around"  # around that part: a move does not replace it


@dataclass(frozen=True)
class Visit:
    """One reader at one table."""

    user: Reader
    table: Table
    seats: list[Seat]  # in order, each with its user
    mine: Seat | None
    names: Names = ()  # by seat; empty before the start
    playing: frozenset[int] = frozenset()  # the seats that are in the game
    by_link: bool = False  # came by the table's link, and may see nothing but the players


Panel: TypeAlias = Callable[[Visit], Any]

_PANELS: dict[Place, dict[str, Panel]] = {place: {} for place in Place}


def register(place: Place, name: str, panel: Panel) -> None:
    """Add a panel; the template of the page finds its value under the name."""
    _PANELS[place][name] = panel


def panels_at(place: Place, visit: Visit) -> dict[str, Any]:
    """The values of the panels of a place for this reader, by name."""
    return {name: panel(visit) for name, panel in _PANELS[place].items()}
