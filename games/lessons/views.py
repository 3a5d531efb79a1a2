"""Pages for lessons: all courses, one course, and one lesson, including its moves. None needs an account."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.codec import dump_move
from games.engine.contract import EngineError
from games.engine.lesson import Attempt, Course, Verdict
from games.errors import IllegalMove, TableError
from games.lessons.courses import Place, course_of, place_at
from games.lessons.page import LessonPage, lesson_page
from games.lessons.progress import Tried, attempt_clear, attempt_in, attempt_save, lesson_done, lessons_done
from games.pages.paging import posted_number
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, player_required, refuse
from games.presenters import PRESENTERS
from games.tables.exercise import Exercise, is_repeat, moves_checked, moves_in
from games.tables.players import notes_set
from games.titles import TITLES

GONE_ON = gettext_lazy("You've moved in this lesson since. This is its current state.")


@require_safe
@never_cache
def lessons(request: HttpRequest) -> HttpResponse:
    """Show all courses, with the reader's progress in each."""
    done = lessons_done(request.user, request.session)
    courses = [(slug, course) for slug in TITLES if (course := course_of(slug))]
    rows = [
        (slug, PRESENTERS[slug], len(course.lessons), _count(course, done.get(slug, frozenset())))
        for slug, course in courses
    ]
    return render(request, "lessons/lessons.html", {"rows": rows})


def _count(course: Course, done: frozenset[str]) -> int:
    return sum(lesson.key in done for lesson in course.lessons)


@require_safe
@never_cache
def lesson_course(request: HttpRequest, title: str) -> HttpResponse:
    """Show a title's lessons, which of them are completed, and the next one."""
    course = course_of(title)
    if course is None:
        raise Http404(_("There's no such course."))
    done = lessons_done(request.user, request.session).get(title, frozenset())
    ahead = (number for number, each in enumerate(course.lessons, start=1) if each.key not in done)
    context = {
        "title": title, "presenter": PRESENTERS[title], "course": course, "done": done, "next": next(ahead, None),
    }  # fmt: skip
    return render(request, "lessons/course.html", context)


@require_POST
@never_cache
@player_required
def lesson_notes(request: PlayerRequest, title: str) -> HttpResponse:
    """Turn beginners' notes on or off at a title's tables."""
    if title not in TITLES:
        raise Http404(_("There's no such course."))
    try:
        check_rate_limit(request.user, "lesson")
    except TableError as error:
        return refuse(request, error, reverse("lesson_course", args=[title]))
    is_on = request.POST.get("notes") == "on"
    notes_set(request.user, title, is_on=is_on)
    messages.success(
        request,
        _("You'll see beginners' notes when you play this game.")
        if is_on
        else _("You won't see beginners' notes anymore."),
    )
    return redirect("lesson_course", title)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lesson(request: HttpRequest, title: str, number: int) -> HttpResponse:
    """Show a lesson after the reader's moves. A POST makes a move, takes one back, or restarts the lesson.

    The query holds the current selection on the board, as on a table's page.
    """
    place = place_at(title, number)
    if place is None:
        raise Http404(_("There's no such lesson."))

    def page(choice: Mapping[str, str]) -> LessonPage:
        return lesson_page(place, *_stored_attempt(request, place), choice)

    return Exercise(
        "lesson", title, number, page, lambda: _act(request, place), lambda page: {"place": place}
    ).answer(request)


def _stored_attempt(request: HttpRequest, place: Place) -> tuple[Tried, Attempt]:
    """What was tried so far; empty if it no longer fits the rules or the lesson."""
    tried = attempt_in(request.session, place)
    try:
        return tried, place.after(tried.moves)
    except EngineError:
        return Tried(), place.after(())


def _act(request: HttpRequest, place: Place) -> None:
    """Do what the POST asks for. Raises TableError without changing anything."""
    tried, attempt = _stored_attempt(request, place)
    if "again" in request.POST:
        attempt_clear(request.session)
    elif "back" in request.POST:
        attempt_save(request.session, place, Tried(tried.moves[:-1], tried.misses))
    elif not is_repeat(
        moves := moves_in(request), posted_number(request, "ply", 4), tried.moves, gone_on=GONE_ON
    ):
        if not attempt.goes_on:
            raise IllegalMove(_("Take back your move first, or continue with the next lesson."))
        _move(request, place, tried, moves)


def _move(request: HttpRequest, place: Place, tried: Tried, moves: list[str]) -> None:
    """Make the moves and store them, up to the first one with a verdict."""
    with moves_checked():
        attempt = place.after((*tried.moves, *moves))
    made = tuple(dump_move(ply.move) for ply in attempt.plies if ply.seat == place.lesson.you)
    misses = tried.misses + (attempt.verdict is Verdict.MISS)
    attempt_save(request.session, place, Tried(made, misses))
    if attempt.verdict is Verdict.DONE:
        lesson_done(request.user, request.session, place)
