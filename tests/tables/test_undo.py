"""Undo: a player's own latest plies of the running turn, if they showed nothing hidden and drew no chance."""

import pytest

from games.models import Table
from tests.play import fingerprint, first_move, post_move, records, running_table, state_of

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'


def undo(client, table, ply=None):
    ply = Table.objects.get(pk=table.pk).ply if ply is None else ply
    return client.post(f"/tables/{table.pk}/undo/", {"ply": ply})


def test_each_of_the_cast_gets_the_right_answer(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    before = fingerprint(table)
    assert undo(client_for(bob), table).status_code == 409
    assert undo(client_for(charlie), table).status_code == 403
    assert undo(client_for(None), table).status_code == 302
    assert fingerprint(table) == before
    assert undo(client_for(alice), table).status_code == 302
    assert records(table)[1:] == [(0, "move", 0), (1, "undo", 0)]


def test_state_is_as_before_and_one_can_go_on(alice, bob, client_for):
    table = running_table(alice, bob)
    client, start = client_for(alice), state_of(table)
    for _ in range(3):
        post_move(client, table, first_move(table, 0))
    for _ in range(3):
        assert undo(client, table).status_code == 302
    assert state_of(table) == start
    assert undo(client, table).status_code == 409
    assert post_move(client, table, first_move(table, 0)).status_code == 302
    assert undo(client, table).status_code == 302
    assert state_of(table) == start


def test_end_of_the_turn_cannot_be_taken_back(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, END)
    before = fingerprint(table)
    assert undo(client, table).status_code == 409
    assert undo(client_for(bob), table).status_code == 409
    assert fingerprint(table) == before


def test_stale_page_takes_nothing_back(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, first_move(table, 0))
    before = fingerprint(table)
    assert undo(client, table, ply=1).status_code == 409
    assert undo(client, table, ply="x").status_code == 400
    assert fingerprint(table) == before


def test_log_tells_it_and_strikes_the_move_out(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    undo(client_for(alice), table)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "Alice Ardent takes back a move." in page
    assert "(taken back)" in page


def test_repeat_of_a_move_that_was_taken_back_is_stale(alice, bob, client_for):
    table = running_table(alice, bob)
    client, move = client_for(alice), first_move(table, 0)
    post_move(client, table, move, ply=0)
    undo(client, table)
    before = fingerprint(table)
    assert post_move(client, table, move, ply=0).status_code == 409
    assert fingerprint(table) == before
