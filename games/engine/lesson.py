"""What a title may offer to be learnt: a course of short lessons on its real board, by its real rules.

A lesson is data: a position that the engine reaches, one thing to do, and what is answered to each try. The position
is a set-up whose shuffles come out as the lesson needs them (one of those that can happen), and legal moves from there.
`games.lessons` shows courses; `tests/lessons/test_courses.py` holds each to what is written here.

Words: a *deed* is one move of the reader and what it did; an *answer* says what to think of it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from games.engine.chance import SETUP, Chance
from games.engine.codec import load_move, load_options
from games.engine.contract import Event, Facts, Game, Seat
from games.engine.play import play, setup
from games.engine.random_play import random_move

__all__ = [
    "Answer", "Attempt", "Course", "Deed", "Drift", "Lesson", "Ply", "Setting", "Stacked", "Verdict", "attempt_of",
    "done", "miss", "on", "position_of",
]  # fmt: skip

AnyGame: TypeAlias = Game[Any, Any]
T = TypeVar("T")
Text: TypeAlias = Any  # a str, or a lazy translation of one


class Stacked(Chance):
    """A stream whose shuffles bring what is wanted to the front: one of the orders that could have come out."""

    __slots__ = ("_wanted",)

    def __init__(self, seed: bytes, ply: int, wanted: Sequence[Any]) -> None:
        super().__init__(seed, ply)
        self._wanted = list(wanted)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Those of the wanted items that are among these, in the order in which they are wanted; then the others."""
        rest = list(super().shuffled(items))
        left, first = Counter(rest), []
        for each in list(self._wanted):
            if left[each] > 0:
                left[each] -= 1
                first.append(each)
                rest.remove(each)
                self._wanted.remove(each)
        return (*first, *rest)


class Drift(Enum):
    """How plies are played that no lesson spells out, in positions late in a game."""

    DEFAULT = "default"  # the safe move of a time-out
    RANDOM = "random"


@dataclass(frozen=True)
class Setting:
    """How a position is reached: a set-up, so many plies of a drift, and then these moves."""

    stack: tuple[Any, ...] = ()  # what the shuffles of the set-up bring first
    moves: tuple[tuple[Seat, str], ...] = ()  # seat, and the move as JSON
    seats: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    drift: tuple[Drift, int] = (Drift.DEFAULT, 0)  # how, and how many plies


@dataclass(frozen=True)
class Ply:
    """One move and what it did."""

    seat: Seat
    move: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Deed:
    """A move of the reader: what it did, and the complete truth before and after it."""

    move: Any
    events: tuple[Event, ...]
    before: Any
    state: Any

    def facts(self, kind: str) -> Facts | None:
        """All facts of the first event of this type; None if it did not happen."""
        return next((event.all_facts() for event in self.events if event.type == kind), None)


class Verdict(Enum):
    """What a deed means for its lesson."""

    DONE = "done"  # the task
    ON = "on"  # a part of the task: it stands, and the lesson goes on
    MISS = "miss"  # legal, but not what was asked: it is to be taken back


@dataclass(frozen=True)
class Answer:
    """What is said to the deeds that it fits, and what the rivals do then."""

    verdict: Verdict
    text: Text
    fits: Callable[[Deed], bool] = field(default=lambda deed: True)
    replies: tuple[tuple[Seat, str], ...] = ()  # legal moves of rivals, as JSON; none to a miss


def done(text: Text, fits: Callable[[Deed], bool], *replies: tuple[Seat, str]) -> Answer:
    """The answer to the task itself."""
    return Answer(Verdict.DONE, text, fits, replies)


def on(text: Text, fits: Callable[[Deed], bool], *replies: tuple[Seat, str]) -> Answer:
    """The answer to a part of the task."""
    return Answer(Verdict.ON, text, fits, replies)


def miss(text: Text, fits: Callable[[Deed], bool] = lambda deed: True) -> Answer:
    """The answer to a try that is legal and wrong; without a condition, to all that no other answer fits."""
    return Answer(Verdict.MISS, text, fits)


