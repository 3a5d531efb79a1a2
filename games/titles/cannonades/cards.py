"""The 52 cards, 26 ships and 26 cannonades, by face: cards of one face are interchangeable (CN-1 to CN-4)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

Face: TypeAlias = str  # of a ship "<colour>-<grin>", of a cannonade "<colour>-<colour>"
Colour: TypeAlias = Literal["blue", "green", "purple", "orange", "red", "yellow"]
Facing: TypeAlias = Literal["left", "right"]


class Symbol(NamedTuple):
    """The three signs of a colour, so that nobody needs to tell colours apart (CN-4)."""

    shape: str  # a key, not a word for people
    letter: str
    facing: Facing  # CN-2: all ships of a colour face the same way


class Card(NamedTuple):
    """All cards of one face."""

    face: Face
    colours: tuple[Colour, ...]  # a ship has one, a cannonade two
    grin: int  # 0-2; a cannonade has 0
    copies: int


COLOURS: dict[Colour, Symbol] = {
    "blue": Symbol("wave", "B", "left"),
    "green": Symbol("leaf", "G", "left"),
    "purple": Symbol("crown", "P", "left"),
    "orange": Symbol("sun", "O", "right"),
    "red": Symbol("heart", "R", "right"),
    "yellow": Symbol("star", "Y", "right"),
}

# CN-2: copies by grin 0, 1, 2.
_SHIPS: dict[Colour, tuple[int, int, int]] = {
    "blue": (3, 2, 1),
    "green": (3, 2, 1),
    "purple": (2, 2, 0),
    "orange": (2, 1, 0),
    "red": (2, 0, 1),
    "yellow": (2, 2, 0),
}

# CN-3: copies by colours; the ones that hit the most ships come first.
_CANNONADES: dict[tuple[Colour, Colour], int] = {
    ("blue", "green"): 12,
    ("purple", "yellow"): 8,
    ("orange", "red"): 6,
}

# Every face once, in the order of hands and piles, so that these do not show the order of drawing.
CARDS: dict[Face, Card] = {
    card.face: card
    for card in (
        *(
            Card(f"{colour}-{grin}", (colour,), grin, copies)
            for colour, by_grin in _SHIPS.items()
            for grin, copies in enumerate(by_grin)
            if copies
        ),
        *(Card("-".join(colours), colours, 0, copies) for colours, copies in _CANNONADES.items()),
    )
}
ORDER: dict[Face, int] = {face: place for place, face in enumerate(CARDS)}
DECK: tuple[Face, ...] = tuple(face for face, card in CARDS.items() for _ in range(card.copies))
GRINS: dict[Face, int] = {face: card.grin for face, card in CARDS.items()}
SHIPS: dict[Face, Colour] = {face: card.colours[0] for face, card in CARDS.items() if len(card.colours) == 1}
CANNONADES: tuple[Face, ...] = tuple(face for face in CARDS if face not in SHIPS)

# CN-8, as (card, ship): the card, a cannonade or a boarding ship, sinks the ship.
HITS: frozenset[tuple[Face, Face]] = frozenset(
    (face, ship) for face, card in CARDS.items() for ship, colour in SHIPS.items() if colour in card.colours
)


def in_order(cards: Iterable[Face]) -> tuple[Face, ...]:
    """The cards in the order of hands and piles."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def with_card(cards: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """A hand or pile with one more card."""
    return in_order((*cards, face))


def without(cards: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """A hand or pile with one card of this face removed; raises ValueError if there is none."""
    place = cards.index(face)
    return cards[:place] + cards[place + 1 :]
