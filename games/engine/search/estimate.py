"""A seat's expected payoff: play on for a while with quick moves, then estimate."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.play import imagine_play
from games.engine.search.knowledge import Knowledge, Payoffs, payoffs
from games.engine.search.question import Budget


def expected_payoffs(
    game: Game[Any, Any], knowledge: Knowledge[Any, Any], world: Any, chance: Chance, ahead: int = 0
) -> Payoffs:
    """The expected payoff of each seat in an imagined world, after max(`Knowledge.horizon`, `ahead`) more plies."""
    for ply in range(max(knowledge.horizon, ahead)):
        asked = game.to_act(world)
        if not asked or (ply >= ahead and knowledge.is_settled(world)):
            break
        seat = min(asked)
        move = knowledge.rollout_move(world, seat, chance)
        world = imagine_play(game, world, seat, move, chance)
    return knowledge.evaluate(world)


_LEVEL = "captain"
_WORLDS = 12  # imagined, if the budget names no number
_AHEAD = 10  # minimum plies to play on: in the middle of its turn, a seat looks better off than it is


def estimate(
    game: Game[Any, Any],
    knowledge: Knowledge[Any, Any],
    state: Any,
    seat: Seat,
    *,
    budget: Budget,
    chance: Chance,
) -> float:
    """The payoff that `seat` can expect, 0 to 1: the mean over worlds that it cannot tell from the true one.

    It depends only on what the seat sees, the chance and the budget, and not on anything hidden from the seat.
    After the end of the game it is the payoff that the seat got.
    """
    if (outcome := game.outcome(state)) is not None:
        return payoffs(outcome)[seat]
    timer, total, made = budget.timer(), 0.0, 0
    while made < (budget.iterations or _WORLDS) and not (made and timer.is_up()):
        world = knowledge.believe(game.resample(state, seat, chance), _LEVEL, chance)
        total += expected_payoffs(game, knowledge, world, chance, _AHEAD)[seat]
        made += 1
    return total / made
