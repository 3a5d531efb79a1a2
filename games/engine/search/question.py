"""A decision for a player to make: what its seat may know, how long it may think, and its random numbers.

A view never contains the state: `imagine` redeals everything that the seat cannot know (`Game.resample`). Its result
depends only on the observation and the chance; `tests/engine/test_honesty.py` checks this for every title.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Facts, Game, Illegal, Observation, Seat
from games.engine.search.knowledge import Knowledge

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


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


@dataclass(frozen=True)
class View(Generic[S, M]):
    """What a seat that is asked to move may know about the game."""

    game: Game[S, M]
    seat: Seat
    observation: Observation
    moves: tuple[M, ...]  # legal now; empty if the title does not list them
    default: M  # the safe move
    log: tuple[tuple[str, Facts], ...]  # events by type, with the facts that this seat may read, oldest first
    imagine: Callable[[Chance], S]  # a world: one of the states that this seat cannot tell from the true one


def view_of(game: Game[S, M], state: S, seat: Seat, log: Sequence[tuple[str, Facts]] = ()) -> View[S, M]:
    """The view of `seat`; raises Illegal if it is not asked to move now."""
    if seat not in game.to_act(state):
        raise Illegal(f"Seat {seat} is not asked to move now")
    return View(
        game=game,
        seat=seat,
        observation=game.observe(state, seat),
        moves=game.legal_moves(state, seat),
        default=game.default_move(state, seat),
        log=tuple(log),
        imagine=lambda chance: game.resample(state, seat, chance),
    )


Shares = list[tuple[Any, float]]  # moves with their payoffs or their shares of the search, the best first

# The number of random moves to try for a seat whose moves are not listed: the player's own seat, and others.
_SAMPLES, _FEW_SAMPLES = 40, 3


@dataclass(frozen=True)
class Question:
    """One thought of one player."""

    view: View[Any, Any]
    knowledge: Knowledge[Any, Any]
    level: str
    timer: Timer
    chance: Chance

    def candidates(self) -> Sequence[Any]:
        """The legal moves, or some of them if the title does not list them, including the default one."""
        view = self.view
        if view.moves:
            return view.moves
        return tuple(
            dict.fromkeys((view.default, *self._samples(view.imagine(self.chance), view.seat, _SAMPLES)))
        )

    def choices(self, worlds: int) -> Sequence[Any]:
        """The candidates that are worth considering in at least one of this many worlds."""
        moves = self.candidates()
        reduced = (self.knowledge.reduce(self.world(), self.view.seat, moves) for _ in range(worlds))
        return tuple(dict.fromkeys(chain.from_iterable(reduced)))

    def world(self) -> Any:
        """A world that this player thinks likely."""
        return self.knowledge.believe(self.view.imagine(self.chance), self.level, self.chance)

    def options(self, world: Any, seat: Seat) -> Sequence[Any]:
        """The legal moves of a seat in an imagined world, the most promising first."""
        moves = self.view.game.legal_moves(world, seat)
        if not moves:
            return (self.view.game.default_move(world, seat), *self._samples(world, seat, _FEW_SAMPLES))
        return self.knowledge.reduce(world, seat, moves) if len(moves) > 1 else moves

    def _samples(self, world: Any, seat: Seat, count: int) -> list[Any]:
        sample = self.view.game.sample_move
        return [] if sample is None else [sample(world, seat, self.chance) for _ in range(count)]
