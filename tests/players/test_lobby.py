"""The lobby: tables of followed players come first, and filters are remembered."""

import re

import pytest

from games.ledger.blocks import person_block
from games.models import Follow, Table
from games.tables import lobby
from tests.conftest import person

pytestmark = pytest.mark.django_db


def open_table(creator, **columns):
    return lobby.table_create(creator, title="captivate", options={}, seats=2, **columns)


def listed(client, query=""):
    page = client.get(f"/lobby/{query}").content.decode()
    return [int(number) for number in re.findall(r'table-row__title"><a href="/tables/(\d+)/"', page)], page


def test_tables_of_followed_players_come_first_and_once(alice, bob, charlie, client_for):
    followed = [open_table(bob).pk, open_table(bob, admission=Table.Admission.INVITED).pk][0]
    others = [open_table(charlie).pk for _ in range(25)]
    Follow.objects.create(by=alice, person=bob)
    first, page = listed(client_for(alice))
    assert first == [followed, *others[:4:-1]] and "Players you follow" in page
    older, page = listed(client_for(alice), re.search(r'href="(\?before=\d+)"', page)[1])
    assert older == others[4::-1] and "Players you follow" not in page
    for reader in (bob, None):
        assert "Players you follow" not in listed(client_for(reader))[1]
    assert listed(client_for(alice), "?title=cardline")[0] == []


def test_the_lobby_takes_the_same_queries_for_any_number_of_followed_players(
    alice, client_for, django_assert_num_queries
):
    client = client_for(alice)
    for number in range(15):
        other = person(f"player-{number}")
        Follow.objects.create(by=alice, person=other)
        open_table(other)
    with django_assert_num_queries(6):
        assert len(listed(client)[0]) == 15


def test_filters_are_remembered_until_they_are_changed(alice, bob, client_for):
    table = open_table(bob)
    client = client_for(alice)
    assert listed(client, "?title=cardline&seats=&pace=")[0] == []
    numbers, page = listed(client)
    assert numbers == [] and '<option value="cardline" selected>' in page
    assert listed(client, "?title=&seats=&pace=")[0] == [table.pk] == listed(client)[0]
    assert listed(client_for(None), "?title=cardline")[0] == []
    assert listed(client_for(None))[0] == [table.pk]


def test_a_table_that_needs_one_player_says_that_it_starts(alice, bob, client_for):
    open_table(bob)
    assert "Starts with the next player" in listed(client_for(alice))[1]
    assert "Starts with the next player" not in listed(client_for(bob))[1]
    Table.objects.update(seat_count=3)
    assert "Starts with the next player" not in listed(client_for(alice))[1]


def test_tables_of_people_whom_the_reader_blocks_are_not_to_join(alice, bob, charlie, client_for):
    hidden, shown = open_table(alice), open_table(charlie)
    person_block(bob, alice)
    assert listed(client_for(bob))[0] == [shown.pk]
    assert hidden.pk in listed(client_for(alice))[0] and hidden.pk in listed(client_for(None))[0]
