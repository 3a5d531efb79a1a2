"""Rated games as the tests need them."""

import pytest

from games.models import Table
from games.tables.play import seat_resign
from tests.moderation.acts import play_turn
from tests.play import running_table
from tests.staff import enter, person_with_role


@pytest.fixture
def adam(db):
    return person_with_role("adam", "administrator")


@pytest.fixture
def moderator(db):
    return enter(person_with_role("mona", "moderator"))


def resign(user, table):
    seat_resign(user, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)


@pytest.fixture
def begun(client_for):
    """Return a maker of running rated tables where everybody has taken a turn."""

    def make(*people, **columns):
        table = running_table(*people, **{"is_rated": True, **columns})
        for seat, user in enumerate(people):
            play_turn(client_for(user), table, seat)
        return Table.objects.get(pk=table.pk)

    return make


@pytest.fixture
def lost(begun):
    """Return a maker of rated games in which all but the first person resign, the last first."""

    def make(*people, **columns):
        table = begun(*people, **columns)
        for user in reversed(people[1:]):
            resign(user, table)
        return Table.objects.get(pk=table.pk)

    return make
