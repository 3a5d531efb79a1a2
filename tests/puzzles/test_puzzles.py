"""Puzzles in use: right and wrong moves, the answer, streaks of days, and saved progress."""

import html
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings as site
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.puzzle import move_of
from games.lessons import courses
from games.lessons.courses import course_of, has_course
from games.models import PuzzleCount, PuzzleStreak, PuzzleTry
from games.moderation.services.accounts import account_merge, own_account_erase
from games.puzzles import catalog as catalog_module
from games.puzzles.catalog import PuzzleEntry, catalog_of, catalogs, day_of, entry_at, puzzle_on
from games.puzzles.page import TOLD, Tried, best_move, is_answer, puzzle_page
from games.puzzles.progress import PuzzleProgress, Streak, progress_in, progress_store, puzzles_save
from games.puzzles.reasons import reason_of
from tests.conftest import PASSWORD
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

SLUG = "cardline"
PATH = f"/puzzles/{SLUG}/1/"
DAY = date(2026, 11, 23)


@pytest.fixture
def entry():
    return entry_at(SLUG, 1)


@pytest.fixture
def best(entry):
    return best_move(entry)


@pytest.fixture
def missed(entry):
    return dump_move(move_of(entry.game, entry.puzzle.missed))


@pytest.fixture
def on_day(time_machine, entry):
    """Return a function that moves to the day of our title's first puzzle, or this many days later."""
    days = (DAY + timedelta(days=number) for number in range(2000))
    first = next(day for day in days if puzzle_on(day) == entry)
    noon = datetime(first.year, first.month, first.day, 12, tzinfo=UTC)

    def go(later=0):
        time_machine.move_to(noon + timedelta(days=later), tick=False)
        return first + timedelta(days=later)

    return go


def post(client, path=PATH, ply=0, **data):
    return client.post(path, {"ply": ply, **data})


def page_of(client, path=PATH):
    answer = client.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_everybody_can_find_the_move_and_read_why(alice, bob, client_for, entry, best):
    for number, client in enumerate((client_for(alice), client_for(bob), Client()), start=1):
        assert "One move is clearly best." in page_of(client) and "puzzle-why" not in page_of(client)
        answer = post(client, move=best)
        assert (answer.status_code, answer["Location"]) == (302, PATH + "#asked")
        page = page_of(client)
        assert "Found!" in page and f"{number} of {number} " in page
        told = {repr(each.move) for each in entry.puzzle.others[:TOLD]} | {repr(entry.puzzle.missed)}
        assert page.count('scope="row"') == 1 + len(told) < len(entry.puzzle.others)
        assert f"<td>{round(entry.puzzle.best.mean / 10)}</td>" in page
        assert "1 found" in page_of(client, "/puzzles/") and ">found<" in page_of(client, f"/puzzles/{SLUG}/")
        assert f"{number} of {number} found it on the first try" in page_of(client, f"/puzzles/{SLUG}/")
    PuzzleCount.objects.update(tried=8, found=4)
    assert "medium: 4 of 8 found it" in page_of(client, f"/puzzles/{SLUG}/")
    assert client.get(f"{PATH}picture.svg").text.startswith("<svg")


@pytest.mark.parametrize("slug", list(catalogs()))
def test_the_best_move_is_played_on_step_by_step(slug, client):
    path, entry = f"/puzzles/{slug}/2/", entry_at(slug, 2)
    assert "?step=" not in page_of(client, path + "?step=1")
    post(client, path, show="1")
    boards = [page_of(client, path + "?step=x").split('id="field"')[1].split('class="action-bar')[0]]
    for step in range(1, len(entry.puzzle.line) + 1):
        assert f'href="{path}?step={step}#asked"' in page_of(client, f"{path}?step={step - 1}")
        page = page_of(client, f"{path}?step={step}")
        assert f"Move {step} of {len(entry.puzzle.line)}" in page and 'class="chances"' not in page
        boards.append(page.split('id="field"')[1].split('class="action-bar')[0])
    assert len(set(boards)) == len(boards) > 1


