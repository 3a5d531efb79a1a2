"""Bots: information-set Monte Carlo tree search over what one seat may know (`docs/bots.md`).

`view_of` builds a player's input; `think` returns a move. Callers pass the clock as a callable, and all randomness as
a `Chance`.
"""

from games.engine.search.estimate import estimate
from games.engine.search.knowledge import Knowledge, Strength, generic_knowledge, payoffs
from games.engine.search.players import LEVELS, RANKS, Considered, Thought, think
from games.engine.search.question import Budget, Clock, View, view_of

__all__ = [
    "LEVELS", "RANKS", "Budget", "Clock", "Considered", "Knowledge", "Strength", "Thought", "View", "estimate",
    "generic_knowledge", "payoffs", "think", "view_of",
]  # fmt: skip
