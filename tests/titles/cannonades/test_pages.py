"""The pages of Cannonades through HTTP: no byte shows hidden information, and the rules page draws the real cards."""

import re

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_state
from games.models import Table
from games.titles.cannonades import GAME
from games.titles.cannonades.cards import CARDS
from tests.play import first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db


def plain(answer):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*', "", answer.content.decode())


@pytest.fixture
def pages_of(alice, bob, client_for):
    """Return a table after some turns, and a function that returns a client's pages for another hidden state."""
    table = running_table(alice, bob, title="cannonades", seed=22)
    clients = [client_for(alice), client_for(bob)]
    for _ in range(30):
        seat = table.seats.filter(is_awaited=True).first().number
        assert post_move(clients[seat], table, first_move(table, seat)).status_code == 302

    def make(client, state):
        Table.objects.filter(pk=table.pk).update(state=dump_state(state))
        return [
            plain(client.get(f"/tables/{table.pk}/{end}"))
            for end in ("", "log/", "?at=0-0", "?card=x&ship=9")
        ]

    return state_of(table), clients, make


def test_a_page_does_not_change_with_what_its_reader_cannot_know(pages_of, charlie, client_for):
    state, clients, make = pages_of
    assert state.outcome is None and any(ship and not ship.up for row in state.ships for ship in row)
    readers = [(clients[0], 0), (clients[1], 1), (client_for(charlie), None), (client_for(None), None)]
    for client, seat in readers:
        other = GAME.resample(state, seat, Chance(b"other", 1))
        assert other != state
        assert make(client, other) == make(client, state)
    theirs = GAME.resample(state, 1, Chance(b"other", 1))  # deals alice another hand, which she does see
    assert make(clients[0], theirs) != make(clients[0], state)


def test_the_rules_draw_the_cards_that_there_are(client_for):
    page = client_for(None).get("/rules/cannonades/").content.decode()
    table = re.search(r'<table class="can-ships">.*?</table>', page, re.DOTALL)[0]
    rows = table.split("<tr>")[2:]
    ships = {}
    for row in rows:
        colour = re.search(r"can-card--(\w+)\"|can-symbol can-(\w+)", row)[2]
        for grins, cell in enumerate(row.split("<td>")[1:]):
            if count := re.search(r"×(\d)", cell):
                ships[f"{colour}-{grins}"] = int(count[1])
                assert f"#ship-{grins}" in cell
    assert ships == {face: card.copies for face, card in CARDS.items() if len(card.colours) == 1}
