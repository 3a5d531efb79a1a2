"""A player's moves from earlier tables are suggested again, only to this player."""

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.titles import TITLES
from tests.play import post_move, running_table, state_of

pytestmark = pytest.mark.django_db

AGAIN = "You played this squad before"


def test_last_squad_is_offered_at_the_next_table(alice, bob, client_for):
    first = running_table(alice, bob, title="captn-eli")
    squad = random_move(TITLES["captn-eli"], state_of(first), 0, Chance(b"squad", 0))
    assert AGAIN not in client_for(alice).get(f"/tables/{first.pk}/").content.decode()
    assert post_move(client_for(alice), first, dump_move(squad)).status_code == 302
    second = running_table(alice, bob, title="captn-eli")
    pages = [client_for(user).get(f"/tables/{second.pk}/").content.decode() for user in (alice, bob, None)]
    assert [AGAIN in page for page in pages] == [True, False, False]
