"""Lessons in use: with and without an account, right and wrong tries, saved progress."""

import html
import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.core import mail
from django.test import Client

from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.presenter import Scene
from games.lessons.courses import course_of, has_course, place_at
from games.lessons.page import lesson_page
from games.lessons.progress import Tried
from games.models import LessonProgress, Table
from games.moderation.services.accounts import account_merge, own_account_erase
from games.titles import TITLES
from tests.conftest import PASSWORD
from tests.play import running_table
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

FIRST = "/learn/captivate/1/"
WOLF = '{"type":"play","card":"light-9","cell":[1,0]}'
FROG = '{"type":"play","card":"light-2","cell":[1,0]}'  # flips nothing
CAPTURE = "/learn/captivate/5/"
EAGLE = '{"type":"play","card":"dark-10","cell":[1,0]}'
BOAR = '{"type":"capture","card":"earth-1","cell":[0,0]}'


def post(client, path=FIRST, ply=0, **data):
    return client.post(path, {"ply": ply, **data})


def page_of(client, path=FIRST, query=""):
    answer = client.get(path + query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def readers(alice, bob, charlie, client_for):
    """Return a client for each kind of reader, who all see the same lessons: owner, player, outsider, anonymous."""
    running_table(alice, bob)
    return [client_for(each) for each in (alice, bob, charlie, None)]


def test_everybody_can_finish_a_lesson_and_keeps_it(readers):
    for client in readers:
        assert "Lay the Light Wolf beside the Dark Crab." in page_of(client)
        answer = post(client, move=WOLF)
        assert (answer.status_code, answer["Location"]) == (302, FIRST + "#asked")
        page = page_of(client)
        assert "Done!" in page and "It flips Dark Crab." in page and 'href="/learn/captivate/2/"' in page
        course = page_of(client, "/learn/captivate/")
        assert course.count(">done<") == 1 and "Continue with lesson 2" in course
        assert "1 done" in page_of(client, "/learn/")


def test_a_wrong_try_is_explained_and_taken_back_and_the_second_brings_a_hint(client):
    lesson = course_of("captivate").lessons[0]
    for misses in range(1, 5):
        post(client, move=FROG)
        page = page_of(client)
        assert "Not yet." in page and "lower than the Crab" in page and 'name="back"' in page
        assert (str(lesson.hint) in page) is (misses >= 2)
        refused = post(client, ply=1, move=WOLF)
        assert refused.status_code == 422 and "Take back your move first" in refused.content.decode()
        post(client, ply=1, back="1")
        page = page_of(client)
        assert "Not yet." not in page and "Lay the Light Wolf" in page
        assert (str(lesson.hint) in page) is (misses >= 2)
        assert ("Play Light Wolf at E4" in page) is (misses >= 4)
    assert LessonProgress.objects.count() == 0 and "lessons_done" not in client.session


def test_a_task_of_two_moves_continues_after_the_first(client):
    post(client, CAPTURE, move=EAGLE)
    page = page_of(client, CAPTURE)
    assert "It flips Light Boar." in page and "The Boar is face down." in page and 'name="back"' in page
    assert (
        'value="1"' in page and '"type":"capture"'.replace('"', "&#34;") not in page
    )  # no card is chosen yet
    assert "capture Light Boar with Earth Rat" in page_of(client, CAPTURE, "?card=earth-1")
    post(client, CAPTURE, ply=1, move=BOAR)
    assert "8 points go to your pile" in page_of(client, CAPTURE)
    post(client, CAPTURE, ply=2, again="1")
    assert "Flip the Light Boar, then capture it." in page_of(client, CAPTURE)


def test_a_rival_answers_with_a_legal_move(client):
    post(client, "/learn/captivate/6/", move='{"type":"end"}')
    page = page_of(client, "/learn/captivate/6/")
    assert "Bosun captures Dark Eagle" in page and "a prize" in page


def test_the_links_of_the_board_lead_back_to_the_lesson(client):
    page = page_of(client)
    assert '"/tables/' not in page
    link = re.search(r'href="(/learn/captivate/1/\?card=light-9)#field"', page)
    chosen = client.get(link[1]).content.decode()
    assert "Light Wolf: choose where to lay it." in chosen and WOLF.replace('"', "&#34;") in chosen


def test_every_lesson_is_shown_to_everybody_at_every_step(readers):
    for slug in ("captivate",):
        for number, lesson in enumerate(course_of(slug).lessons, start=1):
            path = f"/learn/{slug}/{number}/"
            assert str(lesson.task) in page_of(readers[-1], path).replace("&#39;", "'")
            for ply, move in enumerate(lesson.solution):
                assert post(readers[-1], path, ply=ply, move=move).status_code == 302
            assert "Done!" in page_of(readers[-1], path)
    assert "You know the game." in page_of(readers[-1], "/learn/captivate/")


def test_the_last_lesson_leads_into_a_game(client):
    path = f"/learn/captivate/{len(course_of('captivate').lessons)}/"
    for ply, move in enumerate(course_of("captivate").lessons[-1].solution):
        post(client, path, ply=ply, move=move)
    page = page_of(client, path)
    assert 'formaction="/play/"' in page
    fields = dict(re.findall(r'<input type="hidden" name="(title|level|ply)" value="([^"]*)"', page))
    answer = client.post("/play/", fields)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/" and table.title == "captivate" and table.is_running
    assert page_of(client).count("Done!") == 0  # a guest can continue learning
    assert page_of(client, "/learn/captivate/").count(">done<") == 1


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"move": "{"}, 400), ({"move": '{"type":"fly"}'}, 400), ({}, 400), ({"move": WOLF, "ply": "x"}, 400),
        ({"move": WOLF, "ply": "²"}, 400), ({"move": WOLF, "ply": "3"}, 409), ({"moves": [WOLF] * 21}, 400),
        ({"move": '{"type":"play","card":"light-9","cell":[3,0]}'}, 422), ({"move": '{"type":"end"}'}, 422),
        ({"move": '{"type":"play","card":"light-13","cell":[1,0]}'}, 422), ({"moves": [WOLF, WOLF]}, 302),
    ],
)  # fmt: skip
def test_an_impossible_try_changes_nothing_and_says_so(client, data, status):
    answer = client.post(FIRST, {"ply": "0", **data})
    assert answer.status_code == status
    if status != 302:
        assert 'role="alert"' in answer.content.decode() and "Lay the Light Wolf" in answer.content.decode()
        assert "lesson_tried" not in client.session


