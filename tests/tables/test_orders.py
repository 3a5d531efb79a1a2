"""Standing orders: answers given in advance, visible only to their owner, carried out at once."""

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.titles import TITLES
from tests.play import fingerprint, post_move, running_table, state_of
from tests.titles.cannonades.positions import position

pytestmark = pytest.mark.django_db

GAME = TITLES["cannonades"]


def give(client, table, **orders):
    ply = Table.objects.get(pk=table.pk).ply
    return client.post(
        f"/tables/{table.pk}/orders/", {"ply": ply, **{f"order_{k}": v for k, v in orders.items()}}
    )


ASK = {"grin": "ask", "discard": "ask", "redraw": "ask"}


def until_answer(table, clients):
    """Make random moves until a seat is asked out of turn; returns its number."""
    chooser = Chance(b"orders", 0)
    for _ in range(200):
        state = state_of(table)
        (seat, *_rest) = sorted(GAME.to_act(state))
        if state.queue and state.queue[0].seat == seat and not state.owed:
            assert GAME.is_answer(state, seat)
            return seat
        move = dump_move(random_move(GAME, state, seat, chooser))
        assert post_move(clients[seat], table, move).status_code == 302
    raise AssertionError("nobody was ever asked")


@pytest.fixture
def asked(alice, bob, client_for):
    """Return a table of Cannonades with a question about a grin, its clients, and the seat that is asked."""
    for seed in range(40):
        table = running_table(alice, bob, title="cannonades", seed=seed)
        clients = [client_for(alice), client_for(bob)]
        try:
            return table, clients, until_answer(table, clients)
        except (AssertionError, ValueError):
            continue
    raise AssertionError("no seed leads to an answer")


def test_a_new_order_answers_the_open_question(asked):
    table, clients, seat = asked
    ply = Table.objects.get(pk=table.pk).ply
    assert give(clients[seat], table, **{**ASK, "grin": "draw"}).status_code == 302
    record = MoveRecord.objects.get(table=table, ply=ply)
    assert (record.seat, record.cause, record.move) == (seat, "order", '{"type":"grin","effect":"draw"}')


def test_an_order_is_its_owners_secret(asked, client_for):
    table, clients, seat = asked
    give(clients[seat], table, **{**ASK, "grin": "draw"})
    pages = [client.get(f"/tables/{table.pk}/").content.decode() for client in (*clients, client_for(None))]
    told = ["by standing order" in page for page in pages]
    assert told == [number == seat for number in range(2)] + [False]
    assert 'value="draw" selected' not in pages[1 - seat]


def test_orders_that_are_not_offered_are_refused(asked, charlie, client_for):
    table, clients, seat = asked
    before = fingerprint(table)
    assert give(clients[seat], table, **{**ASK, "grin": "win"}).status_code == 400
    assert give(clients[seat], table).status_code == 400
    assert give(client_for(charlie), table, **ASK).status_code == 403
    assert give(client_for(None), table, **ASK).status_code == 302
    assert fingerprint(table) == before


def test_resigning_clears_the_seats_orders(asked):
    table, clients, seat = asked
    give(clients[1 - seat], table, **{**ASK, "discard": "ships-first"})
    assert Seat.objects.get(table=table, number=1 - seat).orders == {"discard": "ships-first"}
    ply = Table.objects.get(pk=table.pk).ply
    clients[1 - seat].post(f"/tables/{table.pk}/resign/", {"ply": ply})
    assert Seat.objects.get(table=table, number=1 - seat).orders == {}


def test_a_player_who_left_cannot_set_orders(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie, title="cannonades")
    client_for(bob).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    refuse_orders(client_for(bob), table)


def test_an_eliminated_player_cannot_set_orders(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie, title="cannonades")
    state = position("B2 |BG\n|\nG2 |PY", out=(1,))
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    refuse_orders(client_for(bob), table)


def refuse_orders(client, table):
    before = fingerprint(table)
    answer = give(client, table, **{**ASK, "discard": "ships-first"})
    assert answer.status_code == 409 and "no longer in this game" in answer.content.decode()
    assert fingerprint(table) == before


def test_orders_do_not_change_the_rules(asked):
    table, clients, seat = asked
    before = dump_state(state_of(table))
    give(clients[seat], table, **ASK)
    assert dump_state(state_of(table)) == before


def test_a_title_without_orders_offers_none(alice, bob, client_for):
    table = running_table(alice, bob)
    assert "Standing orders" not in client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert give(client_for(alice), table, grin="draw").status_code == 302


def test_several_moves_from_one_page_are_made_together_or_not_at_all(alice, bob, client_for):
    table = running_table(alice, bob)
    state = state_of(table)
    first, second = state.hands[0][:2]
    moves = [
        f'{{"type":"play","card":"{first}","cell":[0,1]}}',
        f'{{"type":"play","card":"{second}","cell":[0,-1]}}',
    ]
    client, before = client_for(alice), fingerprint(table)
    address = f"/tables/{table.pk}/move/"
    assert client.post(address, {"ply": 0, "moves": [moves[0], moves[0]]}).status_code == 422
    assert fingerprint(table) == before
    assert client.post(address, {"ply": 0, "moves": moves}).status_code == 302
    assert client.post(address, {"ply": 0, "moves": moves}).status_code == 302
    assert MoveRecord.objects.filter(table=table, kind="move").count() == 2
    assert client.post(address, {"ply": 2, "moves": moves * 20}).status_code == 400


def test_an_order_is_given_under_the_question_and_keeps_the_others(asked, client_for):
    """It answers the open question, is shown as active, and its name is checked like any other."""
    table, clients, seat = asked
    give(clients[seat], table, **{**ASK, "discard": "ships-first"})
    page = clients[seat].get(f"/tables/{table.pk}/").content.decode()
    assert 'name="always" value="grin=draw"' in page and 'id="order-redraw"' not in page
    assert clients[seat].post(f"/tables/{table.pk}/orders/", {"always": "grin=win"}).status_code == 400
    assert clients[seat].post(f"/tables/{table.pk}/orders/", {"always": "grin=draw"}).status_code == 302
    mine = Seat.objects.get(table=table, number=seat)
    assert mine.orders == {"discard": "ships-first", "grin": "draw"}
    page = clients[seat].get(f"/tables/{table.pk}/").content.decode()
    assert (
        "2 in force" in page
        and "Orders in force" in page
        and "Draw a card; otherwise do nothing</li>" in page
    )
    other = clients[1 - seat].get(f"/tables/{table.pk}/").content.decode()
    assert "in force" not in other


def test_a_question_out_of_turn_is_called_an_answer(asked, client_for):
    table, clients, seat = asked
    titles = [
        client.get(f"/tables/{table.pk}/").content.decode().split("<title>")[1][:30] for client in clients
    ]
    assert "Your answer" in titles[seat] and "Your" not in titles[1 - seat]
