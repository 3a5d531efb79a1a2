"""Players that look one ply ahead: they try each move in a few imagined worlds and judge the result."""

import math
from typing import Any

from games.engine.play import imagine_play
from games.engine.search.knowledge import Strength
from games.engine.search.question import Question, Shares

_DOUBT = 0.05  # a payoff lower by this much makes a move e times less sure

_PROOF = 16  # a move must win in this many worlds to count as a sure win
_PROVED = 8  # the most moves that are tested for a sure win
_WORLDS = 12  # the most worlds that are searched for candidate moves


def look_one_ply(question: Question, strength: Strength) -> tuple[Shares, int]:
    """The mean payoff of every move, and the number of worlds in which it was tried.

    A move that was not tried for lack of time counts as the worst.
    """
    choices = (
        question.candidates() if strength.is_thorough else question.choices(min(strength.worlds, _WORLDS))
    )
    moves = question.chance.shuffled(choices)  # so that equal moves come in random order
    total = dict.fromkeys(moves, 0.0)
    worlds = 0
    while worlds < strength.worlds and not (worlds and question.timer.is_up()):
        _judge(question, total)
        worlds += 1
    shares = [(move, worth / worlds) for move, worth in total.items()]
    return sorted(shares, key=lambda share: -share[1]), worlds


def as_sureness(shares: Shares) -> Shares:
    """How sure a player is of each move, computed from payoffs, which only say how good it is; the sum is 1."""
    best = shares[0][1]
    weights = [math.exp((worth - best) / _DOUBT) for _, worth in shares]
    whole = sum(weights)
    return [(move, weight / whole) for (move, _), weight in zip(shares, weights, strict=True)]


def sure_win(question: Question, shares: Shares) -> Any:
    """A move that won in all worlds so far, and in enough more to make failure unlikely; None if there is none.

    Several moves are tested: one that only won in the first worlds may be listed before one that wins in all.
    """
    winning = [move for move, worth in shares[:_PROVED] if worth >= 1]
    return next((move for move in winning if _is_proved(question, move)), None)


def _is_proved(question: Question, move: Any) -> bool:
    return all(_worth(question, question.world(), move) >= 1 for _ in range(_PROOF))


def _judge(question: Question, total: dict[Any, float]) -> None:
    """Add the value of each move in one world, until the time is up."""
    world = question.world()
    for move in total:
        total[move] += _worth(question, world, move)
        if question.timer.is_up():
            return


def _worth(question: Question, world: Any, move: Any) -> float:
    seat = question.view.seat
    after = imagine_play(question.view.game, world, seat, move, question.chance)
    return question.knowledge.evaluate(after)[seat]
