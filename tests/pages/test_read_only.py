"""While the database is read-only, all pages work, and a refused move keeps what was chosen."""

import errno
import json
import re
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from jinja2 import Environment, FileSystemBytecodeCache

from accounts.models import User
from config.jinja2 import environment
from games.api.tokens import token_create
from games.models import Seat, Table, TalkLine
from games.notices.turn_links import turn_token
from games.pages import read_only
from games.talk.services import line_say
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(transactional_db):
    """Return a function that makes the database refuse every write, or, with `False`, accept them again."""

    def refuse(is_full=True):
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA query_only = {int(is_full)}")
            else:
                cursor.execute(
                    f"SET SESSION CHARACTERISTICS AS TRANSACTION READ {'ONLY' if is_full else 'WRITE'}"
                )

    yield refuse
    refuse(False)
    read_only.end_read_only()


@pytest.fixture
def table(alice, bob):
    made = running_table(alice, bob)
    line_say(bob, made.pk, text="Ahoy")
    return made


def pages(table):
    return [f"/tables/{table.pk}/", f"/tables/{table.pk}/log/", f"/tables/{table.pk}/talk/", "/tables/", "/lobby/", "/",
            "/accounts/profile/", "/notifications/", "/rules/captivate/"]  # fmt: skip


def test_all_pages_work_on_a_full_disk_and_show_a_banner(full, table, alice, client_for):
    mine = client_for(alice)
    full()
    assert post_move(mine, table, first_move(table, 0)).status_code == 503
    for path in pages(table):
        page = mine.get(path, follow=True)
        assert page.status_code == 200 and 'id="read-only"' in page.text, path
    assert mine.get(f"/tables/{table.pk}/talk/").text.count("Ahoy") >= 1
    for is_full, failed in ((True, ["database writes"]), (False, [])):
        full(is_full)
        answer = mine.get("/readyz")
        assert (answer.status_code, answer.json()["failed"]) == (503 if is_full else 200, failed)


@pytest.mark.parametrize("is_partial_request", [True, False], ids=["htmx", "plain"])
def test_a_move_gets_503_with_the_board_and_the_choices(full, table, alice, client_for, is_partial_request):
    mine, move, before = client_for(alice), first_move(table, 0), fingerprint(table)
    fresh = mine.get(f"/tables/{table.pk}/", headers={"HX-Request": "true"}).text
    chosen = fresh.split("?card=")[1].split("#")[0]
    page = f"http://testserver/tables/{table.pk}/?card={chosen}"
    headers = {"HX-Request": "true", "HX-Current-URL": page} if is_partial_request else {"Referer": page}
    looked = mine.get(page, headers={"HX-Request": "true"}).text
    full()
    answer = post_move(mine, table, move, headers=headers)
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "Your choices are still here" in answer.text
    places = [page.count('class="pick ') for page in (answer.text, looked, fresh)]
    assert places[0] == places[1] > places[2] == 0  # for the chosen card
    assert fingerprint(table) == before


def test_once_there_is_room_moves_work_and_the_banner_is_gone(full, table, alice, client_for):
    mine = client_for(alice)
    full()
    post_move(mine, table, first_move(table, 0))
    full(False)
    assert 'id="read-only"' in mine.get("/tables/").text
    assert post_move(mine, table, first_move(table, 0)).status_code == 302
    assert Table.objects.get(pk=table.pk).ply == 1 and 'id="read-only"' not in mine.get("/tables/").text


@pytest.mark.parametrize(("path", "fields"), [("talk/say/", {"text": "Land!"}), ("note/", {"text": "x", "seen": ""}),
                                              ("propose/", {"propose": "end"}), ("resign/", {"ply": "0"})])  # fmt: skip
def test_other_posts_get_503_and_leave_nothing_half_done(full, table, alice, client_for, path, fields):
    mine = client_for(alice)
    mine.raise_request_exception = False
    before = fingerprint(table), TalkLine.objects.count()
    full()
    answer = mine.post(f"/tables/{table.pk}/{path}", fields)
    assert answer.status_code == 503 and answer["Retry-After"] == "60"
    assert re.search("save (anything|moves, chat or settings) right now", answer.text)
    assert (fingerprint(table), TalkLine.objects.count()) == before


