"""A move of 20,000 Miles as a hint tells it: the card or the button, and what would come of it."""

from django.utils.translation import gettext as _

from games.engine.presenter import Scene, Suggestion
from games.titles.nautilus.v1.observe import View
from games.titles.nautilus.v1.presenter.asked import told_of
from games.titles.nautilus.v1.presenter.choices import ways_of
from games.titles.nautilus.v1.presenter.offers import button_at_once
from games.titles.nautilus.v1.presenter.words import commit_name
from games.titles.nautilus.v1.state import Commit, Move

__all__ = ["suggestion"]


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """What the board asks before such a move is made, or what its button says."""
    ways = ways_of(view, scene.you or 0, move)
    if not ways:
        pressed = button_at_once(view, move)
        return Suggestion(_("%(what)s.") % {"what": pressed.label} if pressed else "")
    told = told_of(view, scene, move)
    if isinstance(move, Commit) and move.special is not None:
        # Translators: a card with a special card, and then what comes of it.
        told = _("%(commit)s. %(told)s") % {"commit": commit_name(move.card, move.special), "told": told}
    return Suggestion(told, ways[0])
