"""Every form that takes a seat also sends a part of the chance."""

import pytest

from games.models import Seat
from games.tables import lobby

pytestmark = pytest.mark.django_db


def test_the_forms_of_invitations_and_of_guests_take_a_part_of_the_chance(alice, bob, client_for, client):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission="link")
    lobby.seat_invite(alice, table.pk, name=bob.username)
    page = client_for(bob).get("/tables/").text
    assert f'id="nonce-{table.pk}" type="text" name="nonce"' in page and "tables/nonce" in page
    assert 'id="guest-nonce" type="text" name="nonce"' in client.get(f"/join/{table.token}/").text
    client.post(f"/join/{table.token}/guest/", {"nonce": "D" * 32})
    guest = Seat.objects.get(table=table, number=1)
    assert guest.nonce == "d" * 32


def test_a_table_that_was_called_off_before_its_start_keeps_the_parts_of_its_players(alice, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    lobby.seat_contribute(alice, table.pk, nonce="a" * 32)
    open_export = client_for(None).get(f"/tables/{table.pk}/export.json").json()
    assert open_export["seeds"][0]["commitment"], "it is told before the start"
    lobby.table_cancel(alice, table.pk)
    game = client_for(alice).get(f"/tables/{table.pk}/export.json").json()
    assert game["seats"][0]["nonce"] is None and game["seeds"][0]["seed"] is None
