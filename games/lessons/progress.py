"""Which lessons a reader has done, and what is tried in the present one.

Both stand in the session, which everybody has who has made a move in a lesson. What an account has done stands in the
database instead: what was done before is added to it at the log-in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.models import Reader, User
from games.lessons.courses import Place, course_of
from games.models import LessonProgress

__all__ = [
    "Tried", "lesson_done", "lessons_done", "progress_add", "progress_keep", "tried_forget", "tried_in", "tried_keep",
]  # fmt: skip

_DONE, _TRIED = "lessons_done", "lesson_tried"  # in the session

Done: TypeAlias = frozenset[str]  # keys of lessons


@dataclass(frozen=True)
class Tried:
    """What a reader has made of a lesson since it began, or began anew."""

    moves: tuple[str, ...] = ()  # as JSON
    misses: int = 0  # tries, those taken back included


def lessons_done(user: Reader, session: SessionBase) -> Mapping[str, Done]:
    """The lessons that the reader has done, by title; one query for whoever is logged in, none for others."""
    found = {title: frozenset(keys) for title, keys in _in_session(session).items()}
    if isinstance(user, User):
        for row in LessonProgress.objects.filter(user=user):
            found[row.title] = found.get(row.title, frozenset()) | frozenset(row.done)
    return found


def lesson_done(user: Reader, session: SessionBase, place: Place) -> None:
    """Note that the reader has done a lesson."""
    if isinstance(user, User):
        _add(user, place.slug, [place.lesson.key])
    else:
        before = _in_session(session)
        keys = dict.fromkeys([*before.get(place.slug, ()), place.lesson.key])
        session[_DONE] = {**before, place.slug: list(keys)}


def progress_keep(user: User, session: SessionBase) -> None:
    """Add what was done before the log-in to what the account has done."""
    progress_add(user, _in_session(session))
    session.pop(_DONE, None)


def progress_add(user: User, done: Mapping[str, Iterable[str]]) -> None:
    """Add these lessons, by title, to what the account has done."""
    for title, keys in done.items():
        _add(user, title, keys)


@transaction.atomic
def _add(user: User, title: str, keys: Iterable[str]) -> None:
    """Lessons that are not in the course any more are dropped, so that a row never outgrows it."""
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


def tried_in(session: SessionBase, place: Place) -> Tried:
    """What was tried in this lesson; nothing if another one was tried since."""
    found: dict[str, Any] = session.get(_TRIED, {})
    if found.get("lesson") != _name(place):
        return Tried()
    return Tried(tuple(found["moves"]), found["misses"])


def tried_keep(session: SessionBase, place: Place, tried: Tried) -> None:
    """Note what is tried; one lesson at a time."""
    session[_TRIED] = {"lesson": _name(place), "moves": list(tried.moves), "misses": tried.misses}


def tried_forget(session: SessionBase) -> None:
    """Begin anew."""
    session.pop(_TRIED, None)


def _name(place: Place) -> str:
    return f"{place.slug}/{place.lesson.key}"
