"""Every kind of entry is in the chain, which still verifies after names in it were changed or erased."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.days.agreements import proposal_answer, proposal_make
from games.days.deadlines import deadline_enforce
from games.models import MoveRecord, Table
from games.moderation.services.accounts import own_account_erase
from games.moderation.services.people import person_rename
from games.moderation.services.rewind import table_rewind
from games.moderation.services.tables import (
    seat_replace,
    table_call_off,
    table_extend,
    table_go_on,
    table_hold,
)
from games.moderation.services.undo import decision_undo
from games.tables import play
from tests.conftest import person
from tests.history.test_verify import by_seat, exported, failures, played, replayed, resigned, started
from tests.play import first_move
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona():
    return person_with_role("mona", "moderator")


def told(game):
    """Return the kinds, causes and notes in the chain."""
    return {
        *(entry["kind"] for entry in game["entries"]), *(entry["cause"] for entry in game["entries"]),
        *(event["type"] for entry in game["entries"] for event in entry["events"]),
    }  # fmt: skip


def test_undo_time_outs_votes_decisions_and_changes_of_players_are_entries(
    alice, bob, mona, client, time_machine
):
    table = started(alice, bob)
    first, second = by_seat(table)
    play.move_play(first, table.pk, move=first_move(table, 0), expected_ply=0)
    play.turn_undo(first, table.pk, expected_ply=1)
    time_machine.move_to(timezone.now() + timedelta(days=9))
    assert deadline_enforce(table.seats.get(is_awaited=True).pk)
    proposal = proposal_make(first, table.pk, kind="pause", days=2)
    proposal_answer(second, table.pk, proposal_id=proposal.pk, is_yes=True)
    proposal = proposal_make(first, table.pk, kind="resume")
    proposal_answer(second, table.pk, proposal_id=proposal.pk, is_yes=True)
    table_extend(mona, table.pk, days=2, reason="a storm")
    held = table_hold(mona, table.pk, reason="to look at it")
    decision_undo(mona, held.pk, reason="nothing was wrong")
    table_hold(mona, table.pk, reason="to look again")
    table_go_on(mona, table.pk, reason="looked at")
    seat_replace(mona, table.pk, number=1, name=person("dora").username, reason="asked for it")
    timed_out = table.records.filter(cause=MoveRecord.Cause.TIMEOUT).first()
    table_rewind(mona, table.pk, ply=timed_out.ply, reason="the clock was wrong")
    game = exported(client, resigned(table))
    assert failures(game) == replayed(game) == []
    wanted = {
        "setup",
        "move",
        "undo",
        "timeout",
        "leave",
        "note",
        "proposed",
        "agreed",
        "moderated",
    }
    assert wanted <= told(game)


def test_a_game_that_was_called_off_reveals_its_secrets(alice, bob, mona, client):
    table = played(alice, bob)
    table_call_off(mona, table.pk, reason="a double account")
    game = exported(client, table)
    assert game["seeds"][0]["seed"] and failures(game) == replayed(game) == []


def test_changing_or_erasing_a_name_leaves_the_chain_valid(alice, bob, mona, client):
    table = played(alice, bob)
    former, dora = by_seat(table)[1], person("dora")
    seat_replace(mona, table.pk, number=1, name=dora.username, reason="asked for it")
    person_rename(mona, dora, username="dorothy", display_name="Dorothy Deck", reason="asked for it")
    own_account_erase(former)
    game = exported(client, resigned(table))
    notes = [entry for entry in game["entries"] if entry["kind"] == "note" and entry["secret"] is None]
    assert len(notes) == 1, "the note with the names keeps its first seal, and stays closed"
    assert failures(game) == []
    notes[0]["seal"] = "0" * 64
    assert any(f"ply {notes[0]['ply']}:" in said for said in failures(game))


def test_changing_an_entry_in_the_database_breaks_the_chain(alice, bob, client):
    table = resigned(played(alice, bob))
    record = MoveRecord.objects.filter(table=table, kind=MoveRecord.Kind.MOVE).first()
    MoveRecord.objects.filter(pk=record.pk).update(cause=MoveRecord.Cause.TIMEOUT)
    assert "head: the last link is the head of the chain" in failures(
        exported(client, Table.objects.get(pk=table.pk))
    )


def test_a_standing_order_is_secret_until_the_game_is_over(alice, bob, charlie, client_for):
    table = played(alice, bob)
    move = table.records.filter(kind=MoveRecord.Kind.MOVE).first()
    MoveRecord.objects.filter(pk=move.pk).update(cause=MoveRecord.Cause.ORDER)
    for reader in (alice, bob, charlie, None):
        entry = exported(client_for(reader), table)["entries"][move.ply + 1]
        assert (entry["ply"], entry["cause"], entry["secret"]) == (move.ply, "", None)
    entry = exported(client_for(None), resigned(table))["entries"][move.ply + 1]
    assert (entry["cause"], entry["secret"]["cause"]) == ("", "order")
