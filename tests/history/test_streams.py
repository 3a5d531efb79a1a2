"""Draws are numbered by the moves of the game, so that notes and undone moves can't shift them."""

import pytest

from games.days.agreements import proposal_make
from games.engine.chance import Chance
from games.models import MoveRecord, Table
from games.moderation.services.rewind import table_rewind
from games.moderation.services.undo import decision_undo
from games.tables import play
from tests.history.forger import VERIFY
from tests.history.test_verify import by_seat, exported, played, resigned, started, verdict
from tests.play import first_move, play_on
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db


def streams(table):
    rows = MoveRecord.objects.filter(table=table, kind=MoveRecord.Kind.MOVE).order_by("ply")
    return list(rows.values_list("stream", "generation"))


def test_notes_and_undone_moves_take_no_numbers(alice, bob, client):
    table = started(alice, bob)
    first, _second = by_seat(table)
    proposal_make(first, table.pk, kind="pause", days=2)
    for _try in range(2):
        ply = Table.objects.get(pk=table.pk).ply
        play.move_play(first, table.pk, move=first_move(table, 0), expected_ply=ply)
        play.turn_undo(first, table.pk, expected_ply=ply + 1)
    play.move_play(
        first, table.pk, move=first_move(table, 0), expected_ply=Table.objects.get(pk=table.pk).ply
    )
    assert streams(table) == [(0, 0)] * 3
    assert verdict(exported(client, resigned(table)))[0] == "holds"


def test_only_a_rewind_over_draws_begins_a_generation_and_it_is_named(alice, bob, client):
    mona, table, chooser = person_with_role("mona", "moderator"), played(alice, bob), Chance(b"moves", 1)
    table_rewind(mona, table.pk, ply=7, reason="nothing was drawn")
    MoveRecord.objects.filter(table=table, ply=5).update(draws="[[2,1]]")
    decision = table_rewind(mona, table.pk, ply=4, reason="a mistake")
    row = Table.objects.get(pk=table.pk)
    assert (row.stream, row.generation) == (4, 1)
    assert "a mistake" in client.get(f"/tables/{table.pk}/chance/").text
    decision_undo(mona, decision.pk, reason="it was none")
    row = Table.objects.get(pk=table.pk)
    assert (row.stream, row.generation) == (7, 1), "nothing was drawn since"
    for _ply in range(3):
        play_on(table, by_seat(table), chooser)
    log, found, said = VERIFY["Log"](game := exported(client, resigned(table))), [], []
    for entry in game["entries"]:
        said.append(log.take(entry))
        found += [log.stream] if entry["kind"] == "move" else []
    assert found == streams(table) and "a moderator took back plies that drew, so later draws are new" in said
