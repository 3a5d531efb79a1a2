"""The rules page of Cannonades: its cards, and explained words of the log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.cannonades.cards import CARDS, SHIPS, Card
from games.titles.cannonades.presenter.words import COLOUR_NAMES, either, face

__all__ = ["CARD_INDEX", "LINKS"]


def _entries() -> list[CardEntry]:
    return [_entry(card) for card in CARDS.values()]


def _entry(card: Card) -> CardEntry:
    drawn, colours = face(card.face), tuple(COLOUR_NAMES[colour] for colour in card.colours)
    kind = _("Ship") if card.face in SHIPS else _("Cannonade")
    told = f"{drawn.label}." if card.face in SHIPS else _("Hits %(ships)s.") % {"ships": either(card.colours)}
    return CardEntry(card.face, drawn.name, told, ((kind,), colours, (_grins(card),)), drawn, card.copies)


def _grins(card: Card) -> str:
    if not card.grin:
        return _("no grin")
    return ngettext("%(count)d grin", "%(count)d grins", card.grin) % {"count": card.grin}


CARD_INDEX = CardIndex((gettext_lazy("Kind"), gettext_lazy("Colour"), gettext_lazy("Grins")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "setup": pgettext_lazy("words of the log", "exchange the hand|exchange their hands|keeps the hand"),
    "adding": pgettext_lazy("words of the log", "adds"),
    "shooting": pgettext_lazy("words of the log", "shoots"),
    "boarding": pgettext_lazy("words of the log", "boards"),
    "drawing": pgettext_lazy("words of the log", "draws|draw"),
    "grins": pgettext_lazy("words of the log", "answers|grins|grin"),
    "discarding": pgettext_lazy("words of the log", "discards"),
    "out": pgettext_lazy("words of the log", "is out|takes a card at random"),
    "stand-off": pgettext_lazy("words of the log", "stand-off|from the discard pile|compared"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