@pytest.mark.parametrize("slug", list(catalogs()))
def test_the_tempting_move_is_answered_on_the_board(slug, client):
    """The reply shows what it gives away, and not yet what is better."""
    path, entry = f"/puzzles/{slug}/2/", entry_at(slug, 2)
    post(client, path, move=dump_move(move_of(entry.game, entry.puzzle.missed)))
    assert f'href="{path}?step=1#asked"' in page_of(client, path)
    page = page_of(client, path + "?step=1")
    assert "Move 1 of" in page and 'id="show"' in page and "exercise__why" not in page
    other = next(each.move for each in entry.puzzle.others if each.move != entry.puzzle.missed)
    post(client, path, ply=1, back="1")
    post(client, path, move=dump_move(move_of(entry.game, other)))
    assert "?step=" not in page_of(client, path)


def test_the_answer_says_why(client, entry):
    post(client, show="1")
    assert f'class="exercise__why">{reason_of(entry).words}</p>' in page_of(client)
    later = next(each for each in catalog_of("nautilus") if reason_of(each).step == 2)
    path = f"/puzzles/nautilus/{later.number}/"
    post(client, path, show="1")
    assert f"After the next 2 moves: {reason_of(later).words}" in page_of(client, path)


def test_a_wrong_move_is_answered_without_the_solution_and_undone(client, entry, best, missed):
    post(client, move=missed)
    page = page_of(client)
    assert "There is a better move." in page and "looks good at first sight" in page
    assert "puzzle-why" not in page and "Found!" not in page
    assert post(client, ply=1, move=best).status_code == 422
    post(client, ply=1, back="1")
    assert "One move is clearly best." in page_of(client)
    post(client, move=best)
    assert "0 of 1 person found it on the first try." in page_of(client)
    assert ">found<" in page_of(client, f"/puzzles/{SLUG}/")


def test_being_shown_the_answer_does_not_count_as_finding_it(client, entry, best, on_day):
    on_day()
    post(client, show="1")
    page = page_of(client)
    assert "This is the move." in page and "puzzle-why" in page
    post(client, ply=1, back="1")
    post(client, move=best)
    assert ">shown<" in page_of(client, f"/puzzles/{SLUG}/") and 'id="streak"' not in page_of(
        client, "/puzzles/"
    )
    assert PuzzleCount.objects.get().tried == 1 and PuzzleCount.objects.get().found == 0


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"move": "{"}, 400), ({"move": '{"type":"fly"}'}, 400), ({}, 400), ({"ply": "x", "move": "{}"}, 400),
        ({"ply": "7", "move": "{}"}, 409), ({"moves": ["{}", "{}"]}, 400),
        ({"move": '{"type":"place","card":"nobody","slot":0}'}, 422),
        ({"move": '{"type":"place","card":"alice","slot":99}'}, 422),
    ],
)  # fmt: skip
def test_an_impossible_try_changes_nothing_and_says_so(client, data, status):
    answer = client.post(PATH, {"ply": "0", **data})
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode() and "One move is clearly" in answer.content.decode()
    assert not PuzzleCount.objects.exists() and "puzzle_tried" not in client.session


@pytest.mark.parametrize(
    "path", ["/puzzles/chess/", "/puzzles/chess/1/", f"/puzzles/{SLUG}/0/", f"/puzzles/{SLUG}/9999/"]
)
def test_an_unknown_puzzle_returns_404(client, path):
    assert client.get(path).status_code == 404
    assert client.post(path, {"ply": 0, "show": "1"}).status_code in (404, 405)


def test_a_second_click_changes_nothing_and_an_old_page_is_refused(client, best, missed):
    post(client, move=missed)
    assert post(client, move=missed).status_code == 302
    assert post(client, move=best).status_code == 409
    assert PuzzleCount.objects.get().tried == 1


def test_moves_in_puzzles_are_limited(client, settings, missed):
    settings.RATES = {**settings.RATES, "puzzle": (2, 86_400)}
    assert [post(client, move=missed).status_code for _ in range(3)] == [302, 302, 429]


