"""Moves through HTTP: who may move, from which page, in which form, and that nothing else changes."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import MoveRecord, Table
from tests.play import fingerprint, first_move, post_move, records, running_table

pytestmark = pytest.mark.django_db

MOVED = [(-1, "setup", None), (0, "move", 0)]


def test_each_of_the_cast_gets_the_right_answer(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    move, before = first_move(table, 0), fingerprint(table)
    assert post_move(client_for(charlie), table, move).status_code == 403
    assert post_move(client_for(bob), table, move).status_code == 409
    anonymous = post_move(client_for(None), table, move)
    assert anonymous.status_code == 302 and "/accounts/login/" in anonymous["Location"]
    assert fingerprint(table) == before
    assert post_move(client_for(alice), table, move).status_code == 302
    assert records(table) == MOVED


def test_a_hidden_table_looks_like_a_missing_one(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    move, before = first_move(table, 0), fingerprint(table)
    hidden = post_move(client_for(charlie), table, move)
    table_id, table.pk = table.pk, 999_999
    missing = client_for(charlie).post("/tables/999999/move/", {"move": move, "ply": 0})
    table.pk = table_id
    assert hidden.status_code == missing.status_code == 404
    assert fingerprint(table) == before


def test_a_stale_page_gets_an_error_and_changes_nothing(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0), ply=0)
    before = fingerprint(table)
    answer = post_move(client, table, first_move(table, 0), ply=0)
    assert answer.status_code == 409
    assert "has changed since" in answer.content.decode()
    assert fingerprint(table) == before


def test_a_move_with_a_future_ply_is_refused(alice, bob, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    assert post_move(client_for(alice), table, first_move(table, 0), ply=5).status_code == 409
    assert fingerprint(table) == before


def test_a_second_click_is_no_error(alice, bob, client_for):
    table = running_table(alice, bob)
    client, move = client_for(alice), first_move(table, 0)
    assert post_move(client, table, move, ply=0).status_code == 302
    assert post_move(client, table, move, ply=0).status_code == 302
    assert records(table) == MOVED


def test_a_second_click_on_the_last_move_is_no_error(alice, bob, client_for):
    table = running_table(alice, bob)
    clients = [client_for(alice), client_for(bob)]
    while (table := Table.objects.get(pk=table.pk)).is_running:
        ply, seat = table.ply, table.seats.get(is_awaited=True).number
        move = first_move(table, seat)
        post_move(clients[seat], table, move, ply=ply)
    before = fingerprint(table)
    assert post_move(clients[seat], table, move, ply=ply).status_code == 302
    assert post_move(clients[1 - seat], table, move, ply=ply).status_code == 409
    assert fingerprint(table) == before


MALFORMED = ["", "x", "[]", "null", '{"type":"no such"}', '{"type":"play"}', '{"type":"end","more":1}', "{" * 9000,
             '{"type":"play","card":"light-1","cell":[1.0,0]}', '{"type":"play","card":"light-1","cell":[true,0]}',
             "\x00", '"\ud83d"', "9" * 20_000]  # fmt: skip


@pytest.mark.parametrize("move", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_move_is_refused(move, alice, bob, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    assert post_move(client_for(alice), table, move.encode("utf-8", "replace").decode()).status_code == 400
    assert fingerprint(table) == before


@pytest.mark.parametrize("ply", ["", "x", "-1", "1.0", "9" * 30, "٣"])
def test_a_malformed_ply_is_refused(ply, alice, bob, client_for):
    table = running_table(alice, bob)
    move, before = first_move(table, 0), fingerprint(table)
    answer = client_for(alice).post(f"/tables/{table.pk}/move/", {"move": move, "ply": ply})
    assert answer.status_code in (400, 409)
    assert fingerprint(table) == before


@pytest.mark.parametrize(
    "move",
    ['{"type":"end"}', '{"type":"play","card":"no-card","cell":[0,1]}', '{"type":"throw","hand":"rock"}',
     '{"type":"play","card":"light-1","cell":[99999999999999999999,0]}'],
)  # fmt: skip
def test_an_illegal_move_is_refused(move, alice, bob, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    answer = post_move(client_for(alice), table, move)
    assert answer.status_code == 422
    assert "allow that move" in answer.content.decode()
    assert fingerprint(table) == before


def test_a_huge_upload_is_refused(alice, bob, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    answer = post_move(client_for(alice), table, "x" * 2_000_000)
    assert answer.status_code in (400, 413)
    assert fingerprint(table) == before


def test_a_move_needs_a_csrf_token(alice, bob):
    table = running_table(alice, bob)
    before = fingerprint(table)
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert post_move(client, table, first_move(table, 0)).status_code == 403
    assert fingerprint(table) == before


def test_only_a_post_makes_a_move(alice, bob, client_for):
    table = running_table(alice, bob)
    assert client_for(alice).get(f"/tables/{table.pk}/move/").status_code == 405


def test_htmx_gets_only_the_new_board(alice, bob, client_for):
    table = running_table(alice, bob)
    answer = post_move(client_for(alice), table, first_move(table, 0), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'data-ply="1"' in page and "<html" not in page


def test_a_refused_move_over_htmx_shows_the_current_board(alice, bob, client_for):
    table = running_table(alice, bob)
    answer = post_move(client_for(bob), table, first_move(table, 0), headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_posts_of_one_ply_make_one_record(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    moves = [first_move(table, 0), first_move(table, 0).replace("0,-1", "0,1")]
    answers = _at_once([lambda move=move: _post_and_close(client, table, move) for move in moves])
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert records(table) == MOVED


def _post_and_close(client: Client, table: Table, move: str) -> Any:
    try:
        return post_move(client, table, move, ply=0)
    finally:
        connection.close()


def _at_once(calls: list[Any]) -> list[Any]:
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda call=call: answers.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_a_whole_game_leaves_one_record_per_ply_and_a_result(alice, bob, client_for):
    table = running_table(alice, bob)
    clients = [client_for(alice), client_for(bob)]
    while (table := Table.objects.get(pk=table.pk)).is_running:
        seat = table.seats.get(is_awaited=True).number
        assert post_move(clients[seat], table, first_move(table, seat)).status_code == 302
    plies = [record.ply for record in MoveRecord.objects.filter(table=table)]
    assert plies == list(range(-1, table.ply))
    assert {seat.rank for seat in table.seats.all()} <= {1, 2}
    assert not table.seats.filter(is_awaited=True).exists()
