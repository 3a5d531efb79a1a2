"""The effects of the latest ply on the Sea Grid: the result of a challenge, cards turned or placed, rows moved."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Facts
from games.engine.presenter import Scene, Text
from games.titles.captn_eli.grid import Cell


@dataclass(frozen=True)
class Result:
    """A few words on a cell."""

    kind: str  # lost, held, down, up
    label: Text


def _latest(scene: Scene) -> list[tuple[str, Facts]]:
    return list(scene.latest[0][1]) if scene.latest else []


def results_of(scene: Scene) -> Mapping[Cell, Result]:
    """The results of the latest ply, by cell; if a cell has several, the last one is used."""
    found = [_result(kind, facts) for kind, facts in _latest(scene)]
    return dict(one for one in found if one is not None)


_DONE = {
    "removed": Result("lost", gettext_lazy("Removed")),
    "marked": Result("held", gettext_lazy("Marked")),
    "turned-down": Result("down", gettext_lazy("Turned face down")),
    "flipped": Result("up", gettext_lazy("Turned up")),
    "revealed": Result("up", gettext_lazy("Turned up")),
}


def _result(kind: str, facts: Facts) -> tuple[Cell, Result] | None:
    if kind != "compared":
        return (_cell(facts["at"]), _DONE[kind]) if kind in _DONE else None
    words = {"attack": facts["attack"], "defence": facts["defence"]}
    if facts["won"]:
        return _cell(facts["target"]), Result("lost", _("%(attack)d : %(defence)d, defeated") % words)
    return _cell(facts["target"]), Result("held", _("%(attack)d : %(defence)d, holds") % words)


def _cell(cell: list[int]) -> Cell:
    return cell[0], cell[1]


def laid_in(scene: Scene) -> Cell | None:
    """The cell in which the latest ply placed a card."""
    laid = (facts["cell"] for kind, facts in _latest(scene) if kind in ("placed", "wedged"))
    return next(map(_cell, laid), None)


def was_wedged(scene: Scene) -> tuple[int, int]:
    """(distance by which the latest ply moved rows, the row that it opened); rows beyond it moved. (0, 0) for none."""
    found = ((facts["rows_moved"], facts["cell"][1]) for kind, facts in _latest(scene) if kind == "wedged")
    return next(found, (0, 0))
