"""Undo: players can take back their latest plies in the current turn, if those revealed nothing and used no chance."""

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.clock.clocks import DAY, HOUR, Bank, Fixed, NoClock
from games.days.absences import player_change
from games.engine.codec import dump_state
from games.models import Notice, Seat, Table
from games.tables.commit import commit
from games.tables.lobby import Pace
from games.tables.past import KEPT_EVERY
from games.tables.prompts import reset_prompts
from games.tables.unit_of_work import begin_work, lock_table
from games.web.tasks import sweep
from tests.play import fingerprint, first_move, post_move, records, running_table, state_of
from tests.titles.nautilus.positions import committed, position

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'


def undo(client, table, ply=None):
    ply = Table.objects.get(pk=table.pk).ply if ply is None else ply
    return client.post(f"/tables/{table.pk}/undo/", {"ply": ply})


def test_each_of_the_cast_gets_the_right_answer(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    before = fingerprint(table)
    assert undo(client_for(bob), table).status_code == 409
    assert undo(client_for(charlie), table).status_code == 403
    assert undo(client_for(None), table).status_code == 302
    assert fingerprint(table) == before
    assert undo(client_for(alice), table).status_code == 302
    assert records(table)[1:] == [(0, "move", 0), (1, "undo", 0)]


def test_an_undo_restores_the_state_and_play_continues(alice, bob, client_for):
    table = running_table(alice, bob)
    client, start = client_for(alice), state_of(table)
    for _ in range(3):
        post_move(client, table, first_move(table, 0))
    for _ in range(3):
        assert undo(client, table).status_code == 302
    assert state_of(table) == start
    assert undo(client, table).status_code == 409
    assert post_move(client, table, first_move(table, 0)).status_code == 302
    assert undo(client, table).status_code == 302
    assert state_of(table) == start


def test_the_end_of_a_turn_cannot_be_taken_back(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, END)
    before = fingerprint(table)
    assert undo(client, table).status_code == 409
    assert undo(client_for(bob), table).status_code == 409
    assert fingerprint(table) == before


def sailing_at(pace, *people):
    """Return a voyage where the first player makes a step, then the second; neither reveals anything."""
    table = running_table(*people, title="nautilus", pace=pace)
    state = committed(position("|"), "course-11", "course-5")
    # The log doesn't lead to this state, so the table saves it before the next ply.
    Table.objects.filter(pk=table.pk).update(state=dump_state(state), since_kept=KEPT_EVERY)
    Notice.objects.all().delete()
    with transaction.atomic():
        work = begin_work(*lock_table(table.pk))
        reset_prompts(work)
        commit(work)
    Notice.objects.all().delete()
    return table


@pytest.fixture
def sailing(alice, bob):
    return sailing_at(Pace(Fixed(DAY)), alice, bob)


STEER = '{"type":"steer","axis":"course","step":-1}'


def awaited(table):
    return list(table.seats.filter(is_awaited=True).values_list("number", flat=True))


def test_a_ply_that_ended_the_turn_can_be_taken_back_until_somebody_acts(sailing, alice, bob, client_for):
    one, other, before = client_for(alice), client_for(bob), state_of(sailing)
    assert post_move(one, sailing, STEER).status_code == 302
    assert awaited(sailing) == [1]
    assert 'id="undo"' in one.get(f"/tables/{sailing.pk}/").content.decode()
    assert 'id="undo"' not in other.get(f"/tables/{sailing.pk}/").content.decode()
    assert undo(other, sailing).status_code == 409
    assert undo(one, sailing).status_code == 302
    assert (awaited(sailing), state_of(sailing)) == ([0], before)
    assert [seat.clock_since is not None for seat in sailing.seats.order_by("number")] == [True, False]
    assert not Notice.objects.filter(user=alice).exists()  # nobody is notified of their own actions
    post_move(one, sailing, STEER)
    post_move(other, sailing, STEER)
    assert undo(one, sailing).status_code == 409


def clocks(table):
    """Return the clock of each seat: its deadline, bank and rest budget."""
    return list(table.seats.order_by("number").values_list("deadline", "bank", "rest_left", "timeouts"))


def pass_time(time_machine, **span):
    time_machine.move_to(timezone.now() + timedelta(**span), tick=False)


@pytest.mark.parametrize(
    "clock", [Fixed(DAY), Bank(3 * DAY, 12 * HOUR, 4 * DAY), NoClock()], ids=["fixed", "bank", "none"]
)
def test_undoing_the_end_of_a_turn_gains_no_time_and_costs_others_none(
    clock, alice, bob, client_for, time_machine
):
    pass_time(time_machine)
    table = sailing_at(Pace(clock), alice, bob)
    if isinstance(clock, Bank):
        table.seats.update(bank=clock.start)  # both have been asked before
    before = clocks(table)
    for _ in range(2):
        pass_time(time_machine, hours=4)
        post_move(client_for(alice), table, STEER)
        assert (
            clocks(table)[0][0] is None and clocks(table)[1] != (None, *before[1][1:])
        ) or clock == NoClock()
        pass_time(time_machine, hours=5)
        assert undo(client_for(alice), table).status_code == 302
        assert clocks(table) == before
    post_move(client_for(alice), table, STEER)
    if isinstance(clock, Bank):  # time used, and one increment for one decision
        assert table.seats.get(number=0).bank == 3 * DAY - 18 * HOUR + 12 * HOUR


def test_the_end_of_a_turn_cannot_be_undone_when_its_time_is_up(sailing, alice, client_for, time_machine):
    client, deadline = client_for(alice), sailing.seats.get(number=0).deadline
    post_move(client, sailing, STEER)
    Seat.objects.filter(table=sailing, number=1).update(deadline=deadline + timedelta(days=1))
    time_machine.move_to(deadline - timedelta(seconds=1), tick=False)
    assert 'id="undo"' in client.get(f"/tables/{sailing.pk}/").content.decode()
    time_machine.move_to(deadline, tick=False)
    assert 'id="undo"' not in client.get(f"/tables/{sailing.pk}/").content.decode()
    assert undo(client, sailing).status_code == 409


def test_ending_a_turn_counts_as_a_decision_in_time(sailing, alice, client_for):
    sailing.seats.filter(number=0).update(timeouts=2)
    post_move(client_for(alice), sailing, STEER)
    assert sailing.seats.get(number=0).timeouts == 0
    undo(client_for(alice), sailing)
    assert sailing.seats.get(number=0).timeouts == 2


def test_undoing_the_end_of_a_turn_restores_the_calendar_feed(sailing, alice, client_for, time_machine):
    client = client_for(alice)
    client.post("/notifications/feeds/")
    page = client.get("/notifications/").content.decode()
    (address,) = re.findall(r'href="(/feeds/[0-9a-f-]{36}/deadlines\.ics)"', page)
    told = client.get(address).content
    pass_time(time_machine)
    post_move(client, sailing, STEER)
    assert told.count(b"VEVENT") == 2 and b"VEVENT" not in client.get(address).content
    undo(client, sailing)
    assert client.get(address).content == told


def test_a_clock_that_runs_out_after_an_undo_is_a_time_out(sailing, alice, client_for, time_machine):
    deadline = sailing.seats.get(number=0).deadline
    post_move(client_for(alice), sailing, STEER)
    undo(client_for(alice), sailing)
    time_machine.move_to(deadline + timedelta(seconds=1), tick=False)
    sweep()
    assert sailing.seats.get(number=0).timeouts == 1 and awaited(sailing) == [1]


def test_undoing_at_a_paused_table_starts_no_clock(sailing, alice, client_for, time_machine):
    pass_time(time_machine)
    left = sailing.seats.get(number=0).deadline - timezone.now()
    post_move(client_for(alice), sailing, STEER)
    Table.objects.filter(pk=sailing.pk).update(paused_until=timezone.now() + timedelta(days=3))
    undo(client_for(alice), sailing)
    seat = sailing.seats.get(number=0)
    assert (seat.deadline, seat.remaining) == (None, round(left.total_seconds()))


def test_a_new_player_cannot_undo_the_former_players_move(sailing, alice, charlie, client_for):
    post_move(client_for(alice), sailing, STEER)
    with transaction.atomic():
        work = begin_work(*lock_table(sailing.pk))
        player_change(work, work.seats[0], charlie)
        commit(work)
    assert undo(client_for(charlie), sailing).status_code == 409


def test_a_stale_page_cannot_undo(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, first_move(table, 0))
    before = fingerprint(table)
    assert undo(client, table, ply=1).status_code == 409
    assert undo(client, table, ply="x").status_code == 400
    assert fingerprint(table) == before


def test_the_log_mentions_an_undo_and_strikes_the_move_out(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    undo(client_for(alice), table)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "Alice Ardent takes back a move." in page
    assert "(taken back)" in page


def test_repeating_an_undone_move_is_stale(alice, bob, client_for):
    table = running_table(alice, bob)
    client, move = client_for(alice), first_move(table, 0)
    post_move(client, table, move, ply=0)
    undo(client, table)
    before = fingerprint(table)
    assert post_move(client, table, move, ply=0).status_code == 409
    assert fingerprint(table) == before
