"""The lessons that a reader has completed, and the moves tried in the current lesson.

Both are stored in the session, which starts with the first move in a lesson. Completed lessons of an account are stored
in the database; logging in adds those from the session.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.models import Reader, User
from games.lessons.courses import Place, course_of
from games.models import LessonProgress

_DONE, _TRIED = "lessons_done", "lesson_tried"  # session keys

Done: TypeAlias = frozenset[str]  # keys of lessons


@dataclass(frozen=True)
class Tried:
    """What a reader has tried in a lesson since starting or restarting it."""

    moves: tuple[str, ...] = ()  # as JSON
    misses: int = 0  # wrong tries, including those taken back


def lessons_done(user: Reader, session: SessionBase) -> Mapping[str, Done]:
    """The lessons that the reader has completed, by title. Runs one query for a logged-in reader, otherwise none."""
    found = {title: frozenset(keys) for title, keys in _in_session(session).items()}
    if isinstance(user, User):
        for row in LessonProgress.objects.filter(user=user):
            found[row.title] = found.get(row.title, frozenset()) | frozenset(row.done)
    return found


def lesson_done(user: Reader, session: SessionBase, place: Place) -> None:
    """Record that the reader has completed a lesson."""
    if isinstance(user, User):
        _add(user, place.slug, [place.lesson.key])
    else:
        before = _in_session(session)
        keys = dict.fromkeys([*before.get(place.slug, ()), place.lesson.key])
        session[_DONE] = {**before, place.slug: list(keys)}


def progress_save(user: User, session: SessionBase) -> None:
    """Add the lessons completed before the log-in to the account."""
    progress_add(user, _in_session(session))
    session.pop(_DONE, None)


def progress_add(user: User, done: Mapping[str, Iterable[str]]) -> None:
    """Add these lessons, by title, to the account's completed lessons."""
    for title, keys in done.items():
        _add(user, title, keys)


@transaction.atomic
def _add(user: User, title: str, keys: Iterable[str]) -> None:
    """Add completed lessons. Drop lessons that have left the course, so that the row can't outgrow it."""
    course = course_of(title)
    known = {lesson.key for lesson in course.lessons} if course else set()
    LessonProgress.objects.get_or_create(user=user, title=title)
    row = LessonProgress.objects.select_for_update().get(user=user, title=title)
    done = [key for key in dict.fromkeys([*row.done, *keys]) if key in known]
    if done != row.done:
        row.done = done
        row.save(update_fields=["done", "changed_at"])


def _in_session(session: SessionBase) -> dict[str, list[str]]:
    found: dict[str, list[str]] = session.get(_DONE, {})
    return found


def attempt_in(session: SessionBase, place: Place) -> Tried:
    """What was tried in this lesson; empty if another lesson was tried since."""
    found: dict[str, Any] = session.get(_TRIED, {})
    if found.get("lesson") != _name(place):
        return Tried()
    return Tried(tuple(found["moves"]), found["misses"])


def attempt_save(session: SessionBase, place: Place, tried: Tried) -> None:
    """Store what was tried; only for one lesson at a time."""
    session[_TRIED] = {"lesson": _name(place), "moves": list(tried.moves), "misses": tried.misses}


def attempt_clear(session: SessionBase) -> None:
    """Restart the lesson."""
    session.pop(_TRIED, None)


def _name(place: Place) -> str:
    return f"{place.slug}/{place.lesson.key}"
