"""What a player knows about a title besides its rules: how good a position is, and which moves to consider.

A title offers its own in a module `knowledge`, as the function `knowledge_of` of a rules version, old or current;
`Registry.knowledge` finds it. All functions are pure and get imagined worlds, never the true state.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Game, Outcome, Seat
from games.engine.play import random_move

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)

Payoffs: TypeAlias = tuple[float, ...]  # one per seat (extra ones are ignored), 0 to 1, higher is better

_FOR_FIRST = 0.8  # the part of a payoff for first place; the rest is for seats that finish behind


@dataclass(frozen=True)
class Strength:
    """How hard a level thinks in one title."""

    iterations: int = 0  # of the tree search; 0: it examines every move one ply deep
    worlds: int = 1  # the number of worlds in which it looks one ply deep
    slack: float = 0.0  # it plays any move whose payoff is at most this far from the best
    is_thorough: bool = False  # examines every legal move, even those that `Knowledge.reduce` drops


_STRENGTHS = {
    "deckhand": Strength(worlds=2, slack=0.06),
    "mate": Strength(iterations=60),
    "captain": Strength(iterations=400),
    "greedy": Strength(worlds=4, is_thorough=True),
}


def without_belief(world: Any, level: str, chance: Chance) -> Any:
    """The default `believe`: the world as it was dealt."""
    return world


@dataclass(frozen=True)
class Knowledge(Generic[S, M]):
    """Everything that makes the search good at one title."""

    evaluate: Callable[[S], Payoffs]
    """The expected payoffs of all seats, estimated without playing on; `payoffs` once the game is over."""
    rollout_move: Callable[[S, Seat, Chance], M]
    """A quick and sensible move of a seat that is asked to move."""
    reduce: Callable[[S, Seat, Sequence[M]], Sequence[M]]
    """One legal move for each different effect, the most promising first; at least one."""
    horizon: int = 0  # the maximum number of plies played by `rollout_move` before a position is estimated
    is_settled: Callable[[S], bool] = lambda state: False
    """Whether a position may be estimated before the horizon."""
    believe: Callable[[S, str, Chance], S] = without_belief
    """A world that a player of a level thinks likely, made from one that was dealt at random. It may depend on what the
    seat sees and on published information, but not on anything hidden."""
    curiosity: float = 0.5
    """How much the search prefers moves that it has rarely tried, in payoff. Lower values suit an `evaluate` with small
    differences, and make the search deeper and narrower."""
    is_pass: Callable[[M], bool] = lambda move: False
    """Whether a move does nothing, such as a pass. No level is careless enough to play it instead of a better one."""
    strengths: Mapping[str, Strength] = field(default_factory=lambda: _STRENGTHS)  # by level


def payoffs(outcome: Outcome) -> Payoffs:
    """Each seat's payoff for its rank: mostly for its share of first place, and a little for each seat that it beats.

    >>> payoffs(Outcome("left", (1, 2)))
    (1.0, 0.0)
    """
    ranks = outcome.ranks
    others = max(1, len(ranks) - 1)
    first = 1 / ranks.count(1)
    return tuple(
        _FOR_FIRST * (first if rank == 1 else 0.0) + (1 - _FOR_FIRST) * _seats_beaten(ranks, rank) / others
        for rank in ranks
    )


def _seats_beaten(ranks: tuple[int, ...], rank: int) -> float:
    """The number of seats with a worse rank; one that shares the rank counts half."""
    return sum(other > rank for other in ranks) + (ranks.count(rank) - 1) / 2


def even_payoffs(seats: int) -> Payoffs:
    """The payoffs that seats can expect if nothing is known."""
    return (_FOR_FIRST / seats + (1 - _FOR_FIRST) / 2,) * seats


def generic_knowledge(game: Game[Any, Any]) -> Knowledge[Any, Any]:
    """For titles without a knowledge module: random play to the end, and all moves in the order listed."""
    most = game.seats[-1]  # the state does not say how many seats it has

    def evaluate(state: Any) -> Payoffs:
        outcome = game.outcome(state)
        return even_payoffs(most) if outcome is None else payoffs(outcome)

    return Knowledge(
        evaluate=evaluate,
        rollout_move=lambda state, seat, chance: random_move(game, state, seat, chance),
        reduce=lambda state, seat, moves: moves,
        horizon=game.max_plies,
    )
