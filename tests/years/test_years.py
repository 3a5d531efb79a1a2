"""The review of a person's year: what counts, what takes it back, and who can open it."""

from datetime import UTC, datetime

import pytest
import time_machine

from games.models import Table, YearCount
from games.moderation.services.accounts import account_merge, own_account_erase
from games.tables.play import seat_resign
from tests.conftest import person
from tests.moderation.acts import act, play_turn
from tests.play import running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db


def lost(*people, **columns):
    """Return a finished game in which all but the first person resigned."""
    table = running_table(*people, **columns)
    for user in people[1:]:
        seat_resign(user, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    return Table.objects.get(pk=table.pk)


def counts(user):
    rows = YearCount.objects.filter(user=user).order_by("year", "title")
    return [(row.year, row.title, row.games, row.wins, row.with_bots) for row in rows]


@pytest.fixture
def _in_2026():
    with time_machine.travel(datetime(2026, 6, 1, tzinfo=UTC), tick=True):
        yield


@pytest.mark.usefixtures("_in_2026")
def test_games_count_by_year_and_title(alice, bob, charlie, client_for):
    lost(alice, bob)
    lost(alice, bob, charlie, title="cardline")
    lost(bob, alice)
    assert counts(alice) == [(2026, "captivate", 2, 1, 0), (2026, "cardline", 1, 1, 0)]
    shown = client_for(alice).get("/year/2026/").content.decode()
    assert "3 games, 2 wins" in shown and "Captivate" in shown and "Cardline" in shown
    assert "No finished games" in client_for(alice).get("/year/2025/").content.decode()
    assert client_for(alice).get("/year/").url == "/year/2026/"


@pytest.mark.usefixtures("_in_2026")
def test_the_picture_is_for_its_person_only(alice, bob, charlie, client_for):
    lost(alice, bob)
    drawn = client_for(alice).get("/year/2026/picture.png")
    assert drawn["Content-Type"] == "image/png" and drawn.content.startswith(b"\x89PNG")
    assert client_for(charlie).get("/year/2026/picture.png").status_code == 404
    assert client_for(None).get("/year/2026/picture.png").status_code == 302


@pytest.mark.usefixtures("_in_2026")
def test_games_with_bots_are_counted_apart(alice, bob):
    table = running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(has_bots=True)
    seat_resign(bob, table.pk, expected_ply=table.ply)
    assert counts(alice) == [(2026, "captivate", 0, 0, 1)]


def test_a_game_that_resumes_is_taken_back(alice, bob, client_for):
    moderator = enter(person_with_role("mona", "moderator"))
    table = running_table(alice, bob)
    play_turn(client_for(alice), table, 0)
    seat_resign(bob, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    assert act(moderator, table, "rewind", ply=Table.objects.get(pk=table.pk).ply - 1).status_code == 302
    assert [row[2:] for row in counts(alice)] == [(0, 0, 0)]


@pytest.mark.usefixtures("_in_2026")
def test_counts_follow_a_merged_account_and_go_with_an_erased_one(alice, bob):
    heir = person("heir")
    lost(alice, bob)
    lost(heir, bob)
    account_merge(person_with_role("adam", "administrator"), alice, into="heir", reason="one person")
    assert counts(heir) == [(2026, "captivate", 2, 2, 0)] and not counts(alice)
    own_account_erase(bob)
    assert not counts(bob)


@pytest.mark.usefixtures("_in_2026")
def test_the_rating_of_the_year_is_shown(alice, bob, client_for):
    table = running_table(alice, bob, is_rated=True)
    for seat, user in enumerate((alice, bob)):
        play_turn(client_for(user), table, seat)
    seat_resign(bob, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    assert "1658 (+158)" in client_for(alice).get("/year/2026/").content.decode()
    client_for(alice).post("/ratings/shown/", {"ratings": "none"})
    assert "1658" not in client_for(alice).get("/year/2026/").content.decode()
