"""Chance that anybody can recompute: HMAC-SHA256 of a secret seed in counter mode.

Every ply has a random stream of its own, `Chance(seed, ply)`. So no generator state has to be saved, taking a move
back cannot re-roll, and no Python version changes a shuffle. `docs/chance.md` has the recipe.
"""

import hmac
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["SETUP", "Chance"]

T = TypeVar("T")

SETUP = -1  # the stream of the set-up, before ply 0
_WORD = 8  # bytes of the stream used by one draw
_RANGE = 1 << (8 * _WORD)


class Chance:
    """The random stream of one ply of one table.

    >>> Chance(bytes(32), 0).below(6)
    2
    """

    __slots__ = ("_block", "_count", "_ply", "_seed", "used")

    def __init__(self, seed: bytes, ply: int) -> None:
        self._seed = seed
        self._ply = ply
        self._count = 0  # blocks made so far
        self._block = b""
        self.used = False  # whether anything was drawn: such a ply cannot be taken back

    def below(self, n: int) -> int:
        """An unbiased whole number in 0..n-1; raises ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"Expected a positive bound, but got {n}")
        self.used = True
        limit = _RANGE - _RANGE % n  # words from here on would favour small results
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates, from the end down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def _word(self) -> int:
        if not self._block:
            self._block = self._next_block()
        word, self._block = self._block[:_WORD], self._block[_WORD:]
        return int.from_bytes(word, "big")

    def _next_block(self) -> bytes:
        message = self._ply.to_bytes(8, "big", signed=True) + self._count.to_bytes(8, "big")
        self._count += 1
        return hmac.digest(self._seed, message, "sha256")
