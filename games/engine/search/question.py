"""What is asked of a player in one thought, in one value: the view, what it knows, its time and its chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.chance import Chance
from games.engine.search.budget import Timer
from games.engine.search.knowledge import Knowledge
from games.engine.search.view import View

__all__ = ["Question", "Shares"]

Shares = list[tuple[Any, float]]  # moves with their payoffs or their parts of the search, the best first

_SAMPLES = 40  # random moves of a seat whose moves are not listed


@dataclass(frozen=True)
class Question:
    """One thought of one player."""

    view: View[Any, Any]
    knowledge: Knowledge[Any, Any]
    timer: Timer
    chance: Chance

    def candidates(self) -> Sequence[Any]:
        """The legal moves, or some of them where the title does not list them: at least the default one."""
        view, sample = self.view, self.view.game.sample_move
        if view.moves or sample is None:
            return view.moves
        world = view.imagine(self.chance)
        drawn = (sample(world, view.seat, self.chance) for _ in range(_SAMPLES))
        return tuple(dict.fromkeys((view.default, *drawn)))
