"""Panels: parts that other subjects add to the page of a table.

The page of a table shows clocks, talk, notes and decisions, which this package does not know. Each of those subjects
has templates, and a function that gives what they show to one reader; `games.web.panels` registers both when the site
starts. So neither the code nor the templates of a subject name those above it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from accounts.models import Reader
from games.engine.presenter import Names
from games.models import Seat, Table

__all__ = ["BOARD", "OPEN", "STOPPED", "WHOLE", "Panel", "Place", "Visit", "panels_at", "register"]


class Place(Enum):
    """Where a panel is shown; templates find the panels of a place by its value."""

    OPEN_SEAT = "open_seat"  # with each seat of a table that has not started; there, `seat` is the seat
    OPEN_END = "open_end"  # at the end of that page's part that is fetched again
    OPEN_AROUND = "open_around"  # around that part
    BY_LINK = "by_link"  # at the link of a running table, for readers who may not see more of it
    LINKS = "links"  # beside the name of a table that has started
    NEWS = "news"  # above its board
    QUESTION = "question"  # below the question to the reader
    SIDE = "side"  # beside the board, below the log
    AROUND = "around"  # around the part that is fetched again after every move: a move does not replace it


OPEN = (Place.OPEN_SEAT, Place.OPEN_END, Place.OPEN_AROUND)  # the page of a table that has not started
# The part of the page of a started table that is fetched again after every move, and the whole page.
BOARD = (Place.LINKS, Place.NEWS, Place.QUESTION, Place.SIDE)
WHOLE = (*BOARD, Place.AROUND)
STOPPED = (Place.NEWS, Place.SIDE, Place.AROUND)  # the page of a table without a board, for want of its rules


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


Value: TypeAlias = Callable[[Visit], Any]


@dataclass(frozen=True)
class Panel:
    """What a subject adds to the page: its templates, and what they show to one reader."""

    templates: Mapping[Place, str]
    name: str = ""  # under which the templates find the value
    value: Value | None = None  # if it gives None, the panel is not shown to this reader
    style: str = ""  # its style sheet and its script, as static files
    script: str = ""


_PANELS: list[Panel] = []


def register(panel: Panel) -> None:
    """Add a panel; those of one place are shown in the order in which they were added."""
    _PANELS.append(panel)


def panels_at(places: tuple[Place, ...], visit: Visit) -> dict[str, Any]:
    """What templates need to draw these places for this reader: `panels`, the names of templates by place,
    `panel_styles` and `panel_scripts`, and each panel's value under its name.
    """
    here = [panel for panel in _PANELS if not panel.templates.keys().isdisjoint(places)]
    values = {panel.name: panel.value(visit) for panel in here if panel.value is not None}
    shown = [panel for panel in here if panel.value is None or values[panel.name] is not None]
    return {
        **values,
        "panels": {
            place.value: [panel.templates[place] for panel in shown if place in panel.templates]
            for place in places
        },
        "panel_styles": [panel.style for panel in shown if panel.style],
        "panel_scripts": [panel.script for panel in shown if panel.script],
    }
