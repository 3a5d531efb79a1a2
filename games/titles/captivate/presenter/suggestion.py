"""A hint for Captivate: a move, with places named as on the board."""

from django.utils.translation import gettext as _

from games.engine.presenter import Scene, Suggestion
from games.titles.captivate.observe import View
from games.titles.captivate.presenter.board import Laying, flips_told, way_of
from games.titles.captivate.presenter.words import HAND_NAMES, card_name, place_name
from games.titles.captivate.state import Capture, Move, Play, Throw

__all__ = ["suggestion"]


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The card, where it goes, and the cards that it flips."""
    match move:
        case Play() | Capture():
            return Suggestion(_laying(view, move), way_of(move))
        case Throw(hand):
            return Suggestion(_("Throw %(hand)s.") % {"hand": HAND_NAMES[hand]}, {"throw": hand})
        case _:
            return Suggestion(_("End your turn."))


def _laying(view: View, move: Laying) -> str:
    words = {"card": card_name(move.card), "place": place_name(move.cell), "flips": flips_told(view, move)}
    if isinstance(move, Play):
        # Translators: `flips` is "flips A and B" or "flips nothing".
        return _("Play %(card)s at %(place)s: it %(flips)s.") % words
    captured = next(laid.card for laid in view.field if laid.cell == move.cell)
    words["captured"] = card_name(captured) if captured else _("the face-down card")
    return _("Capture %(captured)s at %(place)s with %(card)s: it %(flips)s.") % words
