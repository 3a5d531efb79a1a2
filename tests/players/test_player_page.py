"""A player's page: who sees which part, what a blocked person sees, and what readers can do there."""

import re

import pytest

from accounts.models import User
from games.ledger.blocks import person_block
from games.models import Block, Decision, Follow, Invitation, Notice, PlayerPage, Report, Table
from games.tables import play
from tests.conftest import person
from tests.moderation.test_merge import merge
from tests.play import play_near_end, running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

PARTS = {
    "about": "Player since", "hours": "Usual hours", "record": 'id="record"', "games": 'id="games"',
    "together": 'id="together"',
}  # fmt: skip


def finished_table(*people, **columns):
    table = running_table(*people, **columns)
    play_near_end(table, people, left=0)
    return Table.objects.get(pk=table.pk)


def page_of(username, client):
    answer = client.get(f"/players/{username}/")
    assert answer.status_code == 200
    return answer.content.decode()


def parts_in(page):
    return {part for part, mark in PARTS.items() if mark in page}


@pytest.fixture
def sleeper(bob):
    """Return bob, who has a night and shows everything to people he has played with."""
    User.objects.filter(pk=bob.pk).update(sleep_from="23:00", sleep_to="07:00", time_zone="Europe/Berlin")
    return bob


def test_by_default_strangers_see_little_and_nobody_sees_hours(alice, sleeper, charlie, client_for):
    finished_table(alice, sleeper)
    seen = {
        name: parts_in(page_of("bob", client_for(reader)))
        for name, reader in {"nobody": None, "charlie": charlie, "alice": alice, "bob": sleeper}.items()
    }
    assert seen == {
        "nobody": {"about"}, "charlie": {"about"}, "alice": {"about", "record", "games", "together"},
        "bob": {"about", "hours", "record", "games"},
    }  # fmt: skip


@pytest.mark.parametrize("part", ["about", "hours", "record", "games"])
def test_each_part_has_its_own_audience(part, alice, sleeper, charlie, client_for):
    finished_table(alice, sleeper)
    hidden = dict.fromkeys(("about", "hours", "record", "games"), "nobody")
    for audience, seers in {"nobody": [], "met": [alice], "everybody": [alice, charlie, None]}.items():
        answer = client_for(sleeper).post("/players/", {**hidden, part: audience})
        assert answer["Location"] == "/players/bob/"
        for reader in (alice, charlie, None):
            shown = parts_in(page_of("bob", client_for(reader))) - {"together"}
            if part == "hours":  # it is a line under "About"
                shown -= {"about"}
            assert shown == ({part} if reader in seers else set()), (audience, reader)
    assert client_for(sleeper).post("/players/", {**hidden, "about": "friends"}).status_code == 422


def test_only_the_hours_outside_the_night_are_shown(sleeper, client_for):
    PlayerPage.objects.create(user=sleeper, hours="everybody")
    page = page_of("bob", client_for(None))
    assert "07:00–23:00" in page and "Europe/Berlin" in page


def test_having_played_needs_a_game_that_both_finished(alice, bob, charlie, client_for):
    running_table(alice, bob)
    table = running_table(charlie, bob)
    play.seat_resign(charlie, table.pk, expected_ply=table.ply)
    for reader in (alice, charlie):
        assert parts_in(page_of("bob", client_for(reader))) <= {"about", "together"}


def test_a_blocked_person_sees_what_strangers_see(alice, bob, charlie, client_for):
    finished_table(alice, bob)
    before = page_of("bob", client_for(charlie))
    person_block(bob, alice)
    person_block(bob, charlie)
    assert parts_in(page_of("bob", client_for(alice))) == {"about", "together"}  # her own games stay hers

    def plain(page):
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)

    assert plain(page_of("bob", client_for(charlie))) == plain(before)


def test_the_record_counts_games_between_people(alice, bob, client_for):
    tables = [finished_table(alice, bob, seed=seed) for seed in (7, 8)]
    wins = sum(table.seats.get(user=bob).rank == 1 for table in tables)
    Table.objects.filter(pk=finished_table(alice, bob).pk).update(has_bots=True)
    record = page_of("bob", client_for(bob)).split('id="record"')[1].split("</table>")[0]
    assert re.findall(r"<td>(.*?)</td>", record) == ["2", f"{wins} ({50 * wins}%)"]


def test_latest_games_are_those_that_the_reader_may_open(alice, bob, charlie, client_for):
    public, private = (
        finished_table(alice, bob),
        finished_table(alice, bob, admission=Table.Admission.INVITED),
    )
    PlayerPage.objects.create(user=bob, games="everybody")
    pages = {reader: page_of("bob", client_for(reader)) for reader in (alice, charlie, None)}
    for reader, page in pages.items():
        assert f"/tables/{public.pk}/picture.svg" in page
        assert (f"/tables/{private.pk}/" in page) == (reader == alice)


