"""Provably fair chance and a tamper-evident log: what is committed when, and shown when."""

import re

import pytest
from django.core import mail

from games.engine.chance import Chance
from games.engine.commitments import canonical, commitment, game_key
from games.engine.exported import replay_export
from games.models import MoveRecord, Table
from games.moderation.services.rewind import table_rewind
from games.tables import lobby, play
from games.tables.chain import commitment_of, draw_seating, key_at, links_of
from games.tables.past import difference_of
from games.titles import TITLES
from tests.history.test_verify import by_seat, exported, failures, replayed, resigned, started, verdict
from tests.play import first_move, play_on
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db


def test_the_key_depends_on_everything_that_it_binds():
    seed, terms = bytes(range(32)), {"title": "captivate", "options": {"memory": "assisted"}}
    made = [
        (seed, terms),
        (bytes(32), terms),
        (seed, {**terms, "title": "cardline"}),
        (seed, {**terms, "options": {}}),
    ]
    committed = [commitment(terms, seed) for seed, terms in made]
    keys = {game_key(seed, each, ["0" * 32, "1" * 32]) for each in committed}
    assert len({*committed}) == len(keys) == len(made)
    assert game_key(seed, committed[0], ["1" * 32, "0" * 32]) in keys, "nobody can choose the order"
    assert game_key(seed, committed[0], ["0" * 32]) not in keys


def test_hashed_json_has_one_form():
    assert (
        canonical({"b": [1, None, True], "a": {"10": "ä", "9": ""}})
        == '{"a":{"10":"ä","9":""},"b":[1,null,true]}'.encode()
    )
    with pytest.raises(ValueError, match="whole numbers"):
        canonical({"a": [0.5]})


def test_the_commitment_stands_on_the_page_and_in_the_invitation_before_anybody_joins(
    alice, bob, client_for, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        table = lobby.table_create(alice, title="captivate", options={}, seats=2)
        lobby.seat_invite(alice, table.pk, name=bob.username)
    told = commitment_of(table).hex()
    page = client_for(bob).get(f"/tables/{table.pk}/").text
    assert f"/chance/#{told}" in page and page.count(told) == 1, "in a link, not for people to read"
    assert told in mail.outbox[-1].body and told in mail.outbox[-1].alternatives[0].content
    lobby.seat_take(bob, table.pk)
    assert told in client_for(None).get(f"/tables/{table.pk}/chance/").text


def test_nonces_are_hidden_until_the_last_is_there(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    client_for(alice).post(f"/tables/{table.pk}/part/", {"nonce": "a" * 32})
    client_for(bob).post(f"/tables/{table.pk}/join/", {"nonce": "B" * 32})
    for reader in (bob, charlie, None):
        page = client_for(reader).get(f"/tables/{table.pk}/").text
        assert "a" * 32 not in page and "b" * 32 not in page
    lobby.seat_take(charlie, table.pk)
    page = client_for(None).get(f"/tables/{table.pk}/chance/").text
    assert "a" * 32 in page and "b" * 32 in page
    assert {seat.user: seat.nonce[:1] for seat in table.seats.all()} == {alice: "a", bob: "b", charlie: ""}


@pytest.mark.parametrize("nonce", ["a" * 31, "a" * 33, "g" * 32, "\0" * 32])
def test_anything_else_than_a_nonce_takes_no_seat(nonce, alice, bob, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    assert client_for(bob).post(f"/tables/{table.pk}/join/", {"nonce": nonce}).status_code == 400
    assert client_for(alice).post(f"/tables/{table.pk}/part/", {"nonce": nonce}).status_code == 400
    assert table.seats.get().nonce == ""


def test_a_part_is_added_once_and_only_before_the_start(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    host, address = client_for(alice), f"/tables/{table.pk}/part/"
    assert f'action="{address}"' in host.get(f"/tables/{table.pk}/").text
    codes = [host.post(address, {"nonce": nonce * 32}).status_code for nonce in "aab"]
    assert codes == [302, 302, 409] and table.seats.get().nonce == "a" * 32, (
        "a second try sends the same part"
    )
    assert f'action="{address}"' not in host.get(f"/tables/{table.pk}/").text
    assert client_for(charlie).post(address, {"nonce": "c" * 32}).status_code == 403
    lobby.seat_take(bob, table.pk)
    assert client_for(bob).post(address, {"nonce": "b" * 32}).status_code == 409


def test_a_table_keeps_the_rules_that_were_committed_to(alice, bob, client_for, monkeypatch):
    table, game = lobby.table_create(alice, title="captivate", options={}, seats=2), TITLES["captivate"]
    newer = type(game)(**{**game.__dict__, "rules_version": game.rules_version + 1})
    monkeypatch.setattr(type(TITLES), "game_of", lambda self, slug, version: None if version == 1 else newer)
    answer = client_for(bob).post(f"/tables/{table.pk}/join/")
    assert answer.status_code == 409 and "have changed" in answer.text and table.seats.count() == 1


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


def test_the_receipt_of_each_ply_stands_in_its_mail(alice, bob, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        table = started(alice, bob)
        for ply, move in enumerate((first_move(table, 0), '{"type":"end"}')):
            play.move_play(by_seat(table)[0], table.pk, move=move, expected_ply=ply)
    told = [found for each in mail.outbox for found in re.findall(r"Receipt: (\S+)", each.body)]
    table = Table.objects.get(pk=table.pk)
    links = links_of(table, table.records.order_by("ply"))
    links = {f"{ply}-{link.hex()[:32]}" for ply, link in links.items()}
    assert told and set(told) <= links


def test_a_game_that_runs_again_draws_from_a_new_seed_and_still_verifies(alice, bob, client):
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
    assert len(game["seeds"]) == 2 and failures(game) == replayed(game) == []
    assert exported(client, resigned(table), names="0")["seeds"][1]["commitment"] is None
    assert "without names" in replay_export(exported(client, table, names="0"), TITLES)[1]
    assert "a moderator resumed the game: for later draws, trust the operator; " in verdict(game)[1]
    game["seeds"][1]["commitment"] = game["seeds"][0]["commitment"]
    assert any("the log announces the later seeds" in said for said in failures(game))


def test_exports_are_limited(alice, bob, client, settings):
    settings.RATES = {**settings.RATES, "export": (2, 3600)}
    table = started(alice, bob)
    codes = [client.get(f"/tables/{table.pk}/export.json").status_code for _each in range(3)]
    assert codes == [200, 200, 429]
