"""Labels of the spots of the Sea Grid for screen readers."""

from django.utils.translation import gettext as _

from games.engine.kit import listed
from games.engine.presenter import Scene
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.sums import sum_of
from games.titles.captn_eli.presenter.words import card_name, face, place_name, spoken
from games.titles.captn_eli.state import Challenge, Move, Place, Shift, Wedge


def label_of(view: View, shown: Shown, scene: Scene) -> str:
    """A card on the grid: its place, its owner, how it is turned, and its name."""
    whose = _("yours") if shown.owner == scene.you else _("of %(name)s") % {"name": scene.names[shown.owner]}
    card = spoken(face(view.ruleset, shown.card)) if shown.card else _("an unknown card")
    words = {"place": place_name(shown.cell), "facts": listed([whose, *_states(shown, scene), card], "")}
    # Translators: a place on the grid and its card: "1°N 0°: yours, face up, Dolphin, ...".
    return _("%(place)s: %(facts)s") % words


def _states(shown: Shown, scene: Scene) -> list[str]:
    states = [_("face up") if shown.up else _("face down")]
    # Once everything is open, a card of the other seat is neither.
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
            return _("%(place)s: lay %(card)s here, face down") % {**words, "card": card_name(card)}
        case Wedge(card, _cell):
            return _("%(place)s: wedge %(card)s in here, parting the rows") % {
                **words,
                "card": card_name(card),
            }
        case Shift():
            return _("%(place)s: move here") % words
        case Challenge(at, target):
            return _challenge_label(view, shown, at, target)
        case _:
            return ""


def _challenge_label(view: View, shown: Shown | None, at: Cell, target: Cell) -> str:
    total = sum_of(view, at, target)
    words = {
        "place": place_name(target),
        "card": _("a face-down card"),
        "attack": total.attack_total if total else 0,
    }
    if shown is not None and shown.card:
        words["card"] = card_name(shown.card)
    if total is None or total.defence_total is None:
        return _("%(place)s: challenge %(card)s, %(attack)d against an unknown defence") % words
    words["defence"] = total.defence_total
    return _("%(place)s: challenge %(card)s, %(attack)d against %(defence)d") % words
