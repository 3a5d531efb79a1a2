"""A lesson's page, and examples from lessons for the rules page.

Lessons are set up and solved by the rules, and tests check that. So an example can't show anything that the rules don't
allow.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.engine.codec import load_move
from games.engine.lesson import Attempt
from games.engine.presenter import Tally, Text
from games.lessons.courses import Place, course_of, place_at
from games.lessons.progress import Tried
from games.tables.exercise import ExerciseBoard, TableStandIn

HINT_AFTER, SHOWN_AFTER = 2, 4  # misses


@dataclass(frozen=True)
class LessonPage:
    """Everything on a lesson's page."""

    place: Place
    board: dict[str, Any]
    made: int  # moves made by the reader; the form posts it like the ply of a table
    verdict: str  # on the latest move; empty before the first
    said: Text  # the answer to the latest move
    happened: tuple[str, ...]  # what the latest move did, and the replies of the opponents
    ended: Text  # why the game is over; empty while it runs
    hint: Text  # empty before HINT_AFTER misses
    shown: Text  # the solution's next move; empty before SHOWN_AFTER misses
    tallies: tuple[
        tuple[str, tuple[Tally, ...], bool], ...
    ]  # by seat: name, tallies, whether it is the reader's


def lesson_page(place: Place, tried: Tried, attempt: Attempt, choice: Mapping[str, str]) -> LessonPage:
    """The page after the tried moves; `choice` comes from the query."""
    lesson = place.lesson
    alone = ExerciseBoard(
        place.game, place.presenter, lesson.setting.seats, lesson.you, attempt.state, attempt.plies,
        goes_on=attempt.goes_on,
    )  # fmt: skip
    return LessonPage(
        place=place, board=place.presenter.board(alone.view, alone.scene(choice)),
        made=len(tried.moves), verdict=attempt.verdict.value if attempt.verdict else "",
        said=attempt.answer.text if attempt.answer else "", happened=alone.happened, ended=alone.ended,
        hint=lesson.hint if tried.misses >= HINT_AFTER else "",
        shown=_solution_hint(place, alone, tried) if tried.misses >= SHOWN_AFTER else "", tallies=alone.tallies,
    )  # fmt: skip


def _solution_hint(place: Place, alone: ExerciseBoard, tried: Tried) -> Text:
    """The next move of the solution, worded like a hint; empty if the reader has left the solution."""
    solution, made = place.lesson.solution, len(tried.moves)
    is_on_way = tried.moves == solution[:made] and made < len(solution) and alone.goes_on
    if place.presenter.suggestion is None or not is_on_way:
        return ""
    return alone.advice_on(load_move(place.game, solution[made])).words


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
    return _draw_example(slug, key, made, get_language())


@cache
def _draw_example(slug: str, key: str, made: int | None, language: str | None) -> Example:
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
    names = [f"{page.place.slug}/board.html", "tables/plain/board.html"]
    drawn = render_to_string(names, {"board": page.board, "table": TableStandIn(page.place.slug)})
    parts = drawn.replace("<section", '<div role="group"').replace("</section>", "</div>")
    return _NAMED_LINK.sub('<a role="img"', parts)


_NAMED_LINK = re.compile(r"<a(?=\s[^>]*\saria-label=)")
