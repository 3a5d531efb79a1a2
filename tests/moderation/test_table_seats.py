"""Actions for one seat, and games ended by a moderator: with undo, notices, and impartiality."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.days.deadlines import OFFER
from games.models import Decision, Departure, Invitation, MoveRecord, Notice, Seat, Table
from games.tables import lobby
from games.web.tasks import sweep
from tests.conftest import person
from tests.moderation.acts import REASON, act, log_of, play_turn, undo
from tests.play import first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob):
    """Return a running table; alice is to act."""
    return running_table(alice, bob)


@pytest.fixture
def dora(db):
    return person("dora", display_name="Dora Deck")


@pytest.fixture
def open_table(alice, charlie):
    """Return alice's open table, which needs one more player; charlie is invited."""
    found = lobby.table_create(alice, title="captivate", options={}, seats=2)
    lobby.seat_invite(alice, found.pk, name="charlie")
    return found


def seat(table, number=0):
    return Seat.objects.get(table=table, number=number)


def test_the_safe_move_is_played_to_the_end_of_the_decision(table, bob, client_for, moderator, mona):
    assert act(moderator, table, "default", number=1).status_code == 409  # bob is not to act
    act(moderator, table, "default", number=0)
    made = MoveRecord.objects.filter(table=table, kind="move")
    assert set(made.values_list("cause", "by", "seat")) == {("moderator", mona.pk, 0)}
    assert seat(table, 1).is_awaited and seat(table).timeouts == 0
    page = log_of(client_for(bob), table)
    assert "A moderator plays the safe move for Alice Ardent." in page and "(by a moderator)" in page
    answer = undo(moderator)
    assert answer.status_code == 409 and "Rewind the table" in answer.content.decode()


def test_another_player_gets_the_seat_with_its_knowledge(table, alice, dora, client_for, moderator):
    hand = state_of(table).hands[0]
    act(moderator, table, "replace", number=0, name="DORA")
    assert seat(table).user == dora and state_of(table).hands[0] == hand
    assert Departure.objects.get().user == alice
    assert f"?card={hand[0]}" in client_for(dora).get(f"/tables/{table.pk}/").content.decode()
    assert "?card=" not in client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "seat to Dora Deck." in log_of(client_for(alice), table)
    assert post_move(client_for(alice), table, first_move(table, 0)).status_code == 403
    play_turn(client_for(dora), table, 0)


def test_both_players_are_notified_of_a_replacement(
    table, alice, dora, moderator, django_capture_on_commit_callbacks, time_machine
):
    with django_capture_on_commit_callbacks(execute=True):
        act(moderator, table, "replace", number=0, name="dora")
    told = Notice.objects.filter(kind="decision", decision=Decision.objects.get())
    assert {notice.user for notice in told} == {alice, dora}
    assert Notice.objects.filter(user=dora, kind="turn", ply=seat(table).turn_ply).count() == 1
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    sweep()
    assert {message.to[0] for message in mail.outbox} >= {alice.email, dora.email}


def test_some_people_cannot_get_the_seat(table, alice, bob, mona, dora, moderator, administrator):
    Departure.objects.create(table=table, user=dora, seat_number=1)
    person("gone", is_active=False)
    for name in ("dora", "bob", "alice", "nobody", "gone", "mona"):
        assert act(moderator, table, "replace", number=0, name=name).status_code == 409, name
    table.access_records.create(by=mona, ply=0, reason="for the test", seat_number=1)
    assert act(administrator, table, "replace", number=0, name="mona").status_code == 409
    assert seat(table).user == alice and not Decision.objects.exists()


def test_the_seat_can_be_returned_until_somebody_plays(table, alice, dora, client_for, moderator):
    act(moderator, table, "replace", number=0, name="dora")
    assert undo(moderator).status_code == 302
    assert seat(table).user == alice and Departure.objects.get().user == dora
    assert Notice.objects.filter(user=alice, kind="decision").count() == 2
    act(moderator, table, "replace", number=0, name=person("emil").username)
    play_turn(client_for(seat(table).user), table, 0)
    answer = undo(moderator)
    assert answer.status_code == 409 and "has continued since" in answer.content.decode()


def test_a_moderator_can_offer_a_seat_at_any_table(
    table, alice, charlie, client_for, moderator, time_machine
):
    time_machine.move_to(timezone.now(), tick=False)
    assert not table.offers_seats
    act(moderator, table, "offer", number=0)
    assert seat(table).is_offered and seat(table).deadline == timezone.now() + OFFER
    assert Notice.objects.get(user=alice, kind="decision").decision == Decision.objects.get()
    assert act(moderator, table, "offer", number=0).status_code == 409
    taken = client_for(charlie).post(f"/tables/{table.pk}/take-over/", {"seat": 0})
    assert taken.status_code == 302 and seat(table).user == charlie
    assert undo(moderator).status_code == 409


