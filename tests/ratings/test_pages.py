"""What pages show of ratings, and to whom."""

import pytest

from games.models import Preferences, Rating, Table
from tests.play import running_table

pytestmark = pytest.mark.django_db


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_result_shows_each_change(alice, bob, charlie, client_for, lost):
    table = lost(alice, bob)
    for reader in (alice, charlie, None):
        shown = page(client_for(reader), f"/tables/{table.pk}/")
        assert "rating-changes" in shown and "+158" in shown and "−158" in shown


def test_a_game_that_does_not_count_says_so(alice, bob, client_for):
    table = running_table(alice, bob, is_rated=True)
    client_for(bob).post(f"/tables/{table.pk}/resign/", {"ply": table.ply})
    assert Table.objects.get(pk=table.pk).is_finished
    assert "doesn't count for ratings" in page(client_for(alice), f"/tables/{table.pk}/")


@pytest.mark.parametrize(
    ("choice", "sees_own", "sees_other", "is_seen"),
    [("all", True, True, True), ("own", True, True, False), ("none", False, False, False)],
)
def test_a_player_hides_their_rating_and_sees_none(
    alice, bob, charlie, client_for, lost, choice, sees_own, sees_other, is_seen
):  # fmt: skip
    table = lost(alice, bob)
    mine = client_for(alice)
    assert mine.post("/ratings/shown/", {"ratings": choice}).status_code == 302
    assert Preferences.objects.get(user=alice).ratings == choice
    own, at_table = page(mine, "/ratings/"), page(mine, f"/tables/{table.pk}/")
    assert ("rating-captivate" in own) == sees_own
    assert ("+158" in at_table) == sees_own and ("−158" in at_table) == sees_other
    assert ("+158" in page(client_for(charlie), f"/tables/{table.pk}/")) == is_seen


def test_the_page_has_the_plot_as_a_table(alice, bob, client_for, lost):
    first = lost(alice, bob)
    lost(bob, alice)
    shown = page(client_for(alice), "/ratings/")
    assert 'role="img"' in shown and f"/tables/{first.pk}/" in shown and "2 rated games" in shown
    assert "provisional" in shown
    assert "rating-captivate" not in page(client_for(None), "/ratings/")


def test_the_form_opens_a_rated_table_that_the_lobby_shows(alice, bob, client_for, lost):
    lost(alice, bob)
    form = {
        "seats": 2,
        "clock": "day",
        "admission": "open",
        "seating": "random",
        "is_rated": "on",
        "option_memory": "assisted",
    }
    answer = client_for(alice).post("/tables/new/captivate/", form)
    assert answer.status_code == 302
    table = Table.objects.get(status="open")
    assert table.is_rated
    assert "Rated." in page(client_for(bob), "/lobby/")
    assert "1658" in page(client_for(bob), f"/tables/{table.pk}/")
    again = page(client_for(bob), f"/tables/new/captivate/?like={table.pk}")
    assert 'name="is_rated"' in again and "checked" in again.split('name="is_rated"')[1].split(">")[0]
    form |= {"on_timeout": "caretaker"}
    assert client_for(alice).post("/tables/new/captivate/", form).status_code == 400


def test_a_rematch_of_a_rated_game_is_rated(alice, bob, client_for, lost):
    table = lost(alice, bob)
    client_for(alice).post(f"/tables/{table.pk}/rematch/")
    assert Table.objects.get(rematch_of=table).is_rated


def test_an_unknown_choice_is_ignored(alice, client_for):
    assert client_for(alice).post("/ratings/shown/", {"ratings": "everything"}).status_code == 302
    assert not Preferences.objects.filter(user=alice).exists() and not Rating.objects.exists()
