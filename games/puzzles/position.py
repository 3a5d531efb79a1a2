"""A position that may be a puzzle, and how players look at it."""

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
from games.engine.search.weigh import LEVEL, Deal, dealt
from games.titles import TITLES

__all__ = ["DEALS", "GREEDY", "WORLDS", "Glance", "Look", "Position"]

DEALS, WORLDS = 4, 16
MARGIN, SMALL_MARGIN, CURIOUS = (
    0.04,
    0.025,
    0.2,
)  # of payoff; and the curiosity below which the small one is enough
GREEDY = "greedy"  # the level that is to miss it


@dataclass(frozen=True)
class Look:
    """How far is looked: iterations of each step in one title."""

    quick: int
    deep: int  # for each of a captain's tries
    weigh: int  # for each move in each deal


def _look_for(captain: Strength) -> Look:
    """By how far a captain looks in this title; where it looks one ply deep, its worlds are its iterations."""
    usual = captain.iterations or captain.worlds
    return Look(quick=_within(usual // 4, 30, 40), deep=3 * usual // 2, weigh=_within(usual // 3, 50, 100))


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(number, most))


@dataclass(frozen=True)
class Glance:
    """What is seen of a position at a quick look."""

    first: Any  # the move that looks best one ply deep
    searched: Shares  # all moves by how much a short search looked at them, the most first
    worths: Mapping[Any, float]  # and what that brought


@dataclass(frozen=True)
class Position:
    """Where a seat is to move."""

    game: AnyGame
    state: Any
    seat: Seat
    seats: int
    source: str

    @cached_property
    def key(self) -> str:
        """The key of the puzzle that it may be; also the seed of all looks at it."""
        return key_of(self.state, self.seat)

    @cached_property
    def knowledge(self) -> Knowledge[Any, Any]:
        """What players know of its rules."""
        return TITLES.knowledge(self.game)

    @property
    def margin(self) -> float:
        """The payoff by which the best move is better in the mean: less where `evaluate` judges what differs nearer."""
        return MARGIN if self.knowledge.curiosity >= CURIOUS else SMALL_MARGIN

    @property
    def look(self) -> Look:
        """How far is looked."""
        return _look_for(self.knowledge.strengths[LEVEL])

    @cached_property
    def glance(self) -> Glance:
        """What a short search sees that begins with one look at each move in one world."""
        captain = self.knowledge.strengths[LEVEL]
        looked, _worlds = look_one_ply(self._question(GREEDY), self.knowledge.strengths[GREEDY])
        if not captain.iterations:
            shares, _worlds = look_one_ply(self._question(LEVEL), captain)
            return Glance(looked[0][0], as_sureness(shares), dict(shares))
        question = self._question(LEVEL)
        choices = set(question.choices(captain.worlds))
        tree = Tree(question, captain, [each for each in looked if each[0] in choices])
        tree.search(self.look.quick)
        return Glance(looked[0][0], tree.shares(), tree.worths())

    def _question(self, level: str) -> Question:
        view, chance = (
            view_of(self.game, self.state, self.seat),
            Chance(f"glance {level} {self.key}".encode(), 0),
        )
        return Question(view, self.knowledge, level, Budget().timer(), chance)

    def thought(self, level: str, number: int, iterations: int | None = None) -> Thought[Any]:
        """What a player of this level thinks; with another number it draws anew."""
        view = view_of(self.game, self.state, self.seat)
        chance = Chance(f"{level} {self.key}".encode(), number)
        return think(view, self.knowledge, level, Budget(iterations=iterations), chance)

    def captain(self, number: int) -> Thought[Any]:
        """What a captain thinks who takes more time than usual; with another number it draws anew."""
        if number not in self._captains:
            self._captains[number] = self.thought(LEVEL, number, self.look.deep)
        return self._captains[number]

    @cached_property
    def _captains(self) -> dict[int, Thought[Any]]:
        """What captains have thought before."""
        return {}

    def deals(self, count: int = DEALS) -> tuple[Deal, ...]:
        """Deals of worlds, always the same ones for a position."""
        seeds = [f"deal {number} {self.key}".encode() for number in range(count)]
        return dealt(view_of(self.game, self.state, self.seat), self.knowledge, seeds, WORLDS)
