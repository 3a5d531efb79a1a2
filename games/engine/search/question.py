"""One thought of a player in one value: its view, its knowledge, its time and its chance."""

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

Shares = list[tuple[Any, float]]  # moves with their payoffs or their shares of the search, the best first

# The number of random moves for a seat whose moves are not listed: the player's own seat, and others.
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
        """The legal moves, or some of them if the title does not list them, including the default one."""
        view = self.view
        if view.moves:
            return view.moves
        return tuple(
            dict.fromkeys((view.default, *self._samples(view.imagine(self.chance), view.seat, _SAMPLES)))
        )

    def choices(self, worlds: int) -> Sequence[Any]:
        """The candidates worth considering in any of some worlds."""
        moves = self.candidates()
        reduced = (self.knowledge.reduce(self.world(), self.view.seat, moves) for _ in range(worlds))
        return tuple(dict.fromkeys(chain.from_iterable(reduced)))

    def world(self) -> Any:
        """A world that this player thinks likely."""
        return self.knowledge.believe(self.view.imagine(self.chance), self.level, self.chance)

    def options(self, world: Any, seat: Seat) -> Sequence[Any]:
        """The legal moves of a seat in an imagined world, the most promising first."""
        moves = self.view.game.legal_moves(world, seat)
        if not moves:
            return (self.view.game.default_move(world, seat), *self._samples(world, seat, _FEW_SAMPLES))
        return self.knowledge.reduce(world, seat, moves) if len(moves) > 1 else moves

    def _samples(self, world: Any, seat: Seat, count: int) -> list[Any]:
        sample = self.view.game.sample_move
        return [] if sample is None else [sample(world, seat, self.chance) for _ in range(count)]
