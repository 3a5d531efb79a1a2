"""How many queries a table's page needs at most, for every title, reader and length of the game."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.chance import Chance
from games.models import Table
from games.presenters import PRESENTERS
from games.tables import play
from games.titles import TITLES
from tests.conftest import person
from tests.play import play_on, running_table

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