def test_a_second_click_changes_nothing_and_an_old_page_is_refused(client):
    post(client, move=FROG)
    assert post(client, move=FROG).status_code == 302
    assert client.session["lesson_tried"] == {"lesson": "captivate/by-value", "moves": [FROG], "misses": 1}
    assert post(client, move=WOLF).status_code == 409


def test_another_lesson_starts_afresh_and_reading_needs_no_session(client):
    page_of(client)
    assert site.SESSION_COOKIE_NAME not in client.cookies
    post(client, move=FROG)
    post(client, CAPTURE, move=EAGLE)
    assert "Not yet." not in page_of(client)


@pytest.mark.parametrize(
    "path", ["/learn/chess/", "/learn/chess/1/", "/learn/captivate/0/", "/learn/captivate/99/"]
)
def test_an_unknown_lesson_returns_404(client, path):
    assert client.get(path).status_code == 404
    assert client.post(path, {"ply": 0, "move": WOLF}).status_code in (404, 405)


def test_a_try_under_other_rules_starts_afresh(client):
    post(client, move=FROG)
    session = client.session
    session["lesson_tried"] = {"lesson": "captivate/by-value", "moves": ['{"type":"gone"}'], "misses": 1}
    session.save()
    assert "Lay the Light Wolf" in page_of(client)
    assert post(client, move=WOLF).status_code == 302


