"""Leaving a running game permanently."""

import pytest

from games.models import Table
from tests.play import fingerprint, first_move, post_move, records, running_table

pytestmark = pytest.mark.django_db


def test_each_of_the_cast_gets_the_right_answer(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    before, address = fingerprint(table), f"/tables/{table.pk}/resign/"
    assert client_for(charlie).post(address, {"ply": 0}).status_code == 403
    assert client_for(None).post(address, {"ply": 0}).status_code == 302
    assert client_for(alice).post(address, {}).status_code == 400
    assert "Leave this game permanently?" in client_for(alice).get(address).content.decode()
    assert fingerprint(table) == before
    assert client_for(bob).post(address, {"ply": 0}).status_code == 302
    assert records(table)[-1] == (0, "leave", 1)
    assert Table.objects.get(pk=table.pk).reason == "left"
    assert client_for(bob).post(address, {"ply": 0}).status_code == 409


def test_the_others_continue_and_the_leaver_is_out(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    table.refresh_from_db()
    assert table.is_running
    assert [seat.number for seat in table.seats.filter(is_awaited=True)] == [1]
    assert "Leave this game" not in client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert f"Table {table.pk}<" not in client_for(alice).get("/tables/").content.decode()


def test_a_page_from_before_somebody_left_is_stale(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    move = first_move(table, 0)
    client_for(charlie).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    before = fingerprint(table)
    answer = post_move(client_for(alice), table, move, ply=0)
    assert answer.status_code == 409
    assert "has changed since" in answer.content.decode()
    assert fingerprint(table) == before
    assert post_move(client_for(alice), table, move).status_code == 302
