"""Provably fair chance and a tamper-evident log: what is committed when, and shown when."""

import re

import pytest
from django.core import mail

from games.engine.chance import Chance
from games.engine.commitments import Terms, canonical, commitment, game_key
from games.errors import MalformedInput
from games.models import MoveRecord, Table
from games.moderation.services.rewind import table_rewind
from games.tables import lobby, play
from games.tables.chain import commitment_of, draw_seating, key_at, links_of
from games.tables.past import difference_of
from tests.history.test_verify import by_seat, exported, failures, resigned, started
from tests.play import first_move, play_on
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

SEED, TERMS = (
    bytes(range(32)),
    Terms("a" * 32, "captivate", 1, {"memory": "assisted"}, "random", ["0" * 32, "1" * 32]),
)


def test_the_key_depends_on_everything_that_it_binds():
    changed = [
        {"table": "b" * 32}, {"title": "cardline"}, {"rules_version": 2}, {"options": {}}, {"seating": "joined"},
        {"nonces": ["1" * 32, "0" * 32]}, {"nonces": ["0" * 32]},
    ]  # fmt: skip
    keys = {game_key(SEED, Terms(**{**TERMS.__dict__, **change})) for change in changed}
    assert len({game_key(SEED, TERMS), game_key(bytes(32), TERMS), *keys}) == len(changed) + 2


def test_hashed_json_has_one_form():
    assert (
        canonical({"b": [1, None, True], "a": {"10": "ä", "9": ""}})
        == '{"a":{"10":"ä","9":""},"b":[1,null,true]}'.encode()
    )
    with pytest.raises(ValueError, match="whole numbers"):
        canonical({"a": [0.5]})


def test_the_page_and_the_invitation_show_the_commitment_before_anybody_joins(
    alice, bob, client_for, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        table = lobby.table_create(alice, title="captivate", options={}, seats=2)
        lobby.seat_invite(alice, table.pk, name=bob.username)
    told = commitment(table.identity, bytes(table.seed)).hex()
    assert told in client_for(bob).get(f"/tables/{table.pk}/").text
    assert told in mail.outbox[-1].body and told in mail.outbox[-1].alternatives[0].content
    lobby.seat_take(bob, table.pk)
    assert told in client_for(None).get(f"/tables/{table.pk}/chance/").text


def test_nonces_are_hidden_until_all_players_have_joined(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, nonce="a" * 32)
    client_for(bob).post(f"/tables/{table.pk}/join/", {"nonce": "B" * 32})
    for reader in (bob, charlie, None):
        page = client_for(reader).get(f"/tables/{table.pk}/").text
        assert "a" * 32 not in page and "b" * 32 not in page
    lobby.seat_take(charlie, table.pk)
    page = client_for(None).get(f"/tables/{table.pk}/chance/").text
    assert "a" * 32 in page and "b" * 32 in page
    own = {seat.nonce[0]: seat.is_nonce_own for seat in table.seats.exclude(user=charlie)}
    assert own == {"a": True, "b": True} and not table.seats.get(user=charlie).is_nonce_own


@pytest.mark.parametrize("nonce", ["a" * 31, "a" * 33, "g" * 32, "\0" * 32])
def test_an_invalid_nonce_takes_no_seat(nonce, alice, bob, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    assert client_for(bob).post(f"/tables/{table.pk}/join/", {"nonce": nonce}).status_code == 400
    assert table.seats.count() == 1
    with pytest.raises(MalformedInput):
        lobby.table_create(alice, title="captivate", options={}, seats=2, nonce=nonce)


def test_the_form_that_opens_a_table_takes_a_nonce(alice, client_for):
    form = {
        "seats": 2,
        "admission": "open",
        "seating": "joined",
        "clock": "week",
        "option_memory": "assisted",
    }
    answer = client_for(alice).post("/tables/new/captivate/", {**form, "nonce": "C" * 32})
    assert answer.status_code == 302 and Table.objects.get().seats.get().nonce == "c" * 32
    assert client_for(alice).post("/tables/new/captivate/", {**form, "nonce": "C"}).status_code == 400


def test_the_seats_are_drawn_by_the_key(alice, bob, charlie):
    table = started(alice, bob, charlie)
    places = [seat.number for seat in table.seats.order_by("place")]
    assert places == list(draw_seating(table, 3))


def test_the_game_draws_from_the_key_and_the_log_leads_to_its_state(alice, bob):
    table, chooser = started(alice, bob), Chance(b"moves", 0)
    for _ply in range(6):
        play_on(table, by_seat(table), chooser)
    assert difference_of(Table.objects.get(pk=table.pk)) is None
    Table.objects.filter(pk=table.pk).update(key=bytes(32))
    assert difference_of(Table.objects.get(pk=table.pk)) is not None


def test_each_plys_email_contains_its_receipt(alice, bob, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        table = started(alice, bob)
        for ply, move in enumerate((first_move(table, 0), '{"type":"end"}')):
            play.move_play(by_seat(table)[0], table.pk, move=move, expected_ply=ply)
    told = [found for each in mail.outbox for found in re.findall(r"Receipt: (\S+)", each.body)]
    table = Table.objects.get(pk=table.pk)
    links = links_of(table, table.records.order_by("ply"))
    links = {f"{ply}-{link.hex()[:32]}" for ply, link in links.items()}
    assert told and set(told) <= links


def test_a_resumed_game_draws_from_a_new_seed_and_still_verifies(alice, bob, client):
    table, chooser = started(alice, bob), Chance(b"moves", 0)
    for _ply in range(4):
        play_on(table, by_seat(table), chooser)
    table = resigned(table)
    old, moderator = bytes(table.key), person_with_role("mona", "moderator")
    leave = table.records.filter(kind=MoveRecord.Kind.LEAVE).latest("ply")
    table_rewind(moderator, table.pk, ply=leave.ply, reason="a mistake")
    table = Table.objects.get(pk=table.pk)
    assert bytes(table.key) != old and key_at(table, leave.ply) == old
    page = client.get(f"/tables/{table.pk}/chance/").text
    assert "A moderator resumed this finished game" in page and "a mistake" in page
    running = exported(client, table)
    assert running["seeds"][0]["seed"] is None, "its secrets are closed again"
    assert running["seeds"][-1]["commitment"] == commitment_of(table).hex()
    play_on(table, by_seat(table), chooser)
    assert difference_of(Table.objects.get(pk=table.pk)) is None
    game = exported(client, resigned(table))
    assert len(game["seeds"]) == 2 and failures(game) == []
    game["seeds"][1]["commitment"] = game["seeds"][0]["commitment"]
    assert any("the log announces the later seeds" in said for said in failures(game))


def test_exports_are_limited(alice, bob, client, settings):
    settings.RATES = {**settings.RATES, "export": (2, 3600)}
    table = started(alice, bob)
    codes = [client.get(f"/tables/{table.pk}/export.json").status_code for _each in range(3)]
    assert codes == [200, 200, 429]
