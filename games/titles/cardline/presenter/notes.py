"""Help for beginners at Cardline, made from the observation alone."""

from django.utils.translation import gettext as _

from games.engine.presenter import Note, Notes, Scene
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.words import TRAIT_NAMES

__all__ = ["notes"]


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision."""
    told = _(
        "Values of %(trait)s rise along the line. Guess: nobody knows the value of a card before it is placed."
    )
    does = (
        Note(
            _("Place it"),
            _(
                "Turns the card over. Right: it stays, and you have one card less. "
                "Wrong: it goes to the box, and you take a new one."
            ),
            "placing",
        ),
    )
    return Notes(told % {"trait": TRAIT_NAMES[view.trait]}, does, _barred(view, scene))


def _barred(view: View, scene: Scene) -> tuple[Note, ...]:
    """Any card may go anywhere; a move cannot be undone, and there is no second one in a turn."""
    found = [Note(_("Taking it back"), _("Its value has been shown to all."), "placing")]
    if view.knockout:
        found.append(Note(_("Another card"), _("In a knock-out round everybody has just one."), "knock-out"))
    return tuple(found)
