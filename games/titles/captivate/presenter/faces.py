"""Cards of Captivate as they are drawn and as they are spoken."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.observe import Cards
from games.titles.captivate.presenter.words import card_name

__all__ = ["Face", "by_value", "face", "faces", "spoken"]


@dataclass(frozen=True)
class Face:
    """A card as it is drawn."""

    id: CardId
    value: int
    name: str
    element: str
    dots: tuple[int, int, int, int]  # top, right, bottom, left


def face(card: CardId) -> Face:
    """The card with its words."""
    data = CARDS[card]
    return Face(card, data.value, card_name(card), data.element, data.dots)


def faces(cards: Cards) -> list[Face]:
    """Those of the cards that the reader may know, by value."""
    return [face(card) for card in sorted(cards.cards or (), key=by_value)]


def by_value(card: CardId) -> tuple[int, CardId]:
    """The order in which a hand is held."""
    return CARDS[card].value, card


def spoken(card: CardId) -> str:
    """A card with everything that its picture shows."""
    top, right, bottom, left = CARDS[card].dots
    words = {
        "card": card_name(card), "value": CARDS[card].value, "top": top, "right": right, "bottom": bottom,
        "left": left,
    }  # fmt: skip
    return (
        _("%(card)s, value %(value)d, dots: top %(top)d, right %(right)d, bottom %(bottom)d, left %(left)d")
        % words
    )
