"""A position that may contain a puzzle, and how bots evaluate it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.engine.puzzle import key_of
from games.engine.registry import AnyGame
from games.engine.search import Budget, Knowledge, Strength, Thought, think, view_of
from games.engine.search.one_ply import as_sureness, look_one_ply
from games.engine.search.question import Question, Shares
from games.engine.search.tree import Tree
from games.engine.search.weigh import LEVEL, SampledWorlds, sampled_deals
from games.titles import TITLES

DEALS, WORLDS = 4, 16
MARGIN, SMALL_MARGIN, CURIOUS = (
    0.04,
    0.025,
    0.2,
)  # in payoff; below this curiosity the small margin suffices
GREEDY = "greedy"  # the level that has to miss the answer


@dataclass(frozen=True)
class Effort:
    """The search effort for a title: iterations of each step."""

    quick: int
    deep: int  # for each try of a captain
    weigh: int  # for each move in each deal


def _effort_for(captain: Strength) -> Effort:
    """The search effort, based on the captain's iterations, or on its worlds if it has none."""
    usual = captain.iterations or captain.worlds
    return Effort(quick=_within(usual // 4, 30, 40), deep=3 * usual // 2, weigh=_within(usual // 3, 50, 100))


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(number, most))


@dataclass(frozen=True)
class QuickSearch:
    """What a quick search finds in a position."""

    first: Any  # the move that looks best one ply deep
    searched: Shares  # all moves by their share of a short search, highest first
    worths: Mapping[Any, float]  # the worth of each move in that search


@dataclass(frozen=True)
class Position:
    """A position in which a seat is to move."""

    game: AnyGame
    state: Any
    seat: Seat
    seats: int
    source: str

    @cached_property
    def key(self) -> str:
        """The key of the puzzle in this position, which also seeds all its searches."""
        return key_of(self.state, self.seat)

    @cached_property
    def knowledge(self) -> Knowledge[Any, Any]:
        """What bots know about the title's rules."""
        return TITLES.knowledge(self.game)

    @property
    def margin(self) -> float:
        """How much better the best move must be on average, in payoff. Smaller for titles with low curiosity."""
        return MARGIN if self.knowledge.curiosity >= CURIOUS else SMALL_MARGIN

    @property
    def effort(self) -> Effort:
        """The search effort for this title."""
        return _effort_for(self.knowledge.strengths[LEVEL])

    @cached_property
    def quick_search(self) -> QuickSearch:
        """The result of a short search that starts with one look at each move."""
        captain = self.knowledge.strengths[LEVEL]
        looked, _worlds = look_one_ply(self._question(GREEDY), self.knowledge.strengths[GREEDY])
        if not captain.iterations:
            shares, _worlds = look_one_ply(self._question(LEVEL), captain)
            return QuickSearch(looked[0][0], as_sureness(shares), dict(shares))
        question = self._question(LEVEL)
        choices = set(question.choices(captain.worlds))
        tree = Tree(question, captain, [each for each in looked if each[0] in choices])
        tree.search(self.effort.quick)
        return QuickSearch(looked[0][0], tree.shares(), tree.worths())

    def _question(self, level: str) -> Question:
        view, chance = (
            view_of(self.game, self.state, self.seat),
            Chance(f"glance {level} {self.key}".encode(), 0),
        )
        return Question(view, self.knowledge, level, Budget().timer(), chance)

    def thought(self, level: str, number: int, iterations: int | None = None) -> Thought[Any]:
        """What a bot of this level decides; each number uses different random draws."""
        view = view_of(self.game, self.state, self.seat)
        chance = Chance(f"{level} {self.key}".encode(), number)
        return think(view, self.knowledge, level, Budget(iterations=iterations), chance)

    def captain(self, number: int) -> Thought[Any]:
        """What a captain with more time than usual decides; each number uses different random draws."""
        if number not in self._captains:
            self._captains[number] = self.thought(LEVEL, number, self.effort.deep)
        return self._captains[number]

    @cached_property
    def _captains(self) -> dict[int, Thought[Any]]:
        """A cache of the captain's decisions, by number."""
        return {}

    def deals(self, count: int = DEALS) -> tuple[SampledWorlds, ...]:
        """Deals of worlds; the deals are always the same for a position."""
        seeds = [f"deal {number} {self.key}".encode() for number in range(count)]
        return sampled_deals(view_of(self.game, self.state, self.seat), self.knowledge, seeds, WORLDS)
