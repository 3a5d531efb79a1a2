"""What is asked of a player in one thought, in one value: the view, what it knows, its time and its chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.engine.search.budget import Timer
from games.engine.search.knowledge import Knowledge
from games.engine.search.view import View

__all__ = ["Question", "Shares"]

Shares = list[tuple[Any, float]]  # moves with their payoffs or their parts of the search, the best first

# Random moves of a seat whose moves are not listed: of the player's own, and of others.
_SAMPLES, _FEW_SAMPLES = 40, 3


@dataclass(frozen=True)
class Question:
    """One thought of one player."""

    view: View[Any, Any]
    knowledge: Knowledge[Any, Any]
    level: str
    timer: Timer
    chance: Chance

    def candidates(self) -> Sequence[Any]:
        """The legal moves, or some of them where the title does not list them: at least the default one."""
        view = self.view
        if view.moves:
            return view.moves
        return tuple(
            dict.fromkeys((view.default, *self._samples(view.imagine(self.chance), view.seat, _SAMPLES)))
        )

    def choices(self, worlds: int) -> Sequence[Any]:
        """The candidates that are worth a look in any of some worlds."""
        moves = self.candidates()
        reduced = (self.knowledge.reduce(self.world(), self.view.seat, moves) for _ in range(worlds))
        return tuple(dict.fromkeys(chain.from_iterable(reduced)))

    def world(self) -> Any:
        """A world as this player thinks it likely."""
        return self.knowledge.believe(self.view.imagine(self.chance), self.level, self.chance)

    def options(self, world: Any, seat: Seat) -> Sequence[Any]:
        """What a seat that is asked may do in an imagined world, the most promising first."""
        moves = self.view.game.legal_moves(world, seat)
        if not moves:
            return (self.view.game.default_move(world, seat), *self._samples(world, seat, _FEW_SAMPLES))
        return self.knowledge.reduce(world, seat, moves) if len(moves) > 1 else moves

    def _samples(self, world: Any, seat: Seat, count: int) -> list[Any]:
        sample = self.view.game.sample_move
        return [] if sample is None else [sample(world, seat, self.chance) for _ in range(count)]
