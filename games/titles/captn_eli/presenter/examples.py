"""Positions for the page of the rules, drawn like any other: what they show is worked out, not written down."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.presenter import Scene
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell, room_of
from games.titles.captn_eli.observe import Cards, Shown, SquadLimits, View
from games.titles.captn_eli.presenter.board import board
from games.titles.captn_eli.state import Challenge, Move, Place, Wedge

__all__ = ["EXAMPLES", "example"]

_LYING: dict[str, tuple[tuple[Cell, int, CardId | None, bool], ...]] = {
    # CE-21 after the first four turns, seen by seat 0
    "grid": (
        ((-1, -1), 1, None, False),
        ((0, -1), 1, None, False),
        ((0, 0), 0, "dolphin", False),
        ((1, 0), 0, "captn-eli", False),
    ),
    # CE-22, after the tie that has turned the Dolphin up
    "through": (
        ((0, 0), 1, "hydron", True),
        ((0, 1), 0, "dolphin", True),
        ((0, 2), 0, "captn-eli", True),
        ((1, 2), 0, "eagle-rock", True),
    ),
    # CE-11 and CE-12: gadgets on one side, a location on the other
    "helpers": (
        ((0, 0), 0, "sonar", True),
        ((1, 0), 0, "captn-eli", True),
        ((2, 0), 0, "harpoon", True),
        ((1, -1), 1, "void-lieutenant", True),
        ((2, -1), 1, "kelp-maze", True),
    ),
}
_OPEN = room_of([cell for cell, *_card in _LYING["grid"]]).open_cells()
_CHOSEN: dict[str, tuple[tuple[Move, ...], dict[str, str]]] = {
    "grid": (
        (*(Place("sonar", cell) for cell in _OPEN), Wedge("sonar", (0, 0))),
        {"card": "sonar"},
    ),
    "through": ((Challenge((0, 2), (0, 0)),), {"at": "0,2", "to": "0,0"}),
    "helpers": ((Challenge((1, 0), (1, -1)),), {"at": "1,0", "to": "1,-1"}),
}
EXAMPLES = tuple(_LYING)


def example(name: str) -> dict[str, Any]:
    """What the board of an example is drawn from."""
    legal, choice = _CHOSEN[name]
    grid = tuple(_shown(*lying) for lying in _LYING[name])
    return board(_view(grid), Scene(0, (_("You"), _("the opponent")), legal, choice, 2, is_asked=True))


def _shown(cell: Cell, owner: int, card: CardId | None, up: bool) -> Shown:
    return Shown(cell, owner, card, up, known=up, marked=False, mystic_used=False, sacrifice_used=False)


def _view(grid: tuple[Shown, ...]) -> View:
    """The observation of seat 0 on its turn, which holds a Sonar."""
    return View(
        you=0, cards="all", phase="turn", seat=0, asked=(0,), turn=4, limits=SquadLimits(), pools=(None, None),
        chosen=(0, 1), squads=(("captn-eli", "dolphin", "eagle-rock", "sonar"), None),
        hands=(Cards(1, ("sonar",)), Cards(2)), grid=grid, removed=((), ()), quiet=0, becalmed_in=None,
        mystic=None, challenge=None, outcome=None,
    )  # fmt: skip
