"""Compare moves, each searched equally deep: for callers that need to know how much better one move is.

A tree search examines good moves often and others hardly ever, so it knows little about how bad those are. Here every
move gets the same number of iterations in the same worlds. A *deal* is a set of worlds that a seat cannot tell from
the true one, made from a seed of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

from games.engine.chance import Chance
from games.engine.play import imagine_play
from games.engine.search.knowledge import Knowledge, without_belief
from games.engine.search.question import Budget, Question, View
from games.engine.search.tree import Tree

LEVEL = "captain"  # the level whose beliefs and search are used

_WORLDS, _WALKS = 0, 1  # streams of one deal


class SampledWorlds:
    """Worlds that one seat can imagine, in which its moves are compared."""

    def __init__(
        self, view: View[Any, Any], knowledge: Knowledge[Any, Any], worlds: Sequence[Any], seed: bytes
    ) -> None:
        """`worlds` are already filtered by belief; `seed` determines all chance after that."""
        self._game, self._seat, self._seed = view.game, view.seat, seed
        self._view, self._worlds = view, tuple(worlds)
        self._known: dict[tuple[Any, int], float] = {}  # results so far
        self._knowledge = replace(knowledge, believe=without_belief)

    def worth(self, move: Any, iterations: int) -> float:
        """The mean payoff of `move`, 0 to 1. It is examined one ply deep if captains do so."""
        if (move, iterations) not in self._known:
            is_searched = bool(self._knowledge.strengths[LEVEL].iterations)
            self._known[move, iterations] = (self._search if is_searched else self._one_ply)(move, iterations)
        return self._known[move, iterations]

    def is_same(self, one: Any, other: Any) -> bool:
        """Whether two moves lead to the same state in every world, so that they differ in name only."""
        return all(self._after(world, one) == self._after(world, other) for world in self._worlds)

    def _search(self, move: Any, iterations: int) -> float:
        strength = replace(self._knowledge.strengths[LEVEL], iterations=iterations)
        tree = Tree(self._question(), strength, [(move, 0.0)])
        tree.search(iterations)
        return tree.worths()[move]

    def _one_ply(self, move: Any, iterations: int) -> float:
        worlds = self._worlds[:iterations]
        judged = (self._knowledge.evaluate(self._after(world, move))[self._seat] for world in worlds)
        return sum(judged) / len(worlds)

    def _after(self, world: Any, move: Any) -> Any:
        return imagine_play(self._game, world, self._seat, move, Chance(self._seed, _WALKS))

    def _question(self) -> Question:
        """A question with these worlds, one after the other, the same for every move."""
        ahead = cycle(self._worlds)
        view = replace(self._view, imagine=lambda chance: next(ahead))
        return Question(view, self._knowledge, LEVEL, Budget().timer(), Chance(self._seed, _WALKS))


def sampled_deals(
    view: View[Any, Any], knowledge: Knowledge[Any, Any], seeds: Iterable[bytes], worlds: int
) -> tuple[SampledWorlds, ...]:
    """A deal of this many worlds for each seed; it depends only on the seed and on what the view's seat sees."""
    return tuple(
        SampledWorlds(view, knowledge, _sample_worlds(view, knowledge, Chance(seed, _WORLDS), worlds), seed)
        for seed in seeds
    )


def _sample_worlds(
    view: View[Any, Any], knowledge: Knowledge[Any, Any], chance: Chance, worlds: int
) -> list[Any]:
    return [knowledge.believe(view.imagine(chance), LEVEL, chance) for _ in range(worlds)]
