"""The courses of all titles: `COURSE` in each title's package `lessons`, if it has one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.engine.lesson import Attempt, Course, Lesson, Position, attempt_of, position_of
from games.engine.presenter import Presenter
from games.engine.registry import AnyGame
from games.presenters import PRESENTERS
from games.titles import TITLES


@dataclass(frozen=True)
class Place:
    """A lesson and its place in the course."""

    slug: str  # of the title
    number: int  # from 1
    count: int  # lessons of the course
    lesson: Lesson

    @property
    def game(self) -> AnyGame:
        """The title's rules."""
        return TITLES[self.slug]

    @property
    def presenter(self) -> Presenter:
        """The title's presenter."""
        return PRESENTERS[self.slug]

    def after(self, moves: Sequence[str]) -> Attempt:
        """The result of the reader's moves. Raises EngineError."""
        return attempt_of(self.game, self.lesson, _start_of(self.slug, self.number), moves)


def has_course(slug: str) -> bool:
    """Whether the title exists and has a course."""
    # Check the slug first, so that invalid URLs don't fill the cache.
    return slug in TITLES and _has_lessons(slug)


def course_of(slug: str) -> Course | None:
    """A title's course; None if the title does not exist or has no course."""
    return _course(slug) if has_course(slug) else None


@cache
def _has_lessons(slug: str) -> bool:
    return find_spec(f"{TITLES.home(slug)}.lessons") is not None


@cache
def _course(slug: str) -> Course:
    found: Course = import_module(f"{TITLES.home(slug)}.lessons").COURSE
    return found


def place_at(slug: str, number: int) -> Place | None:
    """The title's lesson with this number, from 1; None if it does not exist."""
    course = course_of(slug)
    if course is None or not 1 <= number <= len(course.lessons):
        return None
    return Place(slug, number, len(course.lessons), course.lessons[number - 1])


@cache
def _start_of(slug: str, number: int) -> Position:
    """The starting position of a lesson; computed once per process."""
    course = course_of(slug)
    lessons = course.lessons if course else ()
    return position_of(TITLES[slug], lessons[number - 1].setting)
