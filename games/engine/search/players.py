"""The levels, and how each of them finds a move."""

from typing import Any, Generic, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Illegal
from games.engine.search.knowledge import Knowledge, Strength
from games.engine.search.one_ply import as_sureness, look_one_ply, sure_win
from games.engine.search.question import Budget, Question, Shares, View
from games.engine.search.tree import Tree

M = TypeVar("M", bound=msgspec.Struct)

RANKS = ("deckhand", "mate", "captain")  # people play against these, the weakest first
LEVELS = (*RANKS, "greedy", "random")  # the last two are there for comparison

_SHOWN = 5  # the most moves that a thought lists


class Considered(msgspec.Struct, Generic[M], frozen=True):
    """A move that the player considered."""

    move: M
    share: float  # 0 to 1: how sure the player is of it; the shares of one thought add up to at most 1


class Thought(msgspec.Struct, Generic[M], frozen=True):
    """The answer of a player."""

    move: M
    considered: tuple[Considered[M], ...]  # the surest first
    iterations: int  # of the tree search, or the worlds examined one ply deep
    ms: float  # by the clock of the budget


def think(
    view: View[Any, M], knowledge: Knowledge[Any, M], level: str, budget: Budget, chance: Chance
) -> Thought[M]:
    """Choose a move for a player of `level`; always a legal one, however short the budget.

    The answer depends only on the view, the chance and the budget. Raises Illegal for an unknown level.
    """
    if level not in LEVELS:
        raise Illegal(f"Expected a level out of {', '.join(LEVELS)}, but got {level!r}")
    question = Question(view, knowledge, level, budget.timer(), chance)
    if len(view.moves) == 1 or level == "random":
        move = chance.pick(question.candidates())
        return Thought(move, (Considered(move, 1.0),), 0, question.timer.ms())
    return _think(question, knowledge.strengths[level], budget)


def _think(question: Question, strength: Strength, budget: Budget) -> Thought[Any]:
    """Look one ply deep; a level that searches continues from there. Every level plays a sure win if it sees one."""
    shares, worlds = look_one_ply(question, strength)
    if (win := sure_win(question, shares)) is not None:
        return Thought(win, (Considered(win, 1.0),), worlds, question.timer.ms())
    if strength.iterations and not question.timer.is_up():
        tree = Tree(question, strength, shares)
        made, shares = tree.search(budget.iterations or strength.iterations), tree.shares()
        return Thought(shares[0][0], _listed_moves(shares), made, question.timer.ms())
    move = question.chance.pick(_best_moves(question, shares, strength.slack))
    return Thought(move, _listed_moves(as_sureness(shares)), worlds, question.timer.ms())


def _best_moves(question: Question, shares: Shares, slack: float) -> list[Any]:
    """The moves that are about as good as the best; a pass must be fully as good, since a worse one makes no sense."""
    best, is_pass = shares[0][1], question.knowledge.is_pass
    return [move for move, worth in shares if worth >= best or (worth >= best - slack and not is_pass(move))]


def _listed_moves(shares: Shares) -> tuple[Considered[Any], ...]:
    return tuple(Considered(move, share) for move, share in shares[:_SHOWN])