def test_a_page_takes_the_same_queries_for_any_number_of_games(
    alice, bob, client_for, django_assert_max_num_queries
):
    for seed in range(3):
        finished_table(alice, bob, seed=seed)
    client = client_for(alice)
    with django_assert_max_num_queries(15):
        page_of("bob", client)


def test_names_link_to_pages_except_those_of_guests(alice, bob, client_for):
    guest = User.objects.create(username="guest:1", kind="guest", display_name="Guest 4711")
    table = running_table(alice, bob, guest)
    for address in (f"/tables/{table.pk}/", "/lobby/?watch=1", f"/tables/{table.pk}/replay/"):
        page = client_for(bob).get(address).content.decode()
        assert 'href="/players/alice/"' in page and "/players/guest" not in page and "Guest 4711" in page
    assert client_for(alice).get("/players/guest:1/").status_code == 404
    assert client_for(alice).get("/players/nobody/").status_code == 404


def test_bots_and_closed_accounts_say_what_they_are(alice, bob, client_for):
    User.objects.create(username="tin", display_name="Tin", kind="bot", level="deckhand")
    assert "This is a bot" in page_of("tin", client_for(alice))
    merge(enter(person_with_role("adam", "administrator")), bob, "alice")
    page = page_of("bob", client_for(None))
    assert "This account is closed" in page and "alice" not in page


def test_following_is_private_and_can_be_stopped(alice, bob, client_for):
    client = client_for(alice)
    for fields, count in (({}, 1), ({}, 1), ({"stop": "1"}, 0), ({"stop": "1"}, 0)):
        assert client.post("/players/bob/follow/", fields).status_code == 302
        assert Follow.objects.count() == count
    assert client.post("/players/alice/follow/").status_code == 409
    client.post("/players/bob/follow/")
    assert "Unfollow" in page_of("bob", client) and "Unfollow" not in page_of("alice", client_for(bob))
    assert not Notice.objects.filter(user=bob).exists()
    person_block(alice, bob)
    assert not Follow.objects.exists()


def test_two_taps_invite_to_a_private_table(alice, bob, client_for):
    answer = client_for(alice).post("/players/bob/invite/", {"title": "captivate", "clock": "day"})
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/"
    assert (table.title, table.admission, table.seat_count, table.clock["move"]) == (
        "captivate",
        "invited",
        2,
        86400,
    )
    assert (
        Invitation.objects.get().user == bob and Notice.objects.filter(user=bob, kind="invitation").exists()
    )


@pytest.mark.parametrize(
    ("username", "fields", "status"),
    [("bob", {"title": "chess"}, 400), ("bob", {}, 400), ("bob", {"title": "captivate", "clock": "x"}, 400),
     ("alice", {"title": "captivate"}, 409), ("tin", {"title": "captivate"}, 409), ("gone", {}, 404)],
)  # fmt: skip
def test_a_refused_invitation_opens_no_table(username, fields, status, alice, bob, client_for):
    User.objects.create(username="tin", display_name="Tin", kind="bot", level="deckhand")
    answer = client_for(alice).post(f"/players/{username}/invite/", fields)
    assert answer.status_code == status and not Table.objects.exists()


def test_blocking_and_reporting_start_on_the_page(alice, bob, client_for):
    client, page = client_for(alice), page_of("bob", client_for(alice))
    assert 'href="/notifications/blocks/?name=bob"' in page and 'href="/report/?player=bob"' in page
    assert "Block Bob Bosun?" in client.get("/notifications/blocks/?name=bob").content.decode()
    assert not Block.objects.exists()
    assert "About the player Bob Bosun" in client.get("/report/?player=bob").content.decode()
    assert client.post("/report/?player=bob", {"text": "A rude name"})["Location"] == "/players/bob/"
    assert [(row.about, row.person, row.table) for row in Report.objects.all()] == [("name", bob, None)]
    for name in ("alice", "nobody"):
        assert client.get(f"/report/?player={name}").status_code == 404


def test_merging_moves_follows_and_erasing_deletes_them(alice, bob, charlie):
    dora = person("dora")
    for by, who in ((bob, alice), (alice, bob), (charlie, bob), (bob, charlie), (dora, bob), (dora, charlie)):
        Follow.objects.create(by=by, person=who)
    PlayerPage.objects.create(user=bob)
    administrator = enter(person_with_role("adam", "administrator"))
    merge(administrator, bob, "charlie")
    rows = {
        (row.by.username, row.person.username) for row in Follow.objects.exclude(by=bob).exclude(person=bob)
    }
    assert rows == {("charlie", "alice"), ("alice", "charlie"), ("dora", "charlie")}
    data = {"reason": "Asked", "repeated": "charlie", "tables": "leave"}
    administrator.post(f"/admin/accounts/user/{charlie.pk}/act/erase/", data)
    assert Decision.objects.filter(kind="erase").exists()
    assert not Follow.objects.exists() and not PlayerPage.objects.exists()