def test_reading_needs_no_session_and_another_puzzle_starts_afresh(client, missed):
    for path in ("/puzzles/", f"/puzzles/{SLUG}/", PATH):
        page_of(client, path)
    assert site.SESSION_COOKIE_NAME not in client.cookies
    post(client, move=missed)
    other = f"/puzzles/{SLUG}/2/"
    assert "One move is clearly best." in page_of(client, other)
    post(client, other, show="1")
    assert "One move is clearly best." in page_of(client)


def test_a_try_under_other_rules_starts_afresh(client, entry, missed, best):
    post(client, move=missed)
    session = client.session
    session["puzzle_tried"] = {"puzzle": list(entry.result_key), "moves": ['{"type":"gone"}'], "shown": False}
    session.save()
    assert "One move is clearly best." in page_of(client)
    assert post(client, move=best).status_code == 302


def test_how_many_queries_a_puzzle_takes(alice, client_for, django_assert_max_num_queries, best):
    client = client_for(alice)
    post(client, move=best)
    for path, most in (("/puzzles/", 6), (f"/puzzles/{SLUG}/", 6), (PATH, 6)):
        page_of(client, path)
        with django_assert_max_num_queries(most):
            page_of(client, path)
    with django_assert_max_num_queries(16):
        post(client, PATH.replace("/1/", "/2/"), show="1")


# The puzzle of the day


def test_each_utc_day_has_one_puzzle_and_all_appear_before_any_repeats():
    titles = catalogs()
    for slug, catalog in titles.items():
        days = [DAY + timedelta(days=number) for number in range(len(titles) * len(catalog))]
        found = [entry.result_key for day in days if (entry := puzzle_on(day)).slug == slug]
        assert len(found) == len(set(found)) == len(catalog)
    late = datetime.fromisoformat("2026-11-23T23:30:00-08:00")
    assert day_of(late) == date(2026, 11, 24)


def test_days_in_a_row_are_counted_for_accounts_and_without(alice, client_for, on_day, best):
    for client in (client_for(alice), Client()):
        day = on_day()
        page = page_of(client, "/puzzles/")
        assert f'href="{PATH}"' in page and "in a row" not in page
        post(client, move=best)
        assert "Your streak: 1 day." in page_of(client)
        assert "Your streak: 1 day." in page_of(client, "/puzzles/")
        on_day(1)
        assert "Solve today's puzzle to keep your streak." in page_of(client, "/puzzles/")
        daily = puzzle_on(day + timedelta(days=1))
        path = f"/puzzles/{daily.slug}/{daily.number}/"
        post(client, path, move=best_move(daily))
        assert "Your streak: 2 days." in page_of(client, path)
        on_day(3)
        page = page_of(client, "/puzzles/")
        assert "Your best streak: 2 days." in page and "Your streak" not in page


def test_the_daily_puzzle_of_a_new_title_offers_its_lesson_and_another_puzzle(client, on_day, missed):
    on_day()
    page = page_of(client, "/puzzles/")
    assert "Learn Cardline" in page and 'id="other" href="/puzzles/cannonades/1/"' in page
    client.post("/puzzles/nautilus/1/", {"ply": 0, "show": "1"})
    assert 'id="other" href="/puzzles/nautilus/2/"' in page_of(
        client, "/puzzles/"
    )  # of a title that they know
    post(client, move=missed)
    page = page_of(client, "/puzzles/")
    assert "Learn Cardline" not in page and 'id="other"' not in page


def test_only_the_puzzle_of_the_day_counts_for_the_streak(client, on_day, best):
    on_day(1)
    post(client, move=best)
    assert "in a row" not in page_of(client, "/puzzles/")


