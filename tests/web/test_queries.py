"""What a table's page and a move ask the database, for every title; and how much at most, for every reader.

The statements of a move and of the part that the other player fetches are in `statements.txt`, to review each change.
"""

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.chance import Chance
from games.models import Table
from games.presenters import PRESENTERS
from games.tables import play
from games.titles import TITLES
from tests.conftest import person
from tests.play import first_move, play_on, post_move, running_table, state_of

# For the whole page, including one that records the visit; and for the part that is fetched after every move.
MOST, MOST_OF_PART = 11, 9
TABLES = [
    (title, seats) for title, game in TITLES.items() for seats in sorted({game.seats[0], game.seats[-1]})
]

pytestmark = pytest.mark.django_db


def queries_of(client, table, **headers):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/tables/{table.pk}/", headers=headers).status_code == 200
    return len(asked)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_tables_pages_stay_within_the_query_limits(title, seats, charlie, client_for):
    people = [person(f"player-{number}") for number in range(seats)]
    table, chooser = running_table(*people, title=title), Chance(bytes(32), 1_000_000)
    readers = [client_for(user) for user in (people[0], people[-1], charlie, None)]
    for ply in range(46):
        if ply % 15 == 0:  # some titles begin with choosing hands or squads
            counts = [
                queries_of(reader, table, **part)
                for reader in readers
                for part in ({}, {"HX-Request": "true"})
            ]
            # Where players choose squads, their former squads are read from rows and from packed logs.
            more = bool(PRESENTERS[title].recalls) and ply == 0
            more += not Table.objects.get(pk=table.pk).is_running  # one more for the end of the game
            assert max(counts[::2]) <= MOST + more and max(counts[1::2]) <= MOST_OF_PART, (ply, counts)
        play_on(table, people, chooser)
    for user in people[1:]:
        if (row := Table.objects.get(pk=table.pk)).is_running:
            play.seat_resign(user, table.pk, expected_ply=row.ply)
    assert max(queries_of(reader, table) for reader in readers) <= MOST + 1  # one more for the end


GOLDEN = Path(__file__).with_name("statements.txt")
_TABLES = re.compile(r'\b(?:FROM|JOIN|INTO|UPDATE)\s+"?([a-z]+_[a-z_]+)')
_OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def statements_of(call, *args, **options):
    """Return what a request asks the database, in order: each statement's verb and its tables."""
    with CaptureQueriesContext(connection) as asked:
        assert call(*args, headers={"HX-Request": "true"}, **options).status_code == 200
    told = [(each["sql"].split()[0], dict.fromkeys(_TABLES.findall(each["sql"]))) for each in asked]
    return [" ".join(["   ", verb, *tables]) for verb, tables in told if verb not in _OF_TRANSACTIONS]


def test_the_statements_of_a_move_and_of_a_part_are_known(alice, bob, client_for):
    found = []
    for title in (slug for slug in TITLES if slug != "blank"):  # which is over by then
        table, chooser = running_table(alice, bob, title=title), Chance(bytes(32), 1_000_000)
        for _ in range(3):
            play_on(table, (alice, bob), chooser)
        seat, ply = min(TITLES[title].to_act(state_of(table))), Table.objects.get(pk=table.pk).ply
        mover, other = (client_for(user) for user in ((alice, bob), (bob, alice))[seat])
        move = statements_of(post_move, mover, table, first_move(table, seat), ply)
        part = statements_of(other.get, f"/tables/{table.pk}/")
        found += [f"{title}, a move:", *move, f"{title}, the part for the other player:", *part]
    assert found == GOLDEN.read_text().splitlines()
