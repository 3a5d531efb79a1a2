"""What every course must have: positions that play can reach, a solution, and a reply to every try."""

import pytest

from games.engine.chance import SETUP, Chance
from games.engine.codec import dump_move, load_move
from games.engine.lesson import Stacked, Verdict, attempt_of, position_of
from games.lessons.courses import course_of, has_course
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests import rule_sheets

COURSES = [slug for slug in TITLES if has_course(slug)]
LESSONS = [(slug, lesson) for slug in COURSES for lesson in course_of(slug).lessons]
NAMED = pytest.mark.parametrize(
    ("slug", "lesson"), LESSONS, ids=[f"{slug}-{lesson.key}" for slug, lesson in LESSONS]
)
TRIES = 600  # tries per lesson, the shortest first
WITHOUT = {}
OURS = "games.titles."


def tries(game, lesson):
    """Yield attempts of legal moves, breadth first, continuing where the lesson does."""
    start = position_of(game, lesson.setting)
    ahead = [()]
    for moves in ahead:  # grows during the loop
        attempt = attempt_of(game, lesson, start, moves)
        yield moves, attempt
        if attempt.goes_on and len(ahead) < TRIES:
            legal = game.legal_moves(attempt.state, lesson.you) or composed(game, lesson, attempt.state)
            ahead.extend((*moves, dump_move(move)) for move in legal)


def composed(game, lesson, state):
    """Return some moves where there are too many to list, including the solution."""
    chances = (Chance(b"lessons" + bytes(25), number) for number in range(200))
    return [
        load_move(game, lesson.solution[0]),
        *(game.sample_move(state, lesson.you, each) for each in chances),
    ]


def test_every_title_has_a_course_or_a_reason_against_it():
    ours = {slug for slug in TITLES if TITLES.home(slug).startswith(OURS)}
    assert ours - set(COURSES) == set(WITHOUT)


@pytest.mark.parametrize("slug", COURSES)
def test_a_course_has_six_to_twelve_lessons_of_different_keys(slug):
    keys = [lesson.key for lesson in course_of(slug).lessons]
    assert 6 <= len(keys) <= 12
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("slug", COURSES)
def test_every_ruling_is_covered_or_left_out_for_a_reason(slug):
    course, rulings = course_of(slug), set(rule_sheets.rulings(slug))
    covered = {name for lesson in course.lessons for name in lesson.covers}
    left_out = {name for name in course.left_out if name not in TITLES[slug].reasons}
    assert covered | left_out == rulings
    assert not covered & left_out
    assert all(len(reason) > 20 for reason in course.left_out.values())


@pytest.mark.parametrize("slug", COURSES)
def test_every_way_to_end_is_met_or_left_out_for_a_reason(slug):
    game, course, met = TITLES[slug], course_of(slug), set()
    for lesson in course.lessons:
        start = position_of(game, lesson.setting)
        ended = game.outcome(attempt_of(game, lesson, start, lesson.solution).state)
        met |= {ended.reason} if ended else set()
    assert met | (set(course.left_out) & set(game.reasons)) == set(game.reasons)
    assert not met & set(course.left_out)


@NAMED
def test_the_position_can_be_reached_by_play_and_asks_the_reader(slug, lesson):
    """`position_of` uses only the guarded entries, and every stacked shuffle is a possible one."""
    game = TITLES[slug]
    start = position_of(game, lesson.setting)
    assert lesson.you in game.to_act(start.state)
    assert game.outcome(start.state) is None
    assert position_of(game, lesson.setting) == start


@NAMED
def test_only_the_whole_solution_does_the_task(slug, lesson):
    game = TITLES[slug]
    start = position_of(game, lesson.setting)
    verdicts = [
        attempt_of(game, lesson, start, lesson.solution[:made]).verdict
        for made in range(1, len(lesson.solution) + 1)
    ]
    assert verdicts == [Verdict.ON] * (len(verdicts) - 1) + [Verdict.DONE]


@NAMED
def test_every_legal_try_gets_an_answer_and_every_answer_is_used(slug, lesson):
    game, met = TITLES[slug], []
    for moves, attempt in tries(game, lesson):
        assert bool(attempt.answer) is bool(moves)
        if moves:
            met.append(attempt.answer)
        if attempt.goes_on:
            assert lesson.you in game.to_act(attempt.state), "the reader would wait for ever"
            assert game.outcome(attempt.state) is None
    idle = [each.text for each in lesson.answers if not any(each is one for one in met)]
    assert [str(text) for text in idle] == []
    assert not any(answer.replies for answer in lesson.answers if answer.verdict is Verdict.MISS)


@pytest.mark.parametrize("slug", COURSES)
def test_nearly_every_lesson_has_a_legal_wrong_move(slug):
    lessons = course_of(slug).lessons
    safe = [
        lesson.key
        for lesson in lessons
        if all(answer.verdict is not Verdict.MISS for answer in lesson.answers)
    ]
    assert len(safe) <= 2, safe


@NAMED
def test_texts_are_short_and_every_lesson_has_a_hint(slug, lesson):
    assert str(lesson.heading) and len(str(lesson.heading)) <= 40
    assert 20 < len(str(lesson.told)) <= 260
    assert 10 < len(str(lesson.task)) <= 90
    assert 10 < len(str(lesson.hint)) <= 200
    assert all(10 < len(str(answer.text)) <= 260 for answer in lesson.answers)


@NAMED
def test_the_move_can_be_shown_after_many_misses(slug, lesson):
    assert PRESENTERS[slug].suggestion is not None


def test_a_stacked_shuffle_is_a_shuffle():
    chance = Stacked(bytes(32), SETUP, ("c", "a", "x", "c"))
    first = chance.shuffled(("a", "b", "c", "d", "c"))
    assert first[:3] == ("c", "a", "c") and sorted(first) == ["a", "b", "c", "c", "d"]
    assert chance.shuffled(("x", "y", "c"))[0] == "x"  # each wish is used only once
    orders = {
        Stacked(bytes([number]) * 32, SETUP, ("b",)).shuffled(("a", "b", "c", "d")) for number in range(20)
    }
    assert len(orders) > 3
    assert {order[0] for order in orders} == {"b"}
