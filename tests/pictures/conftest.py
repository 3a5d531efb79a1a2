"""A table of Cannonades with face-down ships, which only their owners know."""

import pytest
from django.core.cache import caches

from games.engine.chance import Chance
from games.models import Table
from tests.play import play_on, running_table, state_of


@pytest.fixture(autouse=True)
def _nothing_drawn_before():
    caches["pictures"].clear()


@pytest.fixture
def sailed(alice, bob):
    """Return a function that creates such a table."""

    def make(**columns) -> Table:
        table, chooser = running_table(alice, bob, title="cannonades", **columns), Chance(b"sail", 1)
        for _ in range(40):
            play_on(table, [alice, bob], chooser)
            if all(has_hidden(state_of(table), seat) for seat in (0, 1)):
                return Table.objects.get(pk=table.pk)
        raise AssertionError("no ships face down")

    return make


def has_hidden(state, seat):
    return any(ship is not None and not ship.up for ship in state.ships[seat])
