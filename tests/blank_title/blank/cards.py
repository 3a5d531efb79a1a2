"""The deck (BL-1)."""

from typing import TypeAlias

Card: TypeAlias = int

CARDS: tuple[Card, ...] = tuple(range(1, 21))
