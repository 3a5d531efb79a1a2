"""The deck (BL-1)."""

from typing import TypeAlias

__all__ = ["CARDS", "Card"]

Card: TypeAlias = int

CARDS: tuple[Card, ...] = tuple(range(1, 21))
