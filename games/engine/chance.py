"""Random numbers that anybody can recompute: HMAC-SHA256 of a secret seed in counter mode.

Every ply has its own random stream, `Chance(seed, number, generation)`. So there is no generator state to save, taking
a move back cannot re-roll, and no Python version changes a shuffle. `docs/chance.md` has the recipe.
"""

import hmac
from collections.abc import Sequence
from struct import Struct
from typing import NamedTuple, TypeVar

Draw = tuple[int, int]  # (limit, number): the number was drawn from those below the limit
T = TypeVar("T")

SETUP = -1  # the stream of the set-up, before ply 0
_MESSAGE = Struct(">qII")  # number of the stream, generation, and number of the block
_WORDS = Struct(">4Q")  # the words of a block; one draw uses one word of 8 bytes
_RANGE = 1 << 64


class Stream(NamedTuple):
    """The name of a random stream in a game."""

    number: int  # of plies of the game before this one, without those taken back; SETUP for the set-up
    generation: int = 0  # of rewinds before it that took back a ply which drew


class Chance:
    """The random stream of one ply of a game.

    >>> Chance(bytes(32), 0).below(6)
    2
    """

    __slots__ = ("_count", "_seed", "_stream", "_words", "used")

    def __init__(self, seed: bytes, number: int, generation: int = 0) -> None:
        self._seed = seed
        self._stream = Stream(number, generation)
        self._count = 0  # blocks made so far
        self._words: list[int] = []  # the unused words of the latest block, the next one last
        self.used = False  # whether anything was drawn; such a ply cannot be taken back

    def below(self, n: int) -> int:
        """An unbiased whole number in 0..n-1; raises ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"Expected a positive bound, but got {n}")
        self.used = True
        while True:
            if not self._words:
                self._words = self._next_block()
            word = self._words.pop()
            # The last words would favour small results. Nearly all are so far from the end that this is seen at once.
            if word < _RANGE - n or word < _RANGE - _RANGE % n:
                return word % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates, from the end down)."""
        order, below = list(items), self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def _next_block(self) -> list[int]:
        message = _MESSAGE.pack(*self._stream, self._count)
        self._count += 1
        return list(_WORDS.unpack(hmac.digest(self._seed, message, "sha256"))[::-1])


class Recorded(Chance):
    """A stream that records its draws."""

    __slots__ = ("draws",)

    def __init__(self, seed: bytes, number: int, generation: int = 0) -> None:
        super().__init__(seed, number, generation)
        self.draws: list[Draw] = []

    def below(self, n: int) -> int:
        """Draw like any stream, and record the draw."""
        found = super().below(n)
        self.draws.append((n, found))
        return found
