"""Panels and slots: parts of pages that other packages add.

A table's page shows clocks, chat, notes and decisions, and the frame of every page shows waiting tables: this package
knows none of them. Each package has templates and, for a panel, a function that returns its data for one reader;
`games.web.panels` registers them at startup. So no package refers to those above it, in code or in templates.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from accounts.models import Reader
from games.engine.presenter import Names
from games.models import Seat, Table


class Place(Enum):
    """Where a panel is shown. Templates look up the panels of a place by its value."""

    OPEN_SEAT = "open_seat"  # at each seat of a table that has not started; `seat` is the seat
    OPEN_START = "open_start"  # before the seats of that page: how to fill them
    OPEN_END = "open_end"  # at the end of the refreshed part of that page
    OPEN_AROUND = "open_around"  # around that part
    BY_LINK = "by_link"  # at the link of a running table, for readers who may see no more of it
    LINKS = "links"  # next to the title of a started table
    ENDING = "ending"  # in the ending of a finished table: what to do next, and what decided it
    NEWS = "news"  # above the board
    QUESTION = "question"  # below the question to the reader
    TOOLS = "tools"  # among the buttons of the bar
    LOG = "log"  # below the log
    DRAWER = "drawer"  # among the links of the drawer
    SIDE = "side"  # the rest of the drawer
    AROUND = "around"  # around the part that is refreshed after every move, so that moves don't replace it


# The page of a table that has not started.
OPEN = (Place.OPEN_START, Place.OPEN_SEAT, Place.OPEN_END, Place.OPEN_AROUND)
# The part of a started table's page that is refreshed after every move, and the whole page.
BOARD = (
    Place.LINKS,
    Place.ENDING,
    Place.NEWS,
    Place.QUESTION,
    Place.TOOLS,
    Place.LOG,
    Place.DRAWER,
    Place.SIDE,
)
WHOLE = (*BOARD, Place.AROUND)
STOPPED = (
    Place.ENDING,
    Place.NEWS,
    Place.LOG,
    Place.DRAWER,
    Place.SIDE,
    Place.AROUND,
)  # the page of a stopped table, which has no board


@dataclass(frozen=True)
class Visit:
    """One reader at one table."""

    user: Reader
    table: Table
    seats: list[Seat]  # in order, with their users
    mine: Seat | None
    names: Names = ()  # by seat; empty before the start
    playing: frozenset[int] = frozenset()  # the seats still in the game
    by_link: bool = False  # the reader came by the table's link and may see only its players


Value: TypeAlias = Callable[[Visit], Any]


@dataclass(frozen=True)
class Panel:
    """What a package adds to the page: templates, and their data for one reader."""

    templates: Mapping[Place, str]
    name: str = ""  # name of the value in templates
    value: Value | None = None  # returns None to hide the panel from a reader
    style: str = ""  # style sheet and script, as static files
    script: str = ""


_PANELS: list[Panel] = []


def register(panel: Panel) -> None:
    """Add a panel. Panels of one place are shown in the order of their registration."""
    _PANELS.append(panel)


def panels_at(places: tuple[Place, ...], visit: Visit) -> dict[str, Any]:
    """The context for the panels in these places: template names by place, styles, scripts, and the panels' values."""
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


_SLOTS: defaultdict[str, list[str]] = defaultdict(list)


def slot_fill(slot: str, template: str) -> None:
    """Append a template to a slot. It gets the context of the surrounding template."""
    _SLOTS[slot].append(template)


def slot_templates(slot: str) -> tuple[str, ...]:
    """The names of the templates in a slot, in order."""
    return tuple(_SLOTS[slot])
