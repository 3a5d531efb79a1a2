"""Examples for the rules page: positions from lessons, drawn with the title's own templates.

Lessons are set up and solved by the rules, and tests check that. So an example can't show anything that the rules don't
allow.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.engine.presenter import Text
from games.lessons.courses import course_of, place_at
from games.lessons.page import LessonPage, lesson_page
from games.lessons.progress import Tried

__all__ = ["Example", "examples_of"]


@dataclass(frozen=True)
class Example:
    """A position from a lesson."""

    key: str  # of the lesson
    number: int  # of the lesson, from 1
    heading: Text
    board: str  # markup; links and ids in it have to be removed
    task: Text
    said: Text  # the lesson's comment on the last move; empty before the first
    happened: tuple[str, ...]  # in the words of the log


def examples_of(slug: str) -> Callable[..., Example]:
    """A function that returns a title's examples, by lesson key and number of moves of its solution (default: all)."""
    return partial(_example, slug)


def _example(slug: str, key: str, made: int | None = None) -> Example:
    return _drawn(slug, key, made, get_language())


@cache
def _drawn(slug: str, key: str, made: int | None, language: str | None) -> Example:
    """Draw an example in a language; cached. Raises LookupError for an unknown lesson."""
    course = course_of(slug)
    number = {lesson.key: at for at, lesson in enumerate(course.lessons if course else (), start=1)}[key]
    page = _page(slug, number, made)
    lesson = page.place.lesson
    return Example(key, number, lesson.heading, _board(page), lesson.task, page.said, page.happened)


def _page(slug: str, number: int, made: int | None) -> LessonPage:
    place = place_at(slug, number)
    if place is None:
        raise LookupError(f"Expected a lesson of {slug}, but got {number}")
    moves = place.lesson.solution[:made]
    return lesson_page(place, Tried(moves), place.after(moves), {})


def _board(page: LessonPage) -> str:
    """The board without landmarks and controls, because a page may show several. Link names become image labels."""
    names = [f"{page.table.title}/board.html", "tables/plain/board.html"]
    drawn = render_to_string(names, {"board": page.board, "table": page.table})
    parts = drawn.replace("<section", '<div role="group"').replace("</section>", "</div>")
    return _NAMED_LINK.sub('<a role="img"', parts)


_NAMED_LINK = re.compile(r"<a(?=\s[^>]*\saria-label=)")
