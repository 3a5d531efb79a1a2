"""Seats that act at the same time don't make each other's pages stale."""

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.tables import play
from games.tables.past import difference_of
from games.titles import TITLES
from tests.dealt import played
from tests.play import running_table, state_of
from tests.tables.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("title", "options", "moments"),
    [("nautilus", {"commit": "sealed"}, 3), ("captn-eli", {}, 1), ("captn-eli", {"cards": "sealed"}, 1)],
)
def test_all_awaited_seats_can_decide_at_the_same_time(title, options, moments, alice, bob):
    _decide(running_table(alice, bob, title=title, options=options), moments)


def test_all_tied_seats_can_throw_at_the_same_time():
    table, _people = played("captivate/last-round-throws", until=-2)
    _decide(table, 1)


def _decide(table, moments):
    while moments:
        ply = Table.objects.get(pk=table.pk).ply
        asked = list(Seat.objects.select_related("user").filter(table=table, is_awaited=True))
        assert asked, "the game was over before several were asked at once"
        answers = at_once([_decision(table, seat, ply) for seat in asked])
        assert not [answer for answer in answers if isinstance(answer, Exception)]
        moments -= len(asked) > 1
    _assert_whole(table)


def _decision(table, seat, ply):
    move = dump_move(
        random_move(TITLES[table.title], state_of(table), seat.number, Chance(b"decisions", 10_000 + ply))
    )
    return lambda: play.move_play(seat.user, table.pk, move=move, expected_ply=ply)


def _assert_whole(table):
    table = Table.objects.get(pk=table.pk)
    assert [row.ply for row in MoveRecord.objects.filter(table=table)] == list(range(-1, table.ply))
    assert difference_of(table) is None
