"""Tournaments by programs, and other things that pages do: links, mutes, feeds, hints and playing on."""

import pytest

from games.bots import seating
from games.models import Table, TableMute, Tournament
from games.tables import lobby
from tests.play import running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(alice):
    return Tournament.objects.create(name="Regatta", title="captivate", created_by=alice, least=2, most=4)


def test_a_player_enters_a_tournament_and_leaves_it(program, alice, bob, tournament):
    one, here = program(alice), f"/tournaments/{tournament.pk}"
    assert [each["name"] for each in one.get("/tournaments").told["tournaments"]] == ["Regatta"]
    assert one.get("/tournaments?show=finished").told["tournaments"] == []
    before = one.get(here).told
    assert (before["is_entered"], before["may_enter"], before["standings"]) == (False, True, [])
    entered = one.post(f"{here}/entry").told
    assert entered["is_entered"] and [each["player"]["username"] for each in entered["standings"]] == [
        "alice"
    ]
    assert not program(bob).get(here).told["is_entered"]
    assert one.ask("DELETE", f"{here}/entry").told["standings"] == []
    assert one.get("/tournaments/999").status_code == 404


def test_a_link_shows_its_open_table_and_lets_in(program, alice, bob, charlie):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2, admission=Table.Admission.LINK)
    two = program(bob)
    assert two.get(f"/tables/{table.pk}").status_code == 404
    found = two.get(f"/tables/link/{table.token}").told
    assert found["id"] == table.pk and found["status"] == "open"
    assert two.post(f"/tables/{table.pk}/seats", {"token": table.token}).told["status"] == "running"
    assert program(charlie).get(f"/tables/link/{table.token}").status_code == 404
    assert two.get("/tables/link/nowhere").status_code == 404


def test_a_table_is_muted_and_feeds_are_renewed(program, alice, bob, charlie):
    table, one = running_table(alice, bob), program(alice)
    assert one.get(f"/tables/{table.pk}/mute").told == {"is_muted": False}
    assert one.ask("PUT", f"/tables/{table.pk}/mute", {"is_muted": True}).told == {"is_muted": True}
    assert TableMute.objects.get().user == alice
    assert program(charlie).get(f"/tables/{table.pk}/mute").status_code == 404
    assert one.get("/account/feeds").told == {"ics": None, "atom": None}
    first, second = (one.post("/account/feeds").told["ics"] for _ in range(2))
    assert first != second and one.client.get(second).status_code == 200 == one.client.get(second).status_code
    assert one.client.get(first).status_code == 404
    assert one.ask("DELETE", "/account/feeds").told == {"ics": None, "atom": None}


def test_a_program_gets_hints_against_bots_only_and_plays_on(program, alice, bob):
    one = program(alice)
    among_people = running_table(alice, bob)
    assert one.post(f"/tables/{among_people.pk}/hint").status_code == 409
    table = lobby.table_create(
        alice, title="captivate", options={}, seats=2, seating=Table.Seating.JOINED, admission="invited"
    )
    seating.bots_seat(alice, table.pk, level="deckhand", count=1)
    assert one.post(f"/tables/{table.pk}/hint").status_code == 200
    hint = one.get(f"/tables/{table.pk}/hint").told
    legal = [each["move"] for each in one.get(f"/tables/{table.pk}").told["asked"]["moves"]]
    assert hint["moves"] and hint["moves"][0]["move"] in legal and hint["moves"][0]["words"]
    back = {"ply": 0, "seat": 0, "against": "mate"}
    assert one.post(f"/tables/{table.pk}/play-on", back).status_code == 409
    one.post(f"/tables/{table.pk}/moves", {"moves": [legal[0]]}, If_Match="0")
    one.post(f"/tables/{table.pk}/resign", If_Match=str(Table.objects.get(pk=table.pk).ply))
    again = one.post(f"/tables/{table.pk}/play-on", back)
    assert again.status_code == 200 and again.told["id"] != table.pk, again.told
    assert again.told["status"] == "running" and again.told["has_bots"]
