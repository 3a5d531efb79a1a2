"""Positions of Blank, written as text."""

from typing import Any

from tests.blank_title.blank.cards import CARDS
from tests.blank_title.blank.state import State


def position(hands: str, **facts: Any) -> State:
    """Return a state with hands such as "1 2 3 | 4 5 6", nothing laid, and all other cards in the deck."""
    held = tuple(tuple(map(int, hand.split())) for hand in hands.split("|"))
    deck = tuple(card for card in CARDS if not any(card in hand for hand in held))
    return State(**{"seat": 0, "deck": deck, "hands": held, "laid": (None,) * len(held), **facts})
