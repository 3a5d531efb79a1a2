"""The page of a lesson: the board as the reader's seat sees it, with the task and the answer to the last move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.codec import load_move
from games.engine.lesson import Attempt
from games.engine.presenter import Tally, Text
from games.lessons.courses import Place
from games.lessons.progress import Tried
from games.tables.alone import BoardAlone, StandIn

__all__ = ["HINT_AFTER", "SHOWN_AFTER", "LessonPage", "lesson_page"]

HINT_AFTER, SHOWN_AFTER = 2, 4  # misses


@dataclass(frozen=True)
class LessonPage:
    """Everything on the page of a lesson."""

    place: Place
    table: StandIn
    board: dict[str, Any]
    made: int  # moves made by the reader; the form posts it like the ply of a table
    verdict: str  # on the latest move; empty before the first
    said: Text  # the answer to the latest move
    happened: tuple[str, ...]  # what the latest move did, and the replies of the opponents
    ended: Text  # why the game is over; empty while it runs
    hint: Text  # empty before HINT_AFTER misses
    shown: Text  # the solution's next move; empty before SHOWN_AFTER misses
    tallies: tuple[tuple[str, tuple[Tally, ...]], ...]  # by seat: its name and tallies


def lesson_page(place: Place, tried: Tried, attempt: Attempt, choice: Mapping[str, str]) -> LessonPage:
    """The page after the tried moves; `choice` comes from the query."""
    lesson = place.lesson
    alone = BoardAlone(
        place.game, place.presenter, lesson.setting.seats, lesson.you, attempt.state, attempt.plies,
        goes_on=attempt.goes_on,
    )  # fmt: skip
    return LessonPage(
        place=place, table=StandIn(place.slug), board=place.presenter.board(alone.view, alone.scene(choice)),
        made=len(tried.moves), verdict=attempt.verdict.value if attempt.verdict else "",
        said=attempt.answer.text if attempt.answer else "", happened=alone.happened, ended=alone.ended,
        hint=lesson.hint if tried.misses >= HINT_AFTER else "",
        shown=_shown(place, alone, tried) if tried.misses >= SHOWN_AFTER else "", tallies=alone.tallies,
    )  # fmt: skip


def _shown(place: Place, alone: BoardAlone, tried: Tried) -> Text:
    """The next move of the solution, worded like a hint; empty if the reader has left the solution."""
    solution, made = place.lesson.solution, len(tried.moves)
    is_on_way = tried.moves == solution[:made] and made < len(solution) and alone.goes_on
    if place.presenter.suggestion is None or not is_on_way:
        return ""
    return alone.words_of(load_move(place.game, solution[made]))
