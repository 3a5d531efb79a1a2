"""Since your last visit: the replay plays what happened since the reader last opened the table."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.days.absences import seat_take_over
from games.engine.chance import Chance
from games.models import Seat, Table
from games.tables.players import APART, visit_continue, visit_record
from tests.conftest import person
from tests.history.test_replay import address, finished
from tests.play import play_on, running_table

pytestmark = pytest.mark.django_db


def since(client, table):
    """Return the ply from which the page offers to replay the news, or None."""
    found = re.search(
        r'id="replay-news" href="[^"]*at=(-?\d+)&amp;play=1"', client.get(address(table, 0)).text
    )
    return None if found is None else int(found[1])


def look(client, table, **headers):
    assert client.get(f"/tables/{table.pk}/", headers=headers).status_code == 200


def last(table):
    return Table.objects.get(pk=table.pk).ply - 1


@pytest.fixture
def later(time_machine):
    """Return a function that lets time pass."""
    now = [timezone.now()]

    def wait(span=APART):
        now[0] += span
        time_machine.move_to(now[0], tick=False)

    wait(timedelta(0))
    return wait


@pytest.fixture
def sail(alice, bob):
    chooser = Chance(b"visits", 0)

    def play(table, plies=3):
        for _ply in range(plies):
            play_on(table, (alice, bob), chooser)

    return play


def test_news_starts_at_the_end_of_the_previous_visit(alice, bob, client_for, later, sail):
    table, client = running_table(alice, bob), client_for(alice)
    Seat.objects.update(acted_ply=-1)
    sail(table)
    look(client, table)
    seen = last(table)
    later()
    sail(table)
    Seat.objects.update(acted_ply=-1)
    assert since(client, table) == seen, "also if a mail leads to the replay first"
    look(client, table)
    sail(table, 2)
    later(timedelta(minutes=10))
    look(client, table)
    Seat.objects.update(acted_ply=-1)
    assert since(client, table) == seen, "looks that are close together are one visit"
    later()
    assert since(client, table) is None


@pytest.mark.parametrize("is_former", [False, True])
def test_a_visit_lasts_as_long_as_the_reader_keeps_looking(is_former, alice, bob, client_for, later, sail):
    table, client = running_table(alice, bob), client_for(bob)
    sail(table)
    Seat.objects.filter(user=bob).update(seen_ply=0, seen_at=timezone.now() - APART, acted_ply=-1)
    if is_former:
        Seat.objects.filter(user=bob).update(is_offered=True)
        seat_take_over(person("dora"), table.pk, number=1)
    look(client, table)
    for minutes in (20, 9):
        later(timedelta(minutes=minutes))
        look(client, table)
    later(timedelta(minutes=2))
    assert since(client, table) == 0, "31 minutes after its first look, and 2 after its latest"
    for _look in range(2):
        later(timedelta(minutes=27))
        assert since(client, table) == 0, "the replay is looked at, too"
    later()
    assert since(client, table) is None
    look(client, table)
    assert since(client, table) is None


def test_a_new_player_does_not_inherit_the_former_players_visits(alice, bob, charlie):
    table = running_table(alice, bob)
    mine = Seat.objects.get(user=bob)
    Seat.objects.filter(pk=mine.pk).update(user=charlie)  # while the page is made
    visit_record(bob, table, mine)
    mine.seen_at = timezone.now() - APART / 2
    visit_continue(bob, table, mine)
    assert Seat.objects.get(pk=mine.pk).seen_at is None


def test_making_a_move_counts_as_having_seen_earlier_plies(alice, bob, client_for, sail):
    table, client = running_table(alice, bob), client_for(alice)
    sail(table)
    mine = Seat.objects.filter(user=alice)
    for seen, acted, expected in ((-1, -1, -1), (0, -1, 0), (0, 1, 1), (1, 0, 1), (0, 2, None)):
        mine.update(seen_ply=seen, acted_ply=acted)
        assert since(client, table) == expected, (seen, acted)


def test_a_page_left_open_does_not_extend_the_visit(alice, bob, client_for, later, sail):
    table, client = running_table(alice, bob), client_for(alice)
    look(client, table)
    later()
    sail(table)
    look(client, table, **{"HX-Request": "true"})
    Seat.objects.update(acted_ply=-1)
    assert since(client, table) == -1


def test_news_of_a_finished_game_can_be_played_too(alice, bob, client_for, later):
    table, client = finished(alice, bob), client_for(alice)
    Seat.objects.update(seen_ply=4, acted_ply=3)
    assert since(client, table) == 4
    look(client, table)
    later()
    assert since(client, table) is None and since(client_for(None), table) is None


def test_a_former_players_news_starts_where_they_lost_the_seat(alice, bob, charlie, client_for, later, sail):
    table, client = running_table(alice, bob), client_for(bob)
    sail(table)
    look(client, table)
    seen = last(table)
    Seat.objects.filter(user=bob).update(is_offered=True)
    seat_take_over(charlie, table.pk, number=1)
    later()
    assert since(client, table) == seen < last(table)
    assert Seat.objects.get(user=charlie).seen_ply == -1
    look(client, table)
    later()
    assert since(client, table) is None


def test_a_visit_is_saved_once(alice, bob, client_for, later):
    table, client = running_table(alice, bob), client_for(alice)
    written = []
    for span in (0, 4, 5):
        later(timedelta(minutes=span))
        with CaptureQueriesContext(connection) as asked:
            look(client, table)
        written.append(sum("UPDATE" in each["sql"] for each in asked))
    assert written == [1, 0, 1]
