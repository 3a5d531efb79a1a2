"""Labels of the spots of the Sea Grid for screen readers, and the effects of the latest ply on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Facts
from games.engine.kit import labelled, listed
from games.engine.presenter import Scene, Text
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.sums import sum_of
from games.titles.captn_eli.presenter.words import card_name, face, place_name, spoken
from games.titles.captn_eli.state import Challenge, Move, Place, Shift, Wedge


def label_of(view: View, shown: Shown, scene: Scene) -> str:
    """A card on the grid: its place, its owner, how it is turned, and its name."""
    whose = _("yours") if shown.owner == scene.you else _("of %(name)s") % {"name": scene.names[shown.owner]}
    card = spoken(face(view.ruleset, shown.card)) if shown.card else _("an unknown card")
    return labelled(place_name(shown.cell), listed([whose, *_states(shown, scene), card], ""))


def _states(shown: Shown, scene: Scene) -> list[str]:
    states = [_("face up") if shown.up else _("face down")]
    # Once everything is open, the other seat's cards are neither.
    if shown.card and not shown.up and (shown.known or shown.owner == scene.you):
        states.append(_("known to both players") if shown.known else _("known only to its owner"))
    if shown.marked:
        states.append(_("defeated once"))
    if shown.mystic_used:
        states.append(_("Mystic used"))
    if shown.sacrifice_used:
        states.append(_("Sacrifice used"))
    return states


def target_label(view: View, shown: Shown | None, cell: Cell, move: Move | None) -> str:
    """The effect of choosing a spot with the chosen card."""
    words = {"place": place_name(cell)}
    match move:
        case Place(card, _cell):
            words["card"] = card_name(card)
            return _("%(place)s: lay %(card)s here, face down") % words
        case Wedge(card, _cell):
            words["card"] = card_name(card)
            return _("%(place)s: wedge %(card)s in here, parting the rows") % words
        case Shift():
            return _("%(place)s: move here") % words
        case Challenge(at, target):
            return _challenge_label(view, shown, at, target)
        case _:
            return ""


def _challenge_label(view: View, shown: Shown | None, at: Cell, target: Cell) -> str:
    total = sum_of(view, at, target)
    card = card_name(shown.card) if shown is not None and shown.card else _("a face-down card")
    words = {"place": place_name(target), "card": card, "attack": total.attack_total if total else 0}
    if total is None or total.defence_total is None:
        return _("%(place)s: challenge %(card)s, %(attack)d against an unknown defence") % words
    words["defence"] = total.defence_total
    return _("%(place)s: challenge %(card)s, %(attack)d against %(defence)d") % words


# The effects of the latest ply: the result of a challenge, cards turned or placed, rows moved


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
