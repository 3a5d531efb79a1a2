"""Cards of Cannonades as they are drawn."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.presenter import Text
from games.titles.cannonades.cards import CARDS, COLOURS, SHIPS, Colour
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.presenter.words import COLOUR_NAMES, card_name, spoken

__all__ = ["SIGNS", "Face", "Pile", "Sign", "face", "piled"]


@dataclass(frozen=True)
class Sign:
    """A colour by the three things that tell it (CN-4)."""

    colour: Colour
    name: Text
    shape: str
    letter: str


@dataclass(frozen=True)
class Face:
    """A card as it is drawn."""

    id: FaceId
    name: Text
    label: str  # everything that the picture shows, for who cannot see it
    signs: tuple[Sign, ...]
    grin: int
    facing: str
    is_ship: bool


@dataclass(frozen=True)
class Pile:
    """All cards of one face in one place."""

    face: Face
    count: int
    of: int  # how many there are in the game


def _sign(colour: Colour) -> Sign:
    return Sign(colour, COLOUR_NAMES[colour], COLOURS[colour].shape, COLOURS[colour].letter)


SIGNS: dict[Colour, Sign] = {colour: _sign(colour) for colour in COLOURS}


def face(card: FaceId) -> Face:
    """The card with its words."""
    data = CARDS[card]
    return Face(
        id=card, name=card_name(card), label=spoken(card), signs=tuple(SIGNS[colour] for colour in data.colours),
        grin=data.grin, facing=COLOURS[data.colours[0]].facing, is_ship=card in SHIPS,
    )  # fmt: skip


def piled(cards: Iterable[FaceId]) -> list[Pile]:
    """The cards by face, in the order of the first of each."""
    return [Pile(face(card), count, CARDS[card].copies) for card, count in Counter(cards).items()]
