"""Names of Captivate's cards and cells, its card index, and words in the log (any card may be missing: CV-16)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.kit import listed
from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.captivate.cards import CARDS, Card, CardId
from games.titles.captivate.grid import BOX, Cell
from games.titles.captivate.observe import Cards, View

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
# Translators: the element as a part of a card's name, such as "Light Rat".
CARD_ELEMENTS = {
    "earth": pgettext_lazy("in the name of a card", "Earth"),
    "water": pgettext_lazy("in the name of a card", "Water"),
    "light": pgettext_lazy("in the name of a card", "Light"),
    "dark": pgettext_lazy("in the name of a card", "Dark"),
}
HAND_NAMES = {
    "rock": gettext_lazy("rock"),
    "paper": gettext_lazy("paper"),
    "scissors": gettext_lazy("scissors"),
}


def card_name(card: CardId) -> str:
    """A card by element and creature: "Light Rat"."""
    data = CARDS[card]
    words = {"element": CARD_ELEMENTS[data.element], "creature": CREATURE_NAMES[data.creature]}
    # Translators: the name of a card, such as "Light Rat".
    return _("%(element)s %(creature)s") % words


def card_names(cards: Iterable[CardId]) -> str:
    """Several cards as a list in a sentence."""
    return listed(map(card_name, cards))


def column_name(x: int) -> str:
    """The letter of a column, A to G: the first card is in D, and no card is more than three columns away."""
    return "ABCDEFG"[x + BOX - 1]


def row_name(y: int) -> str:
    """The number of a row, 1 to 7, from the top."""
    return str(y + BOX)


def place_name(cell: Cell) -> str:
    """The name of a cell at the edge of the field: the first card is at D4 for the whole game."""
    return column_name(cell[0]) + row_name(cell[1])


@dataclass(frozen=True)
class Face:
    """How a card looks."""

    id: CardId
    value: int
    name: str
    element: str
    dots: tuple[int, int, int, int]  # top, right, bottom, left


def face(card: Card) -> Face:
    """The card with its words."""
    return Face(card.id, card.value, card_name(card.id), card.element, card.dots)


def faces(view: View, cards: Cards) -> list[Face]:
    """The cards that the reader may know, by value."""
    return [face(view.ruleset.cards[card]) for card in sorted(cards.cards or (), key=by_value)]


def by_value(card: CardId) -> tuple[int, CardId]:
    """The order of cards in a hand."""
    return CARDS[card].value, card


def spoken(card: Card) -> str:
    """A card with everything its picture shows, for screen readers."""
    top, right, bottom, left = card.dots
    words = {
        "card": card_name(card.id), "value": card.value, "top": top, "right": right, "bottom": bottom,
        "left": left,
    }  # fmt: skip
    return (
        _("%(card)s, value %(value)d, dots: top %(top)d, right %(right)d, bottom %(bottom)d, left %(left)d")
        % words
    )


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
