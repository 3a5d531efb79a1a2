"""The levels, and how each of them comes to a move."""

from typing import Any, Generic, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.errors import Illegal
from games.engine.search.budget import Budget
from games.engine.search.knowledge import Knowledge, Strength
from games.engine.search.one_ply import look_one_ply
from games.engine.search.question import Question, Shares
from games.engine.search.tree import Tree
from games.engine.search.view import View

__all__ = ["LEVELS", "RANKS", "Considered", "Thought", "think"]

M = TypeVar("M", bound=msgspec.Struct)

RANKS = ("deckhand", "mate", "captain")  # what people play against, the weakest first
LEVELS = (*RANKS, "greedy", "random")  # the last two are there to measure the others by

_SHOWN = 5  # moves that a thought tells of, at most


class Considered(msgspec.Struct, Generic[M], frozen=True):
    """A move that was thought about."""

    move: M
    share: float  # 0 to 1: how sure the player is of it; the shares of one thought add up to at most 1


class Thought(msgspec.Struct, Generic[M], frozen=True):
    """A player's answer."""

    move: M
    considered: tuple[Considered[M], ...]  # the surest first
    iterations: int  # of the tree search, or the worlds that were looked at one ply deep
    ms: float  # by the clock of the budget


def think(
    view: View[Any, M], knowledge: Knowledge[Any, M], level: str, budget: Budget, chance: Chance
) -> Thought[M]:
    """The move that a player of `level` makes; always a legal one, however short the budget.

    The answer depends on what the view holds, the chance and the budget alone. Raises Illegal for an unknown level.
    """
    if level not in LEVELS:
        raise Illegal(f"Expected a level out of {', '.join(LEVELS)}, but got {level!r}")
    question = Question(view, knowledge, level, budget.timer(), chance)
    if len(view.moves) == 1 or level == "random":
        move = chance.pick(question.candidates())
        return Thought(move, (Considered(move, 1.0),), 0, question.timer.ms())
    return _thought(question, knowledge.strengths[level], budget)


def _thought(question: Question, strength: Strength, budget: Budget) -> Thought[Any]:
    """Look one ply deep; a level that searches goes on from there."""
    shares, worlds = look_one_ply(question, strength)
    if not strength.iterations or shares[0][1] >= 1 or question.timer.is_up():
        return Thought(
            _one_of_the_best(question, strength, shares), _considered(shares), worlds, question.timer.ms()
        )
    tree = Tree(question, strength, shares)
    made = tree.search(budget.iterations or strength.iterations)
    found = tree.shares()
    return Thought(found[0][0], _considered(found), made, question.timer.ms())


def _one_of_the_best(question: Question, strength: Strength, shares: Shares) -> Any:
    best = shares[0][1]
    if best >= 1:  # a sure win is never given up
        return shares[0][0]
    return question.chance.pick([move for move, worth in shares if worth >= best - strength.slack])


def _considered(shares: Shares) -> tuple[Considered[Any], ...]:
    """The best moves, each with its part of what they are worth together."""
    best = shares[:_SHOWN]
    whole = sum(worth for _, worth in best) or 1.0
    return tuple(Considered(move, worth / whole) for move, worth in best)
