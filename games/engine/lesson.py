"""A title's lessons: a course of short lessons on its real board, by its real rules.

A lesson is data: a position that the engine reaches, one task, and an answer to every try. The position follows from
a set-up whose shuffles are arranged for the lesson (a possible order, not an impossible one) and legal moves.
`games.lessons` shows courses; `tests/lessons/test_courses.py` checks every course.

Terms: a *deed* is one move of the reader and its effects; an *answer* is the comment on it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from games.engine.chance import SETUP, Chance
from games.engine.codec import dump_move, load_move, load_options
from games.engine.contract import Event, Facts, Game, Seat
from games.engine.play import play, random_move, setup

AnyGame: TypeAlias = Game[Any, Any]
T = TypeVar("T")
Text: TypeAlias = Any  # a str, or a lazy translation of one


class Stacked(Chance):
    """A random stream whose shuffles put the wanted items first, which is one of the possible orders."""

    __slots__ = ("_wanted",)

    def __init__(self, seed: bytes, ply: int, wanted: Sequence[Any]) -> None:
        super().__init__(seed, ply)
        self._wanted = list(wanted)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The wanted items among these, in the wanted order, and then the others."""
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
    """How to play the many plies before a position late in a game, so that a lesson need not list them."""

    DEFAULT = "default"  # the safe move made on a time-out
    RANDOM = "random"


@dataclass(frozen=True)
class Setting:
    """How to reach a position: a set-up, then a number of automatic plies (the drift), then these moves."""

    stack: tuple[Any, ...] = ()  # the items that the set-up's shuffles put first
    moves: tuple[tuple[Seat, str], ...] = ()  # seat, and the move as JSON
    seats: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    drift: tuple[Drift, int] = (Drift.DEFAULT, 0)  # how, and how many plies


@dataclass(frozen=True)
class Ply:
    """One move and its effects."""

    seat: Seat
    move: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Deed:
    """A move by the reader: its effects, and the complete states before and after it."""

    move: Any
    events: tuple[Event, ...]
    before: Any
    state: Any

    def facts(self, kind: str) -> Facts | None:
        """All facts of the first event of this type; None if there was no such event."""
        return next((event.all_facts() for event in self.events if event.type == kind), None)


def writer(move_type: Callable[..., Any]) -> Callable[..., str]:
    """A function that writes a move of this type as JSON, from the same arguments."""
    return lambda *fields: dump_move(move_type(*fields))


class Verdict(Enum):
    """What a deed means for its lesson."""

    DONE = "done"  # the task is done
    ON = "on"  # a part of the task is done, and the lesson continues
    MISS = "miss"  # legal, but not the task: the reader takes it back


@dataclass(frozen=True)
class Answer:
    """A comment on the deeds that it fits, and the rivals' replies."""

    verdict: Verdict
    text: Text
    fits: Callable[[Deed], bool] = field(default=lambda deed: True)
    replies: tuple[tuple[Seat, str], ...] = ()  # legal moves of rivals, as JSON; none after a miss


def done(text: Text, fits: Callable[[Deed], bool], *replies: tuple[Seat, str]) -> Answer:
    """The answer to a deed that completes the task."""
    return Answer(Verdict.DONE, text, fits, replies)


def on(text: Text, fits: Callable[[Deed], bool], *replies: tuple[Seat, str]) -> Answer:
    """The answer to a deed that completes part of the task."""
    return Answer(Verdict.ON, text, fits, replies)


def miss(text: Text, fits: Callable[[Deed], bool] = lambda deed: True) -> Answer:
    """The answer to a legal but wrong deed; without a condition, to any deed that no other answer fits."""
    return Answer(Verdict.MISS, text, fits)


@dataclass(frozen=True)
class Lesson:
    """One step of a course."""

    key: str  # stable: progress is stored by it
    heading: Text
    told: Text  # one or two sentences: the rule
    task: Text  # one thing to do
    setting: Setting
    answers: tuple[Answer, ...]  # the first that fits is used; together they fit every legal move
    hint: Text
    solution: tuple[str, ...]  # the reader's moves that solve the task, as JSON
    covers: tuple[str, ...]  # ids of rulings
    you: Seat = 0


@dataclass(frozen=True)
class Course:
    """A title's lessons, in order."""

    lessons: tuple[Lesson, ...]
    left_out: Mapping[str, str]  # ids of rulings that no lesson covers, each with the reason


@dataclass(frozen=True)
class Position:
    """The position in which a lesson begins."""

    state: Any  # the complete state
    ply: int  # number of the next ply


@dataclass(frozen=True)
class Attempt:
    """The reader's progress in a lesson."""

    state: Any  # the complete state; show only what `observe` lets the reader see
    plies: tuple[Ply, ...] = ()  # by the reader and the rivals, since the lesson began
    answer: Answer | None = None  # to the reader's latest move

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the latest move; None before the first."""
        return self.answer.verdict if self.answer else None

    @property
    def goes_on(self) -> bool:
        """Whether the reader may move."""
        return self.verdict in (None, Verdict.ON)


def position_of(game: AnyGame, setting: Setting) -> Position:
    """The position that a setting leads to. Raises EngineError for illegal moves."""
    seed = setting.seed.to_bytes(32, "big")
    chance = Stacked(seed, SETUP, setting.stack)
    state = setup(game, setting.seats, load_options(game, setting.options), chance).state
    how, plies = setting.drift
    for ply in range(plies):
        state = _play_drift(game, state, how, seed, ply)
    for ply, (seat, move) in enumerate(setting.moves, start=plies):
        state = play(game, state, seat, load_move(game, move), Chance(seed, ply)).state
    return Position(state, plies + len(setting.moves))


def _play_drift(game: AnyGame, state: Any, how: Drift, seed: bytes, ply: int) -> Any:
    seat, chance = min(game.to_act(state)), Chance(seed, ply)
    if how is Drift.DEFAULT:
        move = game.default_move(state, seat)
    else:
        move = random_move(game, state, seat, Chance(b"drift" + seed, ply))
    return play(game, state, seat, move, chance).state


def attempt_of(game: AnyGame, lesson: Lesson, start: Position, moves: Sequence[str]) -> Attempt:
    """The attempt after the reader's moves, given as JSON. Raises EngineError for an illegal move.

    No move is possible after a miss or once the task is done.
    """
    attempt, seed = Attempt(start.state), lesson.setting.seed.to_bytes(32, "big")
    for move in moves:
        if not attempt.goes_on:
            break
        attempt = _attempt_after(game, lesson, attempt, move, (seed, start.ply))
    return attempt


def _attempt_after(
    game: AnyGame, lesson: Lesson, attempt: Attempt, text: str, chance: tuple[bytes, int]
) -> Attempt:
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