@dataclass(frozen=True)
class Lesson:
    """One step of a course."""

    key: str  # stable: progress is kept by it
    heading: Text
    told: Text  # one or two sentences: the rule
    task: Text  # one thing to do
    setting: Setting
    answers: tuple[Answer, ...]  # the first that fits counts; one of them fits whatever is legal
    hint: Text
    solution: tuple[str, ...]  # moves of the reader, as JSON, that do the task
    covers: tuple[str, ...]  # ids of the rule sheet
    you: Seat = 0


@dataclass(frozen=True)
class Course:
    """The lessons of a title, in order."""

    lessons: tuple[Lesson, ...]
    left_out: Mapping[str, str]  # ids of the rule sheet that no lesson covers, each with the reason


@dataclass(frozen=True)
class Position:
    """Where a lesson begins."""

    state: Any  # the complete truth
    ply: int  # number of the next ply


@dataclass(frozen=True)
class Attempt:
    """What a reader has made of a lesson so far."""

    state: Any  # the complete truth; show only what `observe` lets the reader see
    plies: tuple[Ply, ...] = ()  # of the reader and the rivals, since the lesson began
    answer: Answer | None = None  # to the latest move of the reader

    @property
    def verdict(self) -> Verdict | None:
        """What the latest move was; None before the first."""
        return self.answer.verdict if self.answer else None

    @property
    def goes_on(self) -> bool:
        """Whether the reader may move."""
        return self.verdict in (None, Verdict.ON)


def position_of(game: AnyGame, setting: Setting) -> Position:
    """Play a setting. Raises EngineError for what the rules do not allow."""
    seed = setting.seed.to_bytes(32, "big")
    chance = Stacked(seed, SETUP, setting.stack)
    state = setup(game, setting.seats, load_options(game, setting.options), chance).state
    how, plies = setting.drift
    for ply in range(plies):
        state = _drifted(game, state, how, seed, ply)
    for ply, (seat, move) in enumerate(setting.moves, start=plies):
        state = play(game, state, seat, load_move(game, move), Chance(seed, ply)).state
    return Position(state, plies + len(setting.moves))


def _drifted(game: AnyGame, state: Any, how: Drift, seed: bytes, ply: int) -> Any:
    seat, chance = min(game.to_act(state)), Chance(seed, ply)
    if how is Drift.DEFAULT:
        move = game.default_move(state, seat)
    else:
        move = random_move(game, state, seat, Chance(b"drift" + seed, ply))
    return play(game, state, seat, move, chance).state


def attempt_of(game: AnyGame, lesson: Lesson, start: Position, moves: Sequence[str]) -> Attempt:
    """What these moves of the reader, as JSON, lead to. Raises EngineError for a move that cannot be made.

    Nothing can be done after a miss or the task.
    """
    attempt, seed = Attempt(start.state), lesson.setting.seed.to_bytes(32, "big")
    for move in moves:
        if not attempt.goes_on:
            break
        attempt = _after(game, lesson, attempt, move, (seed, start.ply))
    return attempt


def _after(game: AnyGame, lesson: Lesson, attempt: Attempt, text: str, chance: tuple[bytes, int]) -> Attempt:
    seed, first = chance
    move = load_move(game, text)
    step = play(game, attempt.state, lesson.you, move, Chance(seed, first + len(attempt.plies)))
    deed = Deed(move, step.events, attempt.state, step.state)
    answer = next(each for each in lesson.answers if each.fits(deed))
    state, plies = step.state, [*attempt.plies, Ply(lesson.you, move, step.events)]
    for seat, reply in answer.replies:
        made = load_move(game, reply)
        replied = play(game, state, seat, made, Chance(seed, first + len(plies)))
        state = replied.state
        plies.append(Ply(seat, made, replied.events))
    return Attempt(state, tuple(plies), answer)
