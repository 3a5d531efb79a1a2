"""Before the first move against bots, their level and number can be changed at the table."""

import re

import pytest
from django.test import Client

from games.models import Seat, Table
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db

PLAY = {"title": "captivate", "level": "deckhand"}
OTHER = {"title": "captivate", "level": "captain", "seats": "3"}


@pytest.fixture(params=["guest", "alice"])
def client(request, alice, client_for):
    """Return the browser of somebody who has started a game with one press."""
    browser = Client() if request.param == "guest" else client_for(alice)
    browser.post("/play/", PLAY)
    return browser


@pytest.fixture
def table(client):
    return Table.objects.get()


def line(client, table):
    """The line about the bots on the table's page; empty if there is none."""
    page = client.get(f"/tables/{table.pk}/").text
    return " ".join(
        re.sub("<[^>]*>", "", [*page.split('id="opponents">'), ""][1].split("</summary>")[0]).split()
    )


def test_another_level_and_number_start_another_game_instead(client, table):
    assert line(client, table) == "Easy bot, 2 players. Change"
    answer = client.post("/play/", {**OTHER, "instead": table.pk})
    there = Table.objects.get()
    assert answer["Location"] == f"/tables/{there.pk}/" and there.pk != table.pk and there.is_running
    levels = Seat.objects.filter(table=there, user__kind="bot").values_list("user__level", flat=True)
    assert list(levels) == ["captain", "captain"]
    assert line(client, there) == "Hard bots, 3 players. Change"
    assert client.get(f"/tables/{table.pk}/").status_code in (302, 404)


def test_after_the_first_move_the_players_stay(client, table):
    assert post_move(client, table, first_move(table, 0)).status_code == 302
    assert not line(client, table)
    answer = client.post("/play/", {**OTHER, "instead": table.pk})
    assert answer.status_code == 409 and "The game has begun" in answer.text
    assert Table.objects.get() == table


@pytest.mark.parametrize(
    "wrong", [{"title": "chess"}, {"level": "admiral"}, {"seats": "x"}, {"instead": "x"}]
)
def test_a_malformed_wish_keeps_the_table(wrong, client, table):
    assert client.post("/play/", {**OTHER, "instead": table.pk, **wrong}).status_code == 400
    assert Table.objects.get() == table


def test_nobody_replaces_another_players_table(client, table, bob, client_for):
    for reader in (bob, None):
        assert client_for(reader).post("/play/", {**OTHER, "instead": table.pk}).status_code == 404
    assert Table.objects.get() == table


def test_a_table_of_two_people_stays(alice, bob, client_for):
    table = running_table(alice, bob)
    assert not line(client_for(alice), table)
    assert client_for(alice).post("/play/", {**OTHER, "instead": table.pk}).status_code == 409
    assert Table.objects.get() == table
