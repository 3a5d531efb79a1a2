"""Cards of Capt'n Eli as they are drawn and as they are spoken."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.presenter import Text
from games.titles.captn_eli.cards import BY_ID, ORIGINAL, CardId
from games.titles.captn_eli.presenter.flavour import FLAVOUR
from games.titles.captn_eli.presenter.words import (
    FACTION_NAMES,
    KEYWORD_NAMES,
    KEYWORD_RULES,
    RARITY_NAMES,
    TYPE_NAMES,
    card_name,
    joined,
)

__all__ = ["Face", "Mark", "face", "faces", "spoken"]


@dataclass(frozen=True)
class Mark:
    """A keyword on a card."""

    id: str
    name: Text
    rule: Text
    is_used: bool


@dataclass(frozen=True)
class Face:
    """A card as it is drawn."""

    id: CardId
    art: CardId  # copies look like the first
    name: str
    type: str
    type_name: Text
    faction: str
    faction_name: Text
    rarity: str
    rarity_name: Text
    c: int
    d: int
    marks: tuple[Mark, ...]
    flavour: Text


def face(card: CardId, used: Iterable[str] = ()) -> Face:
    """The card with its words; `used` are the keywords that it has used up."""
    data, art = BY_ID[card], ORIGINAL[card]
    return Face(
        id=card, art=art, name=card_name(card), type=data.type, type_name=TYPE_NAMES[data.type],
        faction=data.faction, faction_name=FACTION_NAMES[data.faction], rarity=data.rarity,
        rarity_name=RARITY_NAMES[data.rarity], c=data.c, d=data.d,
        marks=tuple(Mark(key, KEYWORD_NAMES[key], KEYWORD_RULES[key], key in used) for key in data.keywords),
        flavour=FLAVOUR[art],
    )  # fmt: skip


def faces(cards: Iterable[CardId] | None) -> list[Face]:
    """The cards, of those that the reader may know."""
    return [face(card) for card in cards or ()]


def spoken(shown: Face) -> str:
    """A card with what its picture shows."""
    words = {"card": shown.name, "type": shown.type_name, "c": shown.c, "d": shown.d}
    told = _("%(card)s, %(type)s, challenge %(c)d, defence %(d)d") % words
    return joined([told, *(_spoken_mark(mark) for mark in shown.marks)])


def _spoken_mark(mark: Mark) -> str:
    return _("%(keyword)s (used)") % {"keyword": mark.name} if mark.is_used else str(mark.name)
