"""The payoff that a seat may expect of a game, as a captain on that seat would judge it: for game analysis."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.search.budget import Budget
from games.engine.search.knowledge import Knowledge, payoffs
from games.engine.search.rollout import judged

__all__ = ["estimate"]

_LEVEL = "captain"
_WORLDS = 12  # imagined, if the budget names no number
_AHEAD = 10  # minimum plies to play on: in mid-turn, the seat on turn looks better off than it is


def estimate(
    game: Game[Any, Any],
    knowledge: Knowledge[Any, Any],
    state: Any,
    seat: Seat,
    *,
    budget: Budget,
    chance: Chance,
) -> float:
    """The payoff that `seat` may expect, 0 to 1: the mean over worlds that it cannot tell from the true one.

    It depends only on what the seat sees, the chance and the budget, and not on anything hidden from the seat.
    After the end of the game it is the payoff that the seat got.
    """
    if (outcome := game.outcome(state)) is not None:
        return payoffs(outcome)[seat]
    timer, total, made = budget.timer(), 0.0, 0
    while made < (budget.iterations or _WORLDS) and not (made and timer.is_up()):
        world = knowledge.believe(game.resample(state, seat, chance), _LEVEL, chance)
        total += judged(game, knowledge, world, chance, _AHEAD)[seat]
        made += 1
    return total / made
