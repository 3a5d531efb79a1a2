"""Help at Cardline, made from the observation: notes for beginners, and hints in words."""

from django.utils.translation import gettext as _

from games.engine.presenter import Note, Notes, Scene, Suggestion
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.board import place_of, way_of
from games.titles.cardline.presenter.words import TRAIT_NAMES
from games.titles.cardline.state import Place


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision."""
    told = _("The line rises by %(trait)s. Guess: nobody knows a card's value until you place it.")
    does = (
        Note(
            _("Place it"),
            _(
                "The card is turned over. If it's right, it stays, and you have one card fewer. If it's "
                "wrong, it goes to the box, and you take a new one."
            ),
            "placing",
        ),
    )
    return Notes(told % {"trait": TRAIT_NAMES[view.trait]}, does, _barred(view, scene))


def _barred(view: View, scene: Scene) -> tuple[Note, ...]:
    """Any card may go anywhere; a move cannot be undone, and there is no second one in a turn."""
    found = [Note(_("Taking it back"), _("Everybody has seen its value."), "placing")]
    if view.knockout:
        found.append(Note(_("Another card"), _("In a knock-out round everybody has just one."), "knock-out"))
    return tuple(found)


def suggestion(view: View, scene: Scene, move: Place) -> Suggestion:
    """The card, and the two cards between which it goes."""
    hand = view.hands[scene.you or 0]
    name = next(face.name for face in hand if face.id == move.card)
    # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
    told = _("Place %(card)s %(place)s.") % {"card": name, "place": place_of(view, move.slot)}
    return Suggestion(told, way_of(move, len(hand) == 1))
