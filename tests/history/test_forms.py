"""Every form for taking a seat also sends a nonce."""

import pytest

from games.engine.commitments import nonce_digest
from games.models import Seat
from games.tables import lobby

pytestmark = pytest.mark.django_db


def test_the_forms_for_invitations_and_guests_take_a_nonce(alice, bob, client_for, client):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission="link")
    lobby.seat_invite(alice, table.pk, name=bob.username)
    page = client_for(bob).get("/tables/").text
    assert f'id="nonce-{table.pk}" type="text" name="nonce"' in page and "tables/nonce" in page
    assert 'id="guest-nonce" type="text" name="nonce"' in client.get(f"/join/{table.token}/").text
    client.post(f"/join/{table.token}/guest/", {"nonce": "D" * 32})
    guest = Seat.objects.get(table=table, number=1)
    assert (guest.nonce, guest.is_nonce_own) == ("d" * 32, True)


def test_the_site_cannot_choose_the_nonces_that_it_draws(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, nonce="a" * 32)
    lobby.seat_take(bob, table.pk)
    page = client_for(None).get(f"/tables/{table.pk}/chance/").text
    lobby.seat_take(charlie, table.pk)
    game = client_for(None).get(f"/tables/{table.pk}/export.json").json()
    drawn = {seat["place"]: seat["nonce"] for seat in game["seats"] if seat["nonce_by"] == "site"}
    assert set(drawn) == {1, 2} and drawn[1] != drawn[2]
    assert nonce_digest(table.identity, 1, drawn[1]).hex() in page, "what was told before the last came"


def test_a_table_called_off_before_its_start_keeps_its_players_nonces(alice, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2, nonce="a" * 32)
    open_export = client_for(None).get(f"/tables/{table.pk}/export.json").json()
    assert open_export["seeds"][0]["commitment"], "it is told before the start"
    lobby.table_cancel(alice, table.pk)
    game = client_for(alice).get(f"/tables/{table.pk}/export.json").json()
    assert game["seats"][0]["nonce"] is None and game["seeds"][0]["seed"] is None
