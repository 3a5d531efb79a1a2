"""The 52 cards (GF-1)."""

from typing import TypeAlias

Card: TypeAlias = str  # "<rank>-<suit>", such as "7-hearts"
Rank: TypeAlias = str

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARDS: tuple[Card, ...] = tuple(f"{rank}-{suit}" for rank in RANKS for suit in SUITS)


def rank_of(card: Card) -> Rank:
    """Return the rank of a card."""
    return card.split("-")[0]


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards in the order of a hand: by rank, then by suit."""
    return tuple(sorted(cards, key=CARDS.index))
