"""The export of a running game doesn't contain what its log no longer shows."""

import json

import pytest

from games.engine.chance import Chance
from games.models import Table
from tests.history.test_verify import by_seat, exported, failures, resigned, started
from tests.play import play_on

pytestmark = pytest.mark.django_db


def test_forgotten_facts_are_sealed_until_the_game_is_over(alice, bob, client):
    table, chooser = started(alice, bob, options={"memory": "strict"}), Chance(b"moves", 0)
    for _ply in range(12):
        play_on(table, by_seat(table), chooser)
    running, told = exported(client, table), events_of(exported(client, resigned(table)))
    faded = [each for each in running["entries"] if each["events"] is None]
    assert faded and {each["seal"] for each in faded} == {None}, (
        "by its seal, a link would tell what it was made of"
    )
    assert any("card" in json.dumps(told[each["ply"]]) for each in faded)
    assert any(each["events"] for each in running["entries"][-3:]), "what was just played is known"
    assert failures(running) == []
    game = exported(client, Table.objects.get(pk=table.pk))
    assert failures(game) == [] and None not in events_of(game).values()
    game["entries"][faded[0]["ply"] + 1].update(events=None, seal=None)
    assert any("isn't public" in said for said in failures(game))


def events_of(game):
    return {each["ply"]: each["events"] for each in game["entries"]}
