"""Held tables: nobody can do anything, no clock runs, and no vote ends the hold."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import MoveRecord, Seat, Table
from games.web.tasks import sweep
from tests.moderation.acts import REASON, act, log_of, play_turn, undo
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob):
    """Return a running table; alice is to act."""
    return running_table(alice, bob)


def seat(table, number=0):
    return Seat.objects.get(table=table, number=number)


def pass_time(time_machine, **span):
    time_machine.move_to(timezone.now() + timedelta(**span), tick=False)


def test_nobody_can_play_undo_propose_or_leave_at_a_held_table(table, alice, bob, client_for, moderator):
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    act(moderator, table, "hold", days=0)
    before, ply = fingerprint(table), Table.objects.get(pk=table.pk).ply
    address = f"/tables/{table.pk}"
    posts = (
        post_move(client, table, first_move(table, 0)), client.post(f"{address}/undo/", {"ply": ply}),
        client.post(f"{address}/resign/", {"ply": ply}), client.post(f"{address}/orders/", {}),
        client.post(f"{address}/propose/", {"propose": "resume"}),
        client_for(bob).post(f"{address}/propose/", {"propose": "cancel"}),
    )  # fmt: skip
    for answer in posts:
        assert answer.status_code == 409
        assert "A moderator has paused this table" in answer.content.decode()
    assert fingerprint(table) == before


def test_earlier_proposals_cannot_be_answered_at_a_held_table(table, alice, bob, client_for, moderator):
    client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "end"})
    proposal = table.proposals.get()
    act(moderator, table, "hold", days=0)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "I agree" not in page and "proposes" in page
    answer = client_for(bob).post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})
    assert answer.status_code == 409


def test_a_table_paused_by_a_moderator_says_so_and_offers_no_actions(table, alice, client_for, moderator):
    client = client_for(alice)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "?card=" in page and 'data-waiting="1"' in page
    act(moderator, table, "hold", days=0)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "A moderator has paused this table." in page and REASON in page
    assert 'data-waiting="0"' in page
    assert "?card=" not in page and "Make a proposal" not in page and "Leave this game" not in page
    listed = client.get("/tables/").content.decode()
    assert "Paused by a moderator" in listed and "Your turn" not in listed
    assert client.get("/next/")["Location"] != f"/tables/{table.pk}/"


def test_clocks_stop_and_continue_with_the_time_left(table, moderator, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    left = seat(table).deadline - timezone.now()
    act(moderator, table, "hold", days=0)
    assert seat(table).deadline is None
    pass_time(time_machine, days=10)
    sweep()
    assert not MoveRecord.objects.filter(cause="timeout").exists()
    assert act(moderator, table, "go-on").status_code == 302
    assert abs(seat(table).deadline - timezone.now() - left) < timedelta(minutes=1)
    assert "A moderator resumes the table." in log_of(moderator, table)


def test_a_hold_with_days_ends_automatically(table, alice, client_for, moderator, time_machine):
    act(moderator, table, "hold", days=3)
    assert "A moderator pauses the table for 3 days." in log_of(client_for(alice), table)
    pass_time(time_machine, days=2, hours=23)
    sweep()
    assert Table.objects.get(pk=table.pk).is_held
    pass_time(time_machine, hours=2)
    sweep()
    found = Table.objects.get(pk=table.pk)
    assert not found.is_held and found.paused_until is None and seat(table).deadline is not None
    play_turn(client_for(alice), table, 0)


def test_an_agreed_pause_outlasts_a_hold(table, alice, bob, client_for, moderator, time_machine):
    client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "pause", "days_pause": 7})
    proposal = table.proposals.get()
    client_for(bob).post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})
    agreed = Table.objects.get(pk=table.pk).paused_until
    act(moderator, table, "hold", days=0)
    act(moderator, table, "go-on")
    found = Table.objects.get(pk=table.pk)
    assert found.paused_until == agreed and not found.is_held and seat(table).deadline is None
    act(moderator, table, "hold", days=2)
    pass_time(time_machine, days=8)
    sweep()
    assert seat(table).deadline is not None


def test_holding_or_resuming_twice_is_refused(table, moderator):
    assert act(moderator, table, "go-on").status_code == 409
    act(moderator, table, "hold", days=0)
    assert act(moderator, table, "hold", days=0).status_code == 409


def test_holding_and_resuming_can_be_undone(table, moderator, time_machine):
    act(moderator, table, "hold", days=5)
    held = Table.objects.get(pk=table.pk).paused_until
    assert undo(moderator).status_code == 302
    assert not Table.objects.get(pk=table.pk).is_held and seat(table).deadline is not None
    act(moderator, table, "hold", days=5)
    act(moderator, table, "go-on")
    assert undo(moderator).status_code == 302
    again = Table.objects.get(pk=table.pk)
    assert again.is_held and again.paused_until - held < timedelta(minutes=1)
    assert "pauses the table again" in log_of(moderator, table)


def test_a_suspension_holds_no_table_that_a_moderator_resumed(table, alice, bob, moderator):
    def suspend(person, days):
        data = {"reason": REASON, "days": days, "tables": "hold"}
        moderator.post(f"/admin/accounts/user/{person.pk}/act/suspend/", data)
        sweep()
        return Table.objects.get(pk=table.pk).paused_until

    assert suspend(bob, 9) > timezone.now() + timedelta(days=8)
    assert act(moderator, table, "go-on").status_code == 302
    assert suspend(alice, 2) < timezone.now() + timedelta(days=3)


def test_a_hold_that_changed_since_cannot_be_undone(table, moderator, time_machine):
    act(moderator, table, "hold", days=5)
    held = table.decisions.get()
    act(moderator, table, "go-on")
    assert undo(moderator, held).status_code == 409  # the table is already running
    pass_time(time_machine, days=6)
    assert undo(moderator).status_code == 409  # the pause would be over by now
    assert not Table.objects.get(pk=table.pk).is_held


def test_a_tables_own_hold_is_separate_from_a_suspensions(table, alice, bob, client_for, moderator):
    act(moderator, table, "hold", days=5)
    hold, address = table.decisions.get(), f"/admin/accounts/user/{bob.pk}/act/suspend/"
    suspended = {"reason": "spoke like a pirate", "days": 10, "tables": "hold"}
    assert moderator.post(address, suspended).status_code == 302
    sweep()
    assert Table.objects.get(pk=table.pk).paused_until > timezone.now() + timedelta(days=9)
    assert REASON in client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert undo(moderator, hold).status_code == 302
    assert Table.objects.get(pk=table.pk).is_held
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode().split('id="held"')[1]
    assert "The reason" not in page.split("</div>")[0]


def test_a_clock_resumed_at_night_keeps_its_whole_margin(alice, bob, moderator, time_machine):
    User.objects.filter(pk=alice.pk).update(sleep_from=time(23), sleep_to=time(7))
    alice.refresh_from_db()
    time_machine.move_to(datetime(2024, 11, 20, 12, tzinfo=UTC), tick=False)
    table = running_table(alice, bob)
    time_machine.move_to(seat(table).deadline - timedelta(minutes=10), tick=False)
    act(moderator, table, "hold", days=0)
    time_machine.move_to(datetime(2024, 11, 25, 3, tzinfo=UTC), tick=False)
    act(moderator, table, "go-on")
    assert seat(table).deadline == datetime(2024, 11, 25, 9, tzinfo=UTC)  # not a quarter of ten minutes
