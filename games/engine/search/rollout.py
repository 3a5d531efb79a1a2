"""Judge a position: play on for a while with quick moves, then estimate."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Game
from games.engine.play import imagine_play
from games.engine.search.knowledge import Knowledge, Payoffs

__all__ = ["judged"]


def judged(
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
