"""What a seat may expect of a game, as a captain in its place would judge it: for looking back at games."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.search.budget import Budget
from games.engine.search.knowledge import Knowledge, payoffs
from games.engine.search.rollout import judged

__all__ = ["estimate"]

_LEVEL = "captain"
_WORLDS = 12  # that are imagined, where the budget names no number
_AHEAD = 10  # plies that are played on at least: in the middle of a turn, whoever is on turn looks better off


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

    It depends on what the seat sees, the chance and the budget alone, and not on what is hidden from the seat. Once the
    game is over it is what the seat has got.
    """
    if (outcome := game.outcome(state)) is not None:
        return payoffs(outcome)[seat]
    timer, total, made = budget.timer(), 0.0, 0
    while made < (budget.iterations or _WORLDS) and not (made and timer.is_up()):
        world = knowledge.believe(game.resample(state, seat, chance), _LEVEL, chance)
        total += judged(game, knowledge, world, chance, _AHEAD)[seat]
        made += 1
    return total / made
