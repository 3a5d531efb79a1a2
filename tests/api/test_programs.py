"""Bot accounts: declared before the first game, marked everywhere, invited and accepting by the stream."""

import json
import re

import pytest
from django.test import Client

from accounts.models import User
from games.errors import NotPossible
from games.ledger.circles import Member
from games.models import Circle, Table, TitleCount, YearCount
from games.moderation.services import accounts, people, tables
from games.tables import lobby
from tests.api.conftest import Stream
from tests.conftest import PASSWORD, log_in_at_once, person
from tests.play import running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db
PAGE = "/programs/account/"


@pytest.fixture
def fresh():
    """Return a maker of clients that have just logged in."""

    def make(user):
        client = Client()
        log_in_at_once(client, user)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return client

    return make


@pytest.fixture
def kraken(fresh):
    """Return a bot account."""
    owner = person("kraken", display_name="Kraken")
    assert fresh(owner).post(PAGE, {"is_sure": "on"}).status_code == 302
    return User.objects.get(pk=owner.pk)


@pytest.mark.django_db(transaction=True)
def test_a_bot_account_hears_an_invitation_by_the_stream_accepts_it_and_plays(
    fresh, program, alice, client_for, asgi_server
):
    owner = fresh(person("kraken"))
    assert owner.post(PAGE).status_code == 422  # not sure
    assert "This is a bot account" in owner.post(PAGE, {"is_sure": "on"}, follow=True).content.decode()
    form = {"name": "engine", "scopes": ["read", "play"], "days": "30"}
    bot = program(None)
    bot.secret = re.search(r"captain_[0-9a-f]{48}", owner.post("/programs/", form).content.decode())[0]
    stream = Stream(asgi_server, bot.secret)
    assert stream.answer.readline() == b"retry: 3000\n"  # now it hears everything
    host, people = client_for(alice), program(alice)
    number = people.post("/tables", {"title": "captivate", "seats": 2, "admission": "invited"}).told["id"]
    assert host.post(f"/tables/{number}/invite/", {"name": "kraken"}).status_code == 302
    told = stream.next()
    stream.answer.close()
    assert (told["type"], told["table"]) == ("invited", number)
    joined = bot.post(f"/tables/{number}/seats", {"nonce": "0" * 32}).told
    assert joined["status"] == "running" and joined["has_bots"]
    players = [seat["player"] for seat in joined["seats"]]
    assert {"username": "kraken", "name": "kraken (bot)", "kind": "program"} in players
    asked = next(at for each in (people, bot) if (at := each.get(f"/tables/{number}").told)["asked"])
    mover = bot if asked["you"] == joined["you"] else people
    move = {"moves": [asked["asked"]["moves"][0]["move"]]}
    assert mover.post(f"/tables/{number}/moves", move, If_Match=str(asked["ply"])).status_code == 200
    export = json.loads(host.get(f"/tables/{number}/export.json").content)
    assert {"kraken (bot)": "program"}.items() <= {
        seat["name"]: seat["by"] for seat in export["seats"]
    }.items()


def test_it_is_marked_wherever_its_name_is(kraken, program, alice, client_for):
    one, number = program(kraken), running_table(kraken, alice).pk
    assert one.post(f"/tables/{number}/chat", {"text": "Ahoy"}).status_code < 300
    lobby.table_create(kraken, title="captivate", options={}, seats=3)
    browser = client_for(alice)
    for page in (f"/tables/{number}/", f"/tables/{number}/talk/", "/lobby/", "/players/kraken/", "/"):
        text = browser.get(page, follow=True).content.decode()
        shown = [m for m in re.finditer("Kraken", text) if not text[m.start() :].startswith("Kraken (bot)")]
        assert "Kraken (bot)" in text and "bot-mark" in text, page
        assert not shown, (page, [text[m.start() - 60 : m.end() + 30] for m in shown])
    assert program(alice).get("/players/kraken").told["player"]["kind"] == "program"


def test_it_is_no_person_where_people_are_compared(kraken, program, alice, fresh):
    one, table = program(kraken), running_table(kraken, alice)
    Member.objects.create(circle=Circle.objects.create(name="Crew", owner=alice), user=alice)
    refused = [
        one.post("/tables", {"title": "captivate", "seats": 2, "is_rated": True}),
        one.post("/searches", {"title": "captivate"}), one.post("/circles", {"name": "Machines"}),
        one.post(f"/tables/{table.pk}/proposals", {"kind": "pause", "days": 1}),
    ]  # fmt: skip
    assert [(each.status_code, each.told["code"]) for each in refused] == [(403, "not-allowed")] * 4
    for is_rated, invite in ((False, False), (True, True)):
        other = lobby.table_create(alice, title="captivate", options={}, seats=2, is_rated=is_rated)
        if invite:
            with pytest.raises(NotPossible):
                lobby.seat_invite(alice, other.pk, name="kraken")
        assert one.post(f"/tables/{other.pk}/seats", {}).status_code in (403, 409)
    program(alice).post(f"/tables/{table.pk}/resign", If_Match="0")
    assert Table.objects.get(pk=table.pk).is_finished
    assert User.objects.get(pk=alice.pk).punctuality == ""
    assert {row.audience for row in TitleCount.objects.all()} == {"bots"}
    assert [(row.user, row.games, row.with_bots) for row in YearCount.objects.all()] == [(alice, 0, 1)]


def test_a_seat_that_a_bot_account_leaves_is_a_persons_again(kraken, alice):
    assert lobby.table_create(kraken, title="captivate", options={}, seats=2).has_bots
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    lobby.seat_invite(alice, table.pk, name="kraken")
    assert lobby.seat_take(kraken, table.pk).has_bots
    assert not lobby.seat_release(kraken, table.pk).has_bots


@pytest.mark.parametrize("use", ["seat", "circle", "search", "role", "twice", "address"])
def test_an_account_that_others_took_for_a_person_stays_one(use, bob, fresh, program):
    if use == "seat":
        lobby.table_cancel(bob, lobby.table_create(bob, title="captivate", options={}, seats=2).pk)
    elif use == "circle":
        Member.objects.create(circle=Circle.objects.create(name="Crew", owner=bob), user=bob)
    elif use == "search":
        program(bob).post("/searches", {"title": "captivate"})
    elif use == "role":
        User.objects.filter(pk=bob.pk).update(is_staff=True)
    elif use == "address":
        bob.emailaddress_set.update(verified=False)
    client = fresh(bob)
    if use == "twice":
        assert client.post(PAGE, {"is_sure": "on"}).status_code == 302
    refused = client.post(PAGE, {"is_sure": "on"})
    assert refused.status_code == 409
    assert User.objects.get(pk=bob.pk).is_program == (use == "twice")


def test_declaring_needs_a_fresh_log_in(bob, client_for):
    answer = client_for(bob).post(PAGE, {"is_sure": "on"})
    assert answer.status_code == 302 and "reauthenticate" in answer.url
    assert not User.objects.get(pk=bob.pk).is_program


def test_moderators_see_bot_accounts_and_dont_mix_them_with_people(kraken, alice, bob):
    admin = person_with_role("admin", "administrator")
    client = enter(admin)
    assert "program" in client.get("/admin/accounts/user/?kind__exact=program").content.decode()
    table = running_table(alice, bob)
    for act in (
        lambda: accounts.account_merge(admin, kraken, into="alice", reason="x"),
        lambda: people.role_give(admin, kraken, role="moderator", reason="x"),
        lambda: tables.seat_replace(admin, table.pk, number=1, name="kraken", reason="x"),
    ):
        with pytest.raises(NotPossible):
            act()
