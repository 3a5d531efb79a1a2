"""Rewinding a game: undone plies stay in the log, open pages follow, and the log still replays."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.days import agreements
from games.engine.codec import dump_state
from games.engine.replay import Entry, replay
from games.errors import NotPossible
from games.models import Decision, MoveRecord, Notice, Seat, Table
from games.titles import TITLES
from tests.moderation.acts import END, act, log_of, play_turn, undo
from tests.play import fingerprint, first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, client_for):
    """Return a table where alice has played two turns and bob one, six plies; bob is to act."""
    found = running_table(alice, bob)
    for seat, user in enumerate((alice, bob)):
        play_turn(client_for(user), found, seat)
    play_turn(client_for(alice), found, 0)
    return found


def seat(table, number):
    return Seat.objects.get(table=table, number=number)


def agrees():
    out = StringIO()
    call_command("replay_check", stdout=out)
    return "agree with" in out.getvalue()


def before(table, ply):
    """Return the state before a ply of a table without undone plies."""
    rows = MoveRecord.objects.filter(table=table, kind="move", ply__lt=ply).order_by("ply")
    entries = [Entry(row.ply, "move", row.seat, row.move) for row in rows]
    return dump_state(replay(TITLES["captivate"], table.seat_count, table.options, bytes(table.key), entries))


def test_a_rewind_restores_the_state_and_loses_nothing(table, moderator):
    then, plies = before(table, 2), Table.objects.get(pk=table.pk).ply
    act(moderator, table, "rewind", ply=2)
    found = Table.objects.get(pk=table.pk)
    assert found.state == then and found.head == 1 and found.ply == plies + 2
    assert list(found.records.order_by("ply").values_list("kind", flat=True)) == [
        "setup", *["move"] * 6, "note", "undo",
    ]  # fmt: skip
    assert agrees()


def test_repeating_an_undone_move_is_stale(table, alice, client_for, moderator):
    act(moderator, table, "rewind", ply=5)
    rewound = fingerprint(table)
    assert post_move(client_for(alice), table, END, ply=5).status_code == 409
    assert fingerprint(table) == rewound


def test_the_log_strikes_out_undone_plies(table, bob, client_for, moderator):
    act(moderator, table, "rewind", ply=2)
    page = log_of(client_for(bob), table)
    assert page.count("(taken back)") == 4
    assert "A moderator takes back the last 4 moves." in page


def test_seats_asked_again_get_a_fresh_clock_and_a_notice(table, bob, moderator, time_machine):
    time_machine.move_to(timezone.now().replace(microsecond=0) + timedelta(days=1), tick=False)
    act(moderator, table, "rewind", ply=2)
    asked, other = seat(table, 1), seat(table, 0)
    assert asked.is_awaited and not other.is_awaited and other.deadline is None
    assert asked.deadline == timezone.now() + timedelta(days=3)
    told = Notice.objects.filter(table=table, user=bob, kind="turn", ply=asked.turn_ply)
    assert told.get().status == Notice.Status.DUE


def test_notices_about_undone_plies_are_not_sent(table, alice, moderator):
    assert Notice.objects.filter(table=table, kind="turn", status="due", ply__gt=2).exists()
    act(moderator, table, "rewind", ply=2)
    late = Notice.objects.filter(table=table, kind="turn", ply__range=(3, 6))
    assert set(late.values_list("status", "reason")) == {("suppressed", Notice.Reason.TAKEN_BACK)}


def test_play_continues_after_a_rewind_and_the_old_page_is_stale(table, bob, alice, client_for, moderator):
    act(moderator, table, "rewind", ply=2)
    move = MoveRecord.objects.get(table=table, ply=2).move
    assert post_move(client_for(bob), table, move, ply=2).status_code == 409
    assert post_move(client_for(alice), table, first_move(table, 1)).status_code == 409
    play_turn(client_for(bob), table, 1)
    play_turn(client_for(alice), table, 0)
    assert agrees()


def test_players_cannot_take_back_moves_from_before_a_rewind(table, bob, client_for, moderator):
    act(moderator, table, "rewind", ply=3)  # bob has laid a card, which he could have undone
    client = client_for(bob)
    assert 'id="undo"' not in client.get(f"/tables/{table.pk}/").content.decode()
    ply = Table.objects.get(pk=table.pk).ply
    assert client.post(f"/tables/{table.pk}/undo/", {"ply": ply}).status_code == 409
    post_move(client, table, first_move(table, 1))
    assert client.post(f"/tables/{table.pk}/undo/", {"ply": ply + 1}).status_code == 302
    assert agrees()


def test_a_game_can_be_rewound_to_the_beginning(table, moderator):
    act(moderator, table, "rewind", ply=0)
    found = Table.objects.get(pk=table.pk)
    assert found.head is None and seat(table, 0).is_awaited and agrees()


@pytest.mark.parametrize("ply", [6, 99])
def test_rewinding_to_an_unknown_ply_is_refused(ply, table, moderator):
    assert act(moderator, table, "rewind", ply=ply).status_code == 409


def test_plies_taken_back_are_not_taken_back_again(table, moderator):
    act(moderator, table, "rewind", ply=2)
    for ply in (3, 6, 7):  # an undone move, the undo, the note
        assert act(moderator, table, "rewind", ply=ply).status_code == 409
    assert act(moderator, table, "rewind", ply=1).status_code == 302
    assert agrees()


def test_undoing_a_rewind_restores_the_moves(table, alice, bob, client_for, moderator):
    there = state_of(table)
    act(moderator, table, "rewind", ply=2)
    assert undo(moderator).status_code == 302
    assert state_of(table) == there and agrees()
    page = log_of(client_for(bob), table)
    assert "(taken back)" not in page and "the moves count again" in page
    assert seat(table, 1).is_awaited and seat(table, 1).deadline is not None
    play_turn(client_for(bob), table, 1)
    assert act(moderator, table, "rewind", ply=4).status_code == 302  # this ply is valid again
    assert agrees()


def test_older_pages_of_the_log_mark_undone_plies_too(table, bob, client_for, moderator):
    def older():
        return client_for(bob).get(f"/tables/{table.pk}/log/?before=5").content.decode().count("(taken back)")

    act(moderator, table, "rewind", ply=2)
    assert older() == 3
    undo(moderator)
    assert older() == 0
    act(moderator, table, "rewind", ply=4)
    assert older() == 1


def test_undoing_a_rewind_takes_back_later_moves(table, bob, client_for, moderator):
    there = state_of(table)
    act(moderator, table, "rewind", ply=2)
    rewind = Decision.objects.get()
    post_move(client_for(bob), table, first_move(table, 1))
    assert undo(moderator, rewind).status_code == 302
    assert state_of(table) == there and agrees()
    assert log_of(client_for(bob), table).count("(taken back)") == 1


def test_two_rewinds_are_undone_starting_with_the_last(table, moderator):
    there = state_of(table)
    act(moderator, table, "rewind", ply=4)
    first = Decision.objects.latest("pk")
    act(moderator, table, "rewind", ply=1)
    second = Decision.objects.latest("pk")
    assert undo(moderator, first).status_code == 409
    for decision in (second, first):
        assert undo(moderator, decision).status_code == 302
    assert state_of(table) == there and agrees()
    assert undo(moderator, first).status_code == 409  # it is undone already


def resign(client, table):
    client.post(f"/tables/{table.pk}/resign/", {"ply": Table.objects.get(pk=table.pk).ply})


def test_rewinding_a_finished_game_resumes_it(table, alice, bob, client_for, moderator):
    state = state_of(table)
    resign(client_for(bob), table)
    assert Table.objects.get(pk=table.pk).is_finished
    assert act(moderator, table, "rewind", ply=6).status_code == 302
    found = Table.objects.get(pk=table.pk)
    assert found.is_running and found.finished_at is None and found.reason == "" and state_of(table) == state
    back = seat(table, 1)
    assert (back.has_left, back.is_live, back.rank, back.is_awaited) == (False, True, None, True)
    assert Notice.objects.get(table=table, user=alice, kind="finished").status == "suppressed"
    play_turn(client_for(bob), table, 1)
    assert agrees()


def test_undoing_that_rewind_finishes_the_game_again(table, bob, client_for, moderator):
    resign(client_for(bob), table)
    act(moderator, table, "rewind", ply=3)
    assert undo(moderator).status_code == 302
    found = Table.objects.get(pk=table.pk)
    assert found.is_finished and found.reason == "left"
    assert [row.rank for row in found.seats.order_by("number")] == [1, 2]
    assert seat(table, 1).has_left


def test_an_end_by_agreement_is_restored(table, alice, bob, client_for, moderator):
    client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "end"})
    proposal = table.proposals.get()
    client_for(bob).post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})
    act(moderator, table, "rewind", ply=5)
    assert Table.objects.get(pk=table.pk).is_running
    undo(moderator)
    found = Table.objects.get(pk=table.pk)
    assert found.is_finished and found.reason == "agreed" and seat(table, 0).rank == 1


@pytest.mark.parametrize("columns", [{"rules_version": 99}, {"move": END}])
def test_a_rewind_is_refused_if_the_log_is_broken(columns, table, moderator):
    MoveRecord.objects.filter(table=table, ply=2).update(**columns)
    unchanged = fingerprint(table)
    answer = act(moderator, table, "rewind", ply=4)
    assert answer.status_code == 409
    assert "t rebuild the position before that move" in answer.content.decode()
    assert fingerprint(table) == unchanged


def test_a_held_table_stays_held_after_a_rewind(table, bob, client_for, moderator):
    act(moderator, table, "hold", days=0)
    act(moderator, table, "rewind", ply=2)
    found = seat(table, 1)
    assert found.deadline is None and found.remaining == 3 * 24 * 3600
    assert post_move(client_for(bob), table, first_move(table, 1)).status_code == 409


def test_a_rewind_closes_open_proposals(alice, bob, client_for, moderator):
    table = running_table(alice, bob)
    play_turn(client_for(alice), table, 0)
    proposal = agreements.proposal_make(alice, table.pk, kind="end")
    act(moderator, table, "rewind", ply=0)
    with pytest.raises(NotPossible):
        agreements.proposal_answer(bob, table.pk, proposal_id=proposal.pk, is_yes=True)
    table.refresh_from_db()
    assert table.is_running