def test_tries_at_lessons_are_limited(client, settings):
    settings.RATES = {**settings.RATES, "lesson": (2, 86_400)}
    statuses = [post(client, move=FROG).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]


def test_how_many_queries_a_lesson_takes(alice, client_for, django_assert_max_num_queries):
    client = client_for(alice)
    page_of(client)
    with django_assert_max_num_queries(6):
        page_of(client)
    with django_assert_max_num_queries(13):
        post(client, move=WOLF)


# Progress


def test_lessons_done_before_the_log_in_are_added_to_the_account(alice, client):
    LessonProgress.objects.create(user=alice, title="captivate", done=["capture"])
    post(client, move=WOLF)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.session.get("lessons_done") is None
    assert LessonProgress.objects.get(user=alice).done == ["capture", "by-value"]
    client.post("/accounts/logout/")
    assert ">done<" not in page_of(client, "/learn/captivate/")


def test_lessons_done_before_the_sign_up_are_added_to_the_account(client):
    post(client, move=WOLF)
    _sign_up(client)
    assert LessonProgress.objects.get(user__username="nell").done == ["by-value"]


def test_a_guest_who_signs_up_keeps_all_lessons(client):
    post(client, move=WOLF)
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    post(client, CAPTURE, move=EAGLE)
    post(client, CAPTURE, ply=1, move=BOAR)
    assert page_of(client, "/learn/captivate/").count(">done<") == 2
    _sign_up(client)
    assert set(LessonProgress.objects.get(user__username="nell").done) == {"by-value", "capture"}


def test_a_guest_who_logs_in_keeps_all_lessons(alice, client):
    """Logging in as somebody else empties the session, which held the earlier progress."""
    LessonProgress.objects.create(user=alice, title="captivate", done=["score"])
    post(client, move=WOLF)
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    assert client.session.get("lessons_done") is None  # it is saved with the guest
    post(client, CAPTURE, move=EAGLE)
    post(client, CAPTURE, ply=1, move=BOAR)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.get("/tables/").wsgi_request.user == alice
    assert set(LessonProgress.objects.get(user=alice).done) >= {"by-value", "capture"}


def test_a_guests_session_is_added_to_the_account(alice, client):
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    session = client.session
    session["lessons_done"] = {"captivate": ["by-value"]}
    session.save()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert LessonProgress.objects.get(user=alice).done == ["by-value"]


def _sign_up(client):
    data = {"username": "nell", "email": "nell@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", data)
    code = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", mail.outbox[-1].body)[0]
    answer = client.post("/accounts/confirm-email/", {"code": code})
    assert answer.status_code == 302 and EmailAddress.objects.get(email="nell@example.org").verified


def test_removed_lessons_are_dropped_and_none_is_counted_twice(alice, client_for):
    LessonProgress.objects.create(user=alice, title="captivate", done=["gone", "by-value"])
    client = client_for(alice)
    assert "1 done" in page_of(client, "/learn/")
    for _ in range(2):
        post(client, move=WOLF)
        post(client, ply=1, again="1")
    post(client, CAPTURE, move=EAGLE)
    post(client, CAPTURE, ply=1, move=BOAR)
    assert LessonProgress.objects.get(user=alice).done == ["by-value", "capture"]


def test_lessons_of_others_are_not_mine(alice, bob, client_for):
    post(client_for(alice), move=WOLF)
    assert ">done<" not in page_of(client_for(bob), "/learn/captivate/")


def test_an_erased_account_has_no_lessons(alice, client_for):
    post(client_for(alice), move=WOLF)
    own_account_erase(alice)
    assert not LessonProgress.objects.exists()


