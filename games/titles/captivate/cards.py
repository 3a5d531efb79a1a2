"""The 52 cards: 13 creatures in each of 4 elements, with power dots on every side (CV-1 to CV-3)."""

from typing import Literal, NamedTuple, TypeAlias

CardId: TypeAlias = str  # "<element>-<value>", such as "light-1"
Element: TypeAlias = Literal["earth", "water", "light", "dark"]


class Card(NamedTuple):
    """One card of the deck."""

    id: CardId
    element: Element
    value: int  # 1..13
    creature: str  # a key, not a word for people
    dots: tuple[int, int, int, int]  # 1-4 each: top, right, bottom, left


# CV-1: the index, clockwise from the top, of the side on which the element is strongest.
ELEMENTS: dict[Element, int] = {"earth": 3, "water": 1, "light": 0, "dark": 2}

# CV-2, CV-3: by value from 1; dots clockwise from the strong side (strong, next, opposite, last).
CREATURES: tuple[tuple[str, tuple[int, int, int, int]], ...] = (
    ("rat", (4, 1, 1, 1)),
    ("frog", (4, 1, 1, 2)),
    ("crab", (4, 2, 1, 2)),
    ("hare", (4, 2, 1, 3)),
    ("owl", (4, 2, 2, 2)),
    ("fox", (4, 3, 1, 3)),
    ("stag", (4, 3, 2, 2)),
    ("boar", (4, 2, 2, 3)),
    ("wolf", (4, 3, 2, 3)),
    ("eagle", (4, 3, 3, 3)),
    ("bear", (4, 4, 2, 3)),
    ("tiger", (4, 3, 3, 4)),
    ("dragon", (4, 4, 4, 4)),
)


def _card(element: Element, value: int) -> Card:
    creature, clockwise = CREATURES[value - 1]
    strong = ELEMENTS[element]
    top, right, bottom, left = (clockwise[(side - strong) % 4] for side in range(4))
    return Card(f"{element}-{value}", element, value, creature, (top, right, bottom, left))


CARDS: dict[CardId, Card] = {
    card.id: card for element in ELEMENTS for value in range(1, 14) if (card := _card(element, value))
}