def test_streaks():
    day = timedelta(days=1)
    streak = Streak(DAY).after(DAY + day).after(DAY + day)
    assert streak == Streak(DAY + day, 2, 2)
    assert streak.after(DAY + 3 * day) == Streak(DAY + 3 * day, 1, 2)
    assert (streak.on(DAY + 2 * day), streak.on(DAY + 3 * day)) == (2, 0)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ((0, 5, 5), (1, 1, 1), (1, 6, 6)),  # they touch
        ((0, 5, 9), (1, 3, 3), (1, 6, 9)),  # they overlap
        ((0, 5, 5), (0, 2, 7), (0, 5, 7)),  # one is inside the other
        ((-2, 2, 2), (1, 7, 7), (1, 7, 7)),
        ((-1, 5, 5), (1, 1, 1), (1, 1, 5)),  # the days between them are missing
    ],
)
def test_two_streaks_of_one_person(one, other, both):
    one, other, both = (Streak(DAY + timedelta(days=day), *rest) for day, *rest in (one, other, both))
    assert one.merged_with(other) == other.merged_with(one) == both


def test_progress_keeps_the_latest_day_of_a_shown_answer():
    earlier = DAY - timedelta(days=3)
    assert PuzzleProgress(True, DAY).after(found=False, shown=earlier) == PuzzleProgress(True, DAY)
    assert PuzzleProgress(False, earlier).after(found=False, shown=DAY) == PuzzleProgress(False, DAY)
    assert PuzzleProgress(False, DAY).after(found=True, shown=None) == PuzzleProgress(True, DAY)
    assert PuzzleProgress().after(found=False, shown=None) == PuzzleProgress()


def test_unknown_titles_are_not_stored():
    catalog_of("cardline"), course_of("cardline")
    kept = (catalog_module._catalog, courses._has_lessons, courses._course)
    before = [each.cache_info().currsize for each in kept]
    assert (catalog_of("chess"), has_course("chess"), course_of("chess")) == ((), False, None)
    assert [each.cache_info().currsize for each in kept] == before


# Progress


def test_puzzles_tried_before_the_log_in_are_added_to_the_account(alice, client, entry, best, on_day):
    on_day()
    PuzzleTry.objects.create(user=alice, title=SLUG, key=entry.puzzle.key)
    post(client, move=best)
    post(client, f"/puzzles/{SLUG}/2/", show="1")
    session = client.session
    session["puzzles_tried"][SLUG]["gone"] = [1, ""]
    session.save()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    rows = {row.key: row for row in PuzzleTry.objects.filter(user=alice)}
    assert rows.pop(entry.puzzle.key).is_found
    [(_key, shown)] = rows.items()
    assert not shown.is_found and shown.shown_on is not None
    assert PuzzleStreak.objects.get(user=alice).days == 1
    assert "puzzles_tried" not in client.session and "puzzles_streak" not in client.session
    assert PuzzleCount.objects.get(key=entry.puzzle.key).tried == 1  # counted once


def test_a_guest_who_logs_in_keeps_all_puzzles_and_streaks(alice, client, best, on_day):
    """Combines what was tried before the guest began, as a guest, and in the guest's session."""
    first, second, third = (entry_at(SLUG, number).puzzle.key for number in (1, 2, 3))
    day = on_day()
    PuzzleStreak.objects.create(user=alice, day=day - timedelta(days=1), days=4, best=4)
    post(client, move=best)
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    assert "Your streak: 1 day." in page_of(client, "/puzzles/")
    assert "puzzles_tried" not in client.session  # it is saved with the guest
    post(client, PATH.replace("/1/", "/2/"), show="1")
    session = client.session
    session["puzzles_tried"] = {SLUG: {third: [1, ""]}}
    session.save()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    rows = PuzzleTry.objects.filter(user=alice).values_list("key", "is_found", "shown_on")
    assert set(rows) == {(first, True, None), (second, False, day), (third, True, None)}
    assert "Your streak: 5 days." in page_of(client, "/puzzles/")