def test_a_merged_account_brings_its_lessons(alice, bob, charlie):
    for user, title, keys in (
        (bob, "captivate", ["by-value", "capture"]), (bob, "cardline", ["x"]),
        (charlie, "captivate", ["end", "capture"]),
    ):  # fmt: skip
        LessonProgress.objects.create(user=user, title=title, done=keys)
    account_merge(person_with_role("adam", "administrator"), bob, into="charlie", reason="The same person")
    rows = LessonProgress.objects.filter(user=charlie).order_by("title")
    assert [(row.title, row.done) for row in rows] == [
        ("captivate", ["end", "capture", "by-value"]),
        ("cardline", ["x"]),
    ]


def test_a_merged_account_keeps_the_choices_of_notes(bob, charlie):
    for title, theirs, own in (
        ("captivate", False, None),
        ("cardline", False, True),
        ("nautilus", None, False),
    ):
        LessonProgress.objects.create(user=bob, title=title, notes=theirs)
        LessonProgress.objects.create(user=charlie, title=title, notes=own)
    account_merge(person_with_role("adam", "administrator"), bob, into="charlie", reason="The same person")
    kept = dict(LessonProgress.objects.filter(user=charlie).values_list("title", "notes"))
    assert kept == {"captivate": False, "cardline": True, "nautilus": False}


def test_links_to_the_lessons_are_everywhere(alice, client_for):
    client = client_for(alice)
    for path in ("/rules/captivate/", "/tables/new/captivate/"):
        assert 'href="/learn/captivate/"' in page_of(client, path), path
    for path in ("/lobby/", "/tables/", "/play/"):
        assert 'href="/learn/"' in page_of(client, path), path
    assert 'href="/learn/captivate/"' in page_of(Client(), "/")


COURSES = [slug for slug in TITLES if has_course(slug)]


@pytest.mark.parametrize("slug", COURSES)
def test_each_move_of_a_solution_can_be_made_from_the_page(slug, client):
    """Follow the choices that a hint would show, page by page, until the lesson is done."""
    for number, lesson in enumerate(course_of(slug).lessons, start=1):
        path, place = f"/learn/{slug}/{number}/", place_at(slug, number)
        for ply, move in enumerate(lesson.solution):
            state = place.after(lesson.solution[:ply]).state
            way = _way(place, state, move)
            assert _is_offered(client, path, f"?{urlencode(way)}", move), (lesson.key, move, way)
            assert post(client, path, ply=ply, move=move).status_code == 302
        page = page_of(client, path)
        said = str(place.after(lesson.solution).answer.text)
        assert "Done!" in page and said in html.unescape(page)


def _is_offered(client, path, query, move):
    """Whether the page has a button with the move, or a link to a page that asks for confirmation and has it."""
    page = html.unescape(page_of(client, path, query))
    ahead = re.findall(rf'href="{path}(\?sure=[^"#]*)', page)
    pages = [page, *(html.unescape(page_of(client, path, each)) for each in ahead)]
    return any(f'value="{move}"' in each for each in pages)


def _way(place, state, move):
    names = ("Cadet", "Bosun")
    legal = place.game.legal_moves(state, place.lesson.you)
    scene = Scene(place.lesson.you, names, legal, {}, 2, is_asked=True, is_quick=True)
    view = place.game.observe(state, place.lesson.you)
    return place.presenter.suggestion(view, scene, load_move(place.game, move)).way


@pytest.mark.parametrize("slug", COURSES)
def test_hidden_information_is_not_on_the_lessons_page(slug, client):
    """When hidden cards are dealt again, the page stays the same: it shows only the observation."""
    for number, lesson in enumerate(course_of(slug).lessons, start=1):
        place, attempt = place_at(slug, number), place_at(slug, number).after(())
        other = place.game.resample(attempt.state, lesson.you, Chance(b"other", number))
        pages = [
            lesson_page(place, Tried(), replace(attempt, state=state), {}) for state in (attempt.state, other)
        ]
        assert pages[0].board == pages[1].board, lesson.key
