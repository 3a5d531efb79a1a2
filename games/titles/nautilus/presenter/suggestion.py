"""A hint for 20,000 Miles: the card or the button, and the effect of the move."""

from django.utils.translation import gettext as _

from games.engine.presenter import Scene, Suggestion
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.asked import told_of
from games.titles.nautilus.presenter.choices import ways_of
from games.titles.nautilus.presenter.offers import button_at_once
from games.titles.nautilus.presenter.words import commit_name
from games.titles.nautilus.state import Commit, Move


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The board's question before such a move, or the label of its button."""
    ways = ways_of(view, scene.you or 0, move)
    if not ways:
        pressed = button_at_once(view, move)
        return Suggestion(_("%(what)s.") % {"what": pressed.label} if pressed else "")
    told = told_of(view, scene, move)
    if isinstance(move, Commit) and move.special is not None:
        # Translators: a card with a special card, and then the effect.
        told = _("%(commit)s. %(told)s") % {"commit": commit_name(move.card, move.special), "told": told}
    return Suggestion(told, ways[0])