def test_a_move_by_a_link_gets_503_with_the_board(full, table, alice, client):
    seat, before = Seat.objects.get(table=table, number=0), fingerprint(table)
    link = f"/turn/{turn_token(alice, seat, table.ply)}/"
    full()
    answer = client.post(link, {"move": first_move(table, 0)})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "save" in re.search(r'id="problem"[^>]*>([^<]*)', answer.text)[1] and 'class="board' in answer.text
    assert fingerprint(table) == before and client.get(link).status_code == 200
    full(False)
    assert client.post(link, {"move": first_move(table, 0)}).status_code == 200
    assert Table.objects.get(pk=table.pk).ply == 1 and not read_only.is_read_only()


def test_programs_get_503_and_their_repeat_is_done_once_there_is_room(full, table, alice, client):
    _token, secret = token_create(alice, name="test", scopes=["read", "play"])
    heads = {"Authorization": f"Bearer {secret}", "If-Match": '"0"', "Idempotency-Key": "k1"}
    address, before = f"/api/v1/tables/{table.pk}", fingerprint(table)
    body = {"moves": [json.loads(first_move(table, 0))]}
    client.raise_request_exception = False

    def ask():
        return client.post(f"{address}/moves", body, "application/json", headers=heads)

    full()
    assert (answer := ask()).status_code == 503 and answer["Retry-After"] == "60"
    assert answer["Content-Type"] == "application/problem+json" and answer.json()["code"] == "not-writable"
    for path in ("", "/log", "/chat", "/replay?ply=-1"):
        assert client.get(f"{address}{path}", headers=heads).status_code == 200, path
    assert fingerprint(table) == before
    full(False)
    assert [ask().status_code for _ in range(2)] == [200, 200]
    assert Table.objects.get(pk=table.pk).ply == 1 and not read_only.is_read_only()


def test_programs_get_503_when_the_database_fails(table, alice, client):
    _token, secret = token_create(alice, name="test", scopes=["read", "play"])
    heads = {"Authorization": f"Bearer {secret}", "If-Match": '"0"', "Idempotency-Key": "k1"}
    body = {"moves": [json.loads(first_move(table, 0))]}
    client.raise_request_exception = False

    def fail(execute, sql, *more):
        if sql.startswith('UPDATE "games_table"'):
            raise OperationalError("the server closed the connection")
        return execute(sql, *more)

    def ask():
        return client.post(f"/api/v1/tables/{table.pk}/moves", body, "application/json", headers=heads)

    with connection.execute_wrapper(fail):
        answer = ask()
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable") and answer["Retry-After"]
    assert Table.objects.get(pk=table.pk).ply == 0
    assert [ask().status_code for _ in range(2)] == [200, 200] and Table.objects.get(pk=table.pk).ply == 1


def test_a_returning_guest_can_read_on_a_full_disk(full, client):
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    User.objects.filter(kind="guest").update(guest_until=timezone.now() + timedelta(days=20))
    full()
    assert client.get(f"/tables/{Table.objects.get().pk}/").status_code == 200
    full(False)
    assert client.get("/tables/").status_code == 200
    assert User.objects.get(kind="guest").guest_until > timezone.now() + timedelta(days=29)


def test_other_errors_are_not_taken_for_a_full_disk():
    assert not read_only.start_read_only_if_full(OperationalError("the server closed the connection"))
    assert (
        not read_only.start_read_only_if_full(OSError(errno.ECONNRESET, "reset"))
        and not read_only.is_read_only()
    )


def test_a_template_renders_even_if_it_cannot_be_cached(tmp_path):
    made: Environment = environment()
    made.loader = None
    assert isinstance(made.bytecode_cache, FileSystemBytecodeCache)
    made.bytecode_cache.directory = str(tmp_path / "gone")
    bucket = made.bytecode_cache.get_bucket(made, "x", "x.html", "text")
    bucket.code = compile("1", "x", "eval")
    made.bytecode_cache.set_bucket(bucket)
