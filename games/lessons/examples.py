"""Examples for the page of the rules: positions of the lessons, drawn by the title's own templates.

A lesson is reached by the rules and solved by the rules, which its tests hold; so an example cannot show what the
rules do not do.
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
    """A position out of a lesson."""

    key: str  # of the lesson
    number: int  # of the lesson, from 1
    heading: Text
    board: str  # markup: links and ids in it are to be taken out
    task: Text
    said: Text  # what the lesson says to the move that led here; empty before the first
    happened: tuple[str, ...]  # as the log tells it


def examples_of(slug: str) -> Callable[..., Example]:
    """What gives the examples of a title: by key of a lesson, and how many moves of its solution are made (all)."""
    return partial(_example, slug)


def _example(slug: str, key: str, made: int | None = None) -> Example:
    return _drawn(slug, key, made, get_language())


@cache
def _drawn(slug: str, key: str, made: int | None, language: str | None) -> Example:
    """An example in a language; it is always the same one. Raises LookupError for a lesson that is not there."""
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
    """The board of which a page may show several, with nothing to press: no landmarks, and names of links are kept."""
    names = [f"{page.table.title}/board.html", "tables/plain/board.html"]
    drawn = render_to_string(names, {"board": page.board, "table": page.table})
    parts = drawn.replace("<section", '<div role="group"').replace("</section>", "</div>")
    return _NAMED_LINK.sub('<a role="img"', parts)


_NAMED_LINK = re.compile(r"<a(?=\s[^>]*\saria-label=)")
