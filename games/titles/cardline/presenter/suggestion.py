"""A hint for Cardline: a move, described by the neighbours of its slot."""

from django.utils.translation import gettext as _

from games.engine.presenter import Scene, Suggestion
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.board import place_of, way_of
from games.titles.cardline.state import Place

__all__ = ["suggestion"]


def suggestion(view: View, scene: Scene, move: Place) -> Suggestion:
    """The card, and the two cards between which it goes."""
    hand = view.hands[scene.you or 0]
    name = next(face.name for face in hand if face.id == move.card)
    # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
    told = _("Place %(card)s %(place)s.") % {"card": name, "place": place_of(view, move.slot)}
    return Suggestion(told, way_of(move, len(hand) == 1))
