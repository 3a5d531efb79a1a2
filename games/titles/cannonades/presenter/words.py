"""What people call the colours and cards of Cannonades."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.presenter import Text
from games.titles.cannonades.cards import CARDS, COLOURS, SHIPS, Colour, Face

__all__ = ["COLOUR_NAMES", "card_name", "card_names", "either", "listed", "spoken"]

COLOUR_NAMES: dict[Colour, Text] = {
    "blue": gettext_lazy("Blue"),
    "green": gettext_lazy("Green"),
    "purple": gettext_lazy("Purple"),
    "orange": gettext_lazy("Orange"),
    "red": gettext_lazy("Red"),
    "yellow": gettext_lazy("Yellow"),
}


def card_name(face: Face) -> str:
    """A ship by colour and grin, "Blue 1", a cannonade by its colours, "Blue-Green"."""
    card = CARDS[face]
    if face in SHIPS:
        # Translators: the name of a ship, colour and grin: "Blue 1".
        return _("%(colour)s %(grin)d") % {"colour": COLOUR_NAMES[card.colours[0]], "grin": card.grin}
    first, second = (COLOUR_NAMES[colour] for colour in card.colours)
    # Translators: the name of a cannonade, its two colours: "Blue-Green".
    return _("%(first)s-%(second)s") % {"first": first, "second": second}


def spoken(face: Face) -> str:
    """A card with everything that its picture shows."""
    card = CARDS[face]
    if face not in SHIPS:
        return _("%(name)s cannonade") % {"name": card_name(face)}
    words = {"colour": COLOUR_NAMES[card.colours[0]], "grins": _grins(card.grin)}
    if COLOURS[card.colours[0]].facing == "left":
        return _("%(colour)s ship, %(grins)s, faces left") % words
    return _("%(colour)s ship, %(grins)s, faces right") % words


def _grins(grin: int) -> str:
    if not grin:
        return _("no grin")
    return ngettext("%(count)d grin", "%(count)d grins", grin) % {"count": grin}


def card_names(faces: Iterable[Face]) -> str:
    """Several cards as a list in a sentence, equal ones counted."""
    return listed(
        card_name(face)
        if count == 1
        else _("%(count)d × %(card)s") % {"count": count, "card": card_name(face)}
        for face, count in Counter(faces).items()
    )


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    # Translators: what stands between two items of a list.
    return _(", ").join(words)


def either(colours: Iterable[Colour]) -> str:
    """One of some colours: "Blue or Green"."""
    # Translators: what stands between two colours of which one will do.
    return _(" or ").join(str(COLOUR_NAMES[colour]) for colour in colours)