def test_saving_puzzles_takes_few_queries(alice, django_assert_num_queries):
    names = [entry.result_key for entry in catalogs()[SLUG]]
    PuzzleTry.objects.create(user=alice, title=SLUG, key=names[1][1], is_found=True)
    for count in (2, len(names)):
        session, tried = SessionBase(), names[:count]
        for name in reversed(tried):
            progress_store(session, name, PuzzleProgress(False, DAY))
        with django_assert_num_queries(5) as asked:  # two of these are a savepoint
            puzzles_save(alice, session)
        verbs = [query["sql"].split()[0] for query in asked.captured_queries]
        assert verbs == ["SAVEPOINT", "INSERT", "SELECT", "UPDATE", "RELEASE"]
        rows = PuzzleTry.objects.filter(user=alice, shown_on=DAY).order_by("pk").values_list("title", "key")
        assert set(rows) == set(tried) and not progress_in(session)
        assert list(rows)[1:] == sorted(set(tried) - {names[1]})
        PuzzleTry.objects.filter(user=alice).exclude(key=names[1][1]).delete()
        PuzzleTry.objects.filter(user=alice).update(shown_on=None)
    assert PuzzleTry.objects.get().is_found


def test_erasing_an_account_deletes_its_puzzles_but_not_the_counts(alice, client_for, best, on_day):
    on_day()
    post(client_for(alice), move=best)
    own_account_erase(alice)
    assert not PuzzleTry.objects.exists() and not PuzzleStreak.objects.exists()
    assert PuzzleCount.objects.get().found == 1


def test_a_merged_account_brings_its_found_puzzles(bob, charlie):
    for user, key, found in ((bob, "a", True), (bob, "b", False), (charlie, "a", False)):
        PuzzleTry.objects.create(
            user=user, title=SLUG, key=key, is_found=found, shown_on=DAY if found else None
        )
    PuzzleStreak.objects.create(user=bob, day=DAY, days=3, best=9)
    account_merge(person_with_role("adam", "administrator"), bob, into="charlie", reason="The same person")
    rows = PuzzleTry.objects.order_by("key").values_list("user", "key", "is_found", "shown_on")
    assert list(rows) == [(charlie.pk, "a", True, DAY), (charlie.pk, "b", False, None)]
    assert PuzzleStreak.objects.values_list("user", "day", "days", "best").get() == (charlie.pk, DAY, 3, 9)


def test_two_streaks_of_merged_accounts_become_one(bob, charlie):
    PuzzleStreak.objects.create(user=bob, day=DAY, days=3, best=9)
    PuzzleStreak.objects.create(user=charlie, day=DAY + timedelta(days=1), days=1, best=2)
    account_merge(person_with_role("adam", "administrator"), bob, into="charlie", reason="The same person")
    kept = PuzzleStreak.objects.values_list("user", "day", "days", "best").get()
    assert kept == (charlie.pk, DAY + timedelta(days=1), 4, 9)


def test_links_to_the_puzzles_are_everywhere(alice, client_for):
    for path in ("/", "/learn/", "/lobby/"):
        assert 'href="/puzzles/"' in page_of(Client(), path), path
    for path in ("/tables/", "/learn/", "/lobby/"):
        assert 'href="/puzzles/"' in page_of(client_for(alice), path), path


# What is shown


@pytest.mark.parametrize("slug", list(catalogs()))
def test_a_puzzle_page_shows_only_what_its_seat_sees(slug):
    """When hidden cards are dealt again, the page stays the same."""
    for entry in catalogs()[slug][:3]:
        other = PuzzleEntry(slug, entry.number, entry.count, entry.puzzle)
        game, seat = entry.game, entry.puzzle.seat
        other.__dict__["state"] = game.resample(entry.state, seat, Chance(b"other", 1))
        pages = [puzzle_page(each, Tried(), {}) for each in (entry, other)]
        assert pages[0].board == pages[1].board and pages[0].tallies == pages[1].tallies
        lines = [puzzle_page(each, Tried((best_move(each),)), {}).lines for each in (entry, other)]
        assert lines[0] == lines[1] and is_answer(entry, best_move(entry))


@pytest.mark.parametrize("slug", list(catalogs()))
def test_every_title_can_be_solved_from_its_page(slug, client):
    path = f"/puzzles/{slug}/1/"
    page = page_of(client, path)
    assert '"/tables/' not in page and re.search(rf'href="{path}\?|<button', page)
    post(client, path, move=best_move(entry_at(slug, 1)))
    assert "Found!" in page_of(client, path)
