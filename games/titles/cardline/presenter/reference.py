"""The rules page of Cardline: the fronts of its cards, and explained words of the log."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.cardline.deck import Character, bundled
from games.titles.cardline.observe import Face
from games.titles.cardline.presenter.words import SIDE_NAMES, portrait

__all__ = ["CARD_INDEX", "LINKS"]


def _entries() -> list[CardEntry]:
    return [_entry(card) for card in bundled()]


def _entry(card: Character) -> CardEntry:
    """The front only: the back has to be guessed in a game (CL-9)."""
    front = Face(card.id, card.name, card.epithet, card.side, card.origin)
    about = f"{card.epithet}. {card.origin}."
    return CardEntry(
        card.id, card.name, about, ((SIDE_NAMES[card.side],), (card.origin,)), portrait(front, "iq")
    )


CARD_INDEX = CardIndex((gettext_lazy("Side"), gettext_lazy("Origin")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "right": pgettext_lazy("words of the log", "Right:"),
    "wrong": pgettext_lazy("words of the log", "Wrong:|takes"),
    "box": pgettext_lazy("words of the log", "shuffled|becomes the deck"),
    "knock-out": pgettext_lazy("words of the log", "Knock-out round"),
    "end": pgettext_lazy("words of the log", "The game is over"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
