"""What a player knows of a title besides its rules: how good a position is, and which moves are worth a look.

A title offers its own in a module `knowledge`, as the function `knowledge_of` of a rules version, older or present;
`Registry.knowledge` finds it. All functions are pure and get imagined worlds, never the true state.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Game, Outcome, Seat
from games.engine.random_play import random_move

__all__ = ["Knowledge", "Payoffs", "Strength", "even", "generic_knowledge", "payoffs"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)

Payoffs: TypeAlias = tuple[float, ...]  # one per seat (more do not matter), 0 to 1, the greater the better

_FOR_FIRST = 0.8  # of a payoff comes from being first, the rest from the seats that are beaten


@dataclass(frozen=True)
class Strength:
    """How a level thinks in one title."""

    iterations: int = 0  # of the tree search; 0: it looks at every move one ply deep
    worlds: int = 1  # in which it looks one ply deep
    slack: float = 0.0  # plays any move whose payoff comes so close to the best
    is_thorough: bool = False  # looks at every legal move, whatever `Knowledge.reduce` leaves out


_STRENGTHS = {
    "deckhand": Strength(worlds=2, slack=0.06),
    "mate": Strength(iterations=60),
    "captain": Strength(iterations=400),
    "greedy": Strength(worlds=4, is_thorough=True),
}


@dataclass(frozen=True)
class Knowledge(Generic[S, M]):
    """What makes the search good at one title."""

    evaluate: Callable[[S], Payoffs]
    """How the game is likely to end for each seat, judged without playing on; `payoffs` once it is over."""
    rollout_move: Callable[[S, Seat, Chance], M]
    """A quick and sensible move of a seat that is asked."""
    reduce: Callable[[S, Seat, Sequence[M]], Sequence[M]]
    """Of the legal moves one for each that differs in effect, the most promising first; at least one."""
    horizon: int = 0  # plies that are played by `rollout_move` at most before a position is judged
    is_settled: Callable[[S], bool] = lambda state: False
    """Whether a position may be judged before that."""
    believe: Callable[[S, str, Chance], S] = lambda world, level, chance: world
    """A world as a player of a level thinks it likely, out of one that was dealt at random. It may depend on what the
    seat sees and on what is published, not on anything hidden."""
    curiosity: float = 0.5
    """How much the search prefers a move that it tried seldom, in payoff: the less, the nearer `evaluate` judges what
    differs, and the deeper it looks at few moves."""
    is_idle: Callable[[M], bool] = lambda move: False
    """Whether a move does nothing, such as a pass. No level is so careless as to play it in place of a better one."""
    strengths: Mapping[str, Strength] = field(default_factory=lambda: _STRENGTHS)  # by level


def payoffs(outcome: Outcome) -> Payoffs:
    """What a seat gets for its rank: mostly for a share of the first place, a little for each seat that it beats.

    >>> payoffs(Outcome("left", (1, 2)))
    (1.0, 0.0)
    """
    ranks = outcome.ranks
    others = max(1, len(ranks) - 1)
    first = 1 / ranks.count(1)
    return tuple(
        _FOR_FIRST * (first if rank == 1 else 0.0) + (1 - _FOR_FIRST) * _beaten(ranks, rank) / others
        for rank in ranks
    )


def _beaten(ranks: tuple[int, ...], rank: int) -> float:
    """How many seats rank worse; one that shares the rank counts half."""
    return sum(other > rank for other in ranks) + (ranks.count(rank) - 1) / 2


def even(seats: int) -> Payoffs:
    """What everybody may expect where nothing is known."""
    return (_FOR_FIRST / seats + (1 - _FOR_FIRST) / 2,) * seats


def generic_knowledge(game: Game[Any, Any]) -> Knowledge[Any, Any]:
    """For titles without a module of knowledge: random play to the end, and all moves as they are listed."""
    most = game.seats[-1]  # how many really play, a state does not tell

    def evaluate(state: Any) -> Payoffs:
        outcome = game.outcome(state)
        return even(most) if outcome is None else payoffs(outcome)

    return Knowledge(
        evaluate=evaluate,
        rollout_move=lambda state, seat, chance: random_move(game, state, seat, chance),
        reduce=lambda state, seat, moves: moves,
        horizon=game.max_plies,
    )