def test_a_seat_that_is_not_asked_is_offered_without_a_clock(table, bob, client_for, moderator):
    act(moderator, table, "offer", number=1)
    assert seat(table, 1).is_offered and seat(table, 1).deadline is None
    act(moderator, table, "default", number=0)
    assert seat(table, 1).deadline is not None
    play_turn(client_for(bob), table, 1)
    assert not seat(table, 1).is_offered  # active players keep their seats


def test_a_seat_offered_by_a_moderator_that_nobody_takes_is_out(table, moderator, time_machine):
    act(moderator, table, "offer", number=0)
    time_machine.move_to(timezone.now() + OFFER + timedelta(minutes=1), tick=False)
    sweep()
    assert seat(table).has_left


def test_undoing_an_offer_withdraws_it(table, alice, client_for, moderator, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    act(moderator, table, "offer", number=0)
    assert undo(moderator).status_code == 302
    assert not seat(table).is_offered and seat(table).deadline == timezone.now() + timedelta(days=3)
    assert "closes the seat" in log_of(client_for(alice), table)


def test_an_offer_at_a_held_table_waits(table, moderator):
    act(moderator, table, "hold", days=0)
    act(moderator, table, "offer", number=0)
    assert seat(table).deadline is None and seat(table).remaining == OFFER.total_seconds()


def test_deciding_ranks_ends_the_game_and_is_explained(table, alice, bob, client_for, moderator):
    act(moderator, table, "finish", rank_0=2, rank_1=1)
    found = Table.objects.get(pk=table.pk)
    assert found.is_finished and [row.rank for row in found.seats.order_by("number")] == [2, 1]
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "Bob Bosun wins" in page and REASON in page
    assert "A moderator ended the game and decided the ranks." in page
    assert Notice.objects.filter(table=table, kind="finished").count() == 2


def test_ranks_can_be_shared(table, moderator):
    act(moderator, table, "finish", rank_0=1, rank_1=1)
    assert {row.rank for row in table.seats.all()} == {1}


def test_a_game_called_off_by_a_moderator_has_no_result(table, alice, client_for, moderator):
    act(moderator, table, "call-off")
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "A moderator has called this game off." in page and REASON in page
    assert Notice.objects.filter(table=table, kind="cancelled").count() == 2
    assert not Seat.objects.filter(table=table, is_live=True).exists()


@pytest.mark.parametrize(("name", "data"), [("call-off", {}), ("finish", {"rank_0": 1, "rank_1": 2})])
def test_undoing_the_end_resumes_the_game(name, data, table, alice, bob, client_for, moderator, time_machine):
    play_turn(client_for(alice), table, 0)
    there = state_of(table)
    act(moderator, table, name, **data)
    time_machine.move_to(timezone.now() + timedelta(days=5), tick=False)
    assert undo(moderator).status_code == 302
    found = Table.objects.get(pk=table.pk)
    assert found.is_running and found.reason == "" and state_of(table) == there
    again = seat(table, 1)
    assert again.is_live and again.rank is None and again.deadline == timezone.now() + timedelta(days=3)
    assert Notice.objects.filter(user=bob, kind="turn", ply=again.turn_ply).exists()
    ended = Notice.objects.filter(table=table, kind__in=("finished", "cancelled"))
    sweep()
    assert "sent" not in ended.values_list("status", flat=True)
    play_turn(client_for(bob), table, 1)


def test_an_open_table_can_be_called_off_and_reopened(open_table, alice, bob, charlie, client_for, moderator):
    act(moderator, open_table, "call-off")
    page = client_for(alice).get(f"/tables/{open_table.pk}/").content.decode()
    assert "A moderator has closed this table before it started." in page and REASON in page
    assert client_for(bob).post(f"/tables/{open_table.pk}/join/").status_code == 409
    assert undo(moderator).status_code == 302
    assert Table.objects.get(pk=open_table.pk).is_open
    assert Invitation.objects.get(user=charlie).is_live
    assert client_for(bob).post(f"/tables/{open_table.pk}/join/").status_code == 302
    assert Table.objects.get(pk=open_table.pk).is_running


def test_other_actions_need_a_started_game(open_table, moderator):
    for name, data in {"hold": {"days": 0}, "rewind": {"ply": 0}, "offer": {"number": 0}}.items():
        answer = act(moderator, open_table, name, **data)
        assert answer.status_code == 409 and "t started yet" in answer.content.decode()
