"""The courses of all titles: `COURSE` of the package `lessons` of each, where it has one."""

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

__all__ = ["Place", "course_of", "has_course", "place_at"]


@dataclass(frozen=True)
class Place:
    """One lesson in its course."""

    slug: str  # of the title
    number: int  # from 1
    count: int  # lessons of the course
    lesson: Lesson

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return TITLES[self.slug]

    @property
    def presenter(self) -> Presenter:
        """The words and the board."""
        return PRESENTERS[self.slug]

    def after(self, moves: Sequence[str]) -> Attempt:
        """What these moves of the reader lead to. Raises EngineError."""
        return attempt_of(self.game, self.lesson, _start_of(self.slug, self.number), moves)


def has_course(slug: str) -> bool:
    """Whether there is such a title and it can be learnt here."""
    return slug in TITLES and _has_lessons(slug)  # whatever else an address may say is not kept


def course_of(slug: str) -> Course | None:
    """The course of a title; None if it has none, or there is no such title."""
    return _course(slug) if has_course(slug) else None


@cache
def _has_lessons(slug: str) -> bool:
    return find_spec(f"{TITLES.home(slug)}.lessons") is not None


@cache
def _course(slug: str) -> Course:
    found: Course = import_module(f"{TITLES.home(slug)}.lessons").COURSE
    return found


def place_at(slug: str, number: int) -> Place | None:
    """A lesson of a title by its number from 1; None if there is none."""
    course = course_of(slug)
    if course is None or not 1 <= number <= len(course.lessons):
        return None
    return Place(slug, number, len(course.lessons), course.lessons[number - 1])


@cache
def _start_of(slug: str, number: int) -> Position:
    """Where a lesson begins; played once in each process."""
    course = course_of(slug)
    lessons = course.lessons if course else ()
    return position_of(TITLES[slug], lessons[number - 1].setting)
