"""What people call the cards, elements, hands and throws of Captivate."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.titles.captivate.cards import CARDS, CardId

__all__ = ["CREATURE_NAMES", "ELEMENT_NAMES", "HAND_NAMES", "card_name", "card_names"]

ELEMENT_NAMES = {
    "earth": gettext_lazy("Earth"),
    "water": gettext_lazy("Water"),
    "light": gettext_lazy("Light"),
    "dark": gettext_lazy("Dark"),
}
CREATURE_NAMES = {
    "rat": gettext_lazy("Rat"),
    "frog": gettext_lazy("Frog"),
    "crab": gettext_lazy("Crab"),
    "hare": gettext_lazy("Hare"),
    "owl": gettext_lazy("Owl"),
    "fox": gettext_lazy("Fox"),
    "stag": gettext_lazy("Stag"),
    "boar": gettext_lazy("Boar"),
    "wolf": gettext_lazy("Wolf"),
    "eagle": gettext_lazy("Eagle"),
    "bear": gettext_lazy("Bear"),
    "tiger": gettext_lazy("Tiger"),
    "dragon": gettext_lazy("Dragon"),
}
HAND_NAMES = {
    "rock": gettext_lazy("rock"),
    "paper": gettext_lazy("paper"),
    "scissors": gettext_lazy("scissors"),
}


def card_name(card: CardId) -> str:
    """A card by element and creature: "Light Rat"."""
    data = CARDS[card]
    words = {"element": ELEMENT_NAMES[data.element], "creature": CREATURE_NAMES[data.creature]}
    # Translators: the name of a card, such as "Light Rat".
    return _("%(element)s %(creature)s") % words


def card_names(cards: Any) -> str:
    """Several cards as a list in a sentence."""
    # Translators: what stands between two items of a list.
    return _(", ").join(card_name(card) for card in cards)
