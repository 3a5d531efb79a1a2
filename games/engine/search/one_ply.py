"""Players that look no further than their own move: each move is tried in a few imagined worlds and judged there."""

from typing import Any

from games.engine.play import imagine_play
from games.engine.search.knowledge import Strength
from games.engine.search.question import Question, Shares

__all__ = ["look_one_ply"]

_WORLDS = 12  # in which is looked for moves to choose from, at most


def look_one_ply(question: Question, strength: Strength) -> tuple[Shares, int]:
    """The mean payoff of every move, and in how many worlds it was looked at.

    A move that time did not allow to look at counts as the worst.
    """
    choices = (
        question.candidates() if strength.is_thorough else question.choices(min(strength.worlds, _WORLDS))
    )
    moves = question.chance.shuffled(choices)  # of equal moves, any
    total = dict.fromkeys(moves, 0.0)
    worlds = 0
    while worlds < strength.worlds and not (worlds and question.timer.is_up()):
        _judge(question, total)
        worlds += 1
    shares = [(move, worth / worlds) for move, worth in total.items()]
    return sorted(shares, key=lambda share: -share[1]), worlds


def _judge(question: Question, total: dict[Any, float]) -> None:
    """Add what each move is worth in one world, until the time is up."""
    view = question.view
    world = question.world()
    for move in total:
        after = imagine_play(view.game, world, view.seat, move, question.chance)
        total[move] += question.knowledge.evaluate(after)[view.seat]
        if question.timer.is_up():
            return
