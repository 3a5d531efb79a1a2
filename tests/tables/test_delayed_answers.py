"""A table may delay all answers out of turn by a random time, so that speed reveals nothing."""

import re
from datetime import timedelta

import pytest

from games.clock.clocks import DAY, Fixed
from games.days.deadlines import answer_release, answers_due
from games.engine.codec import dump_state
from games.models import MoveRecord, Seat, Table
from games.tables.lobby import Pace
from games.tables.prompts import DELAY
from games.web.tasks import sweep
from tests.play import fingerprint, post_move, running_table
from tests.titles.cannonades.positions import position

pytestmark = pytest.mark.django_db

SHOT = '{"type":"shoot","card":"blue-green","seat":1,"berth":0}'
DRAW, PASS = '{"type":"grin","effect":"draw"}', '{"type":"grin","effect":"pass"}'


@pytest.fixture
def asked(alice, bob, client_for):
    """Return a function that creates a table with delayed answers, where Bob has orders and one open question."""

    def make(**orders):
        pace = Pace(Fixed(3 * DAY), delays_answers=True)
        table = running_table(alice, bob, title="cannonades", pace=pace)
        state = position("(O0) . (P0) | BG PY\n(B1) R0 | ")
        Table.objects.filter(pk=table.pk).update(state=dump_state(state))
        Seat.objects.filter(table=table, number=1).update(orders=orders)
        assert post_move(client_for(alice), table, SHOT).status_code == 302
        return table

    return make


def bobs():
    return Seat.objects.get(number=1)


def made():
    rows = MoveRecord.objects.filter(kind="move", seat=1).order_by("ply")
    return list(rows.values_list("move", "cause"))


def seen_by(client, table):
    page = client.get(f"/tables/{table.pk}/", headers={"HX-Request": "true"}).content.decode()
    return re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", page)


@pytest.mark.parametrize(
    ("orders", "answer"),
    [({"grin": "draw"}, None), ({}, DRAW), ({}, None)],
    ids=["order", "player", "silence"],
)
def test_neither_orders_nor_players_answer_immediately(asked, orders, answer, bob, alice, client_for):
    """Others see the same after an order, after a manual answer, and after no answer."""
    table = asked(**orders)
    seat, before = bobs(), seen_by(client_for(alice), table)
    assert seat.is_awaited and made() == []
    assert DELAY.start <= (seat.answer_at - seat.awaited_since).total_seconds() < DELAY.stop
    row = Table.objects.values().get()
    if answer:
        assert post_move(client_for(bob), table, answer).status_code == 302
    assert ('id="kept"' in seen_by(client_for(bob), table)) is (answer is not None)
    assert seen_by(client_for(alice), table) == before
    assert Table.objects.values().get() == row


def test_a_saved_answer_is_played_when_the_delay_is_over(asked, bob, client_for, time_machine):
    table = asked()
    post_move(client_for(bob), table, DRAW)
    post_move(client_for(bob), table, PASS)  # the last one counts
    seat = bobs()
    assert answer_release(seat.pk) is False
    time_machine.move_to(seat.answer_at + timedelta(seconds=1), tick=False)
    sweep()
    assert made() == [(PASS, "")]
    assert (bobs().answer, bobs().answer_at) == ("", None)


def test_an_order_answers_when_the_delay_is_over(asked, time_machine):
    asked(grin="draw")
    time_machine.move_to(bobs().answer_at + timedelta(seconds=1), tick=False)
    sweep()
    assert made() == [(DRAW, "order")]


def test_after_the_delay_an_answer_is_played_at_once(asked, bob, client_for, time_machine):
    table = asked()
    time_machine.move_to(bobs().answer_at + timedelta(seconds=1), tick=False)
    sweep()
    assert made() == [] and answers_due(bobs().awaited_since + timedelta(days=1)) == []
    post_move(client_for(bob), table, DRAW)
    assert made() == [(DRAW, "")]


def test_an_illegal_answer_is_refused_and_nobody_else_may_give_one(asked, alice, bob, client_for):
    table = asked()
    before = fingerprint(table)
    assert post_move(client_for(bob), table, '{"type":"end"}').status_code == 422
    assert post_move(client_for(alice), table, DRAW).status_code == 409
    assert fingerprint(table) == before


def test_a_held_table_waits(asked, bob, client_for, time_machine):
    table = asked()
    post_move(client_for(bob), table, DRAW)
    Table.objects.update(is_held=True)
    time_machine.move_to(bobs().answer_at + timedelta(seconds=1), tick=False)
    assert answers_due(bobs().answer_at + timedelta(days=1)) == []
    assert answer_release(bobs().pk) is False and made() == []
    Table.objects.update(is_held=False)
    sweep()
    assert made() == [(DRAW, "")]


def test_the_delay_option_is_offered_and_shown(alice, client_for):
    client = client_for(alice)
    form = {
        "seats": 2, "admission": "open", "seating": "joined", "delays_answers": "on", "clock": "",
    }  # fmt: skip
    assert 'name="delays_answers"' in client.get("/tables/new/cannonades/").content.decode()
    client.post("/tables/new/cannonades/", form)
    table = Table.objects.get()
    assert table.delays_answers
    assert "delayed at random" in client.get(f"/tables/{table.pk}/").content.decode()
