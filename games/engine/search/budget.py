"""How long a player may think: a number of iterations, a time, or what its level takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Budget", "Clock", "Timer", "standing"]

Clock: TypeAlias = Callable[[], float]  # seconds, from wherever it likes to count


def standing() -> float:
    """A clock that never moves on, for whoever limits iterations only."""
    return 0.0


@dataclass(frozen=True)
class Budget:
    """Limits of one thought; None leaves a limit to the level."""

    ms: int | None = None  # by `clock`; 0 still gets a move
    iterations: int | None = None
    clock: Clock = standing

    def timer(self) -> "Timer":
        """The time of this thought begins now."""
        return Timer(self.clock, self.ms)


class Timer:
    """How long one thought has taken."""

    def __init__(self, clock: Clock, limit: int | None) -> None:
        self._clock = clock
        self._begun = clock()
        self._limit = limit

    def ms(self) -> float:
        """Milliseconds since the thought began."""
        return (self._clock() - self._begun) * 1000

    def is_up(self) -> bool:
        """Whether the player has to answer now."""
        return self._limit is not None and self.ms() >= self._limit
