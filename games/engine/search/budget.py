"""The thinking time of a player: a number of iterations, a time, or the default of its level."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Budget", "Clock", "Timer", "standing"]

Clock: TypeAlias = Callable[[], float]  # seconds since any fixed moment


def standing() -> float:
    """A clock that stands still, for callers that limit only iterations."""
    return 0.0


@dataclass(frozen=True)
class Budget:
    """Limits of one thought; None means the default of the level."""

    ms: int | None = None  # by `clock`; with 0 the player still makes a move
    iterations: int | None = None
    clock: Clock = standing

    def timer(self) -> "Timer":
        """Start a timer for this thought."""
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
        """Whether the player must answer now."""
        return self._limit is not None and self.ms() >= self._limit
