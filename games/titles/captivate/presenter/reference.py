"""The rules page of Captivate: its cards, and explained words of the log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.captivate.cards import CARDS, Card
from games.titles.captivate.presenter.words import CREATURE_NAMES, ELEMENT_NAMES, face

__all__ = ["CARD_INDEX", "LINKS"]


def _entries() -> list[CardEntry]:
    return [_entry(card) for card in CARDS.values()]


def _entry(card: Card) -> CardEntry:
    top, right, bottom, left = card.dots
    dots = {"value": card.value, "top": top, "right": right, "bottom": bottom, "left": left}
    about = _("Value %(value)d. Dots: top %(top)d, right %(right)d, bottom %(bottom)d, left %(left)d.") % dots
    drawn, groups = face(card), ((ELEMENT_NAMES[card.element],), (CREATURE_NAMES[card.creature],))
    return CardEntry(card.id, drawn.name, about, groups, drawn)


CARD_INDEX = CardIndex((gettext_lazy("Element"), gettext_lazy("Creature")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "flipping": pgettext_lazy("words of the log", "flips"),
    "capturing": pgettext_lazy("words of the log", "captures|captured"),
    "drawing": pgettext_lazy("words of the log", "Drawn:|card is drawn|cards are drawn"),
    "last-round": pgettext_lazy("words of the log", "last turn|last round"),
    "field-full": pgettext_lazy("words of the log", "field is full"),
    "tie": pgettext_lazy("words of the log", "throws|has thrown|drawn by lot"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
