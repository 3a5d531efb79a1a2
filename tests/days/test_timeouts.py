"""Time-outs: a sweep handles each passed deadline once, and no table ever gets stuck."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from django.utils.html import strip_tags

from games.clock.clocks import DAY, HOUR, Bank, Fixed, NoClock
from games.days import deadlines
from games.days.deadlines import IN_A_ROW, OFFER
from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.tables import play
from games.tables.lobby import Pace
from games.tables.unit_of_work import lock_table
from games.titles import TITLES
from games.web.tasks import BATCH, sweep
from tests.conftest import person
from tests.play import fingerprint, first_move, post_move, records, running_table, state_of

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'
LOSE = Pace(Fixed(DAY), on_timeout=Table.OnTimeout.LOSE)
OFFERING = Pace(Fixed(DAY), offers_seats=True)


def seat_of(table, number):
    return Seat.objects.get(table=table, number=number)


def pass_time(time_machine, **span):
    time_machine.move_to(timezone.now() + timedelta(**span), tick=False)


def miss(table, time_machine, times=1):
    """Let the deadline of the seat to act pass, and sweep; repeat this `times` times."""
    for _ in range(times):
        due = Seat.objects.filter(table=table, is_awaited=True).order_by("deadline").first()
        time_machine.move_to(due.deadline + timedelta(seconds=1), tick=False)
        sweep()


def test_the_safe_move_is_played_and_the_next_seat_is_asked(alice, bob, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(2 * DAY)))
    asked = seat_of(table, 0)
    assert asked.deadline == asked.awaited_since + timedelta(days=2)
    time_machine.move_to(asked.deadline - timedelta(seconds=1), tick=False)
    sweep()
    assert records(table) == [(-1, "setup", None)]
    pass_time(time_machine, seconds=2)
    sweep()
    causes = list(MoveRecord.objects.filter(table=table, ply__gte=0).values_list("seat", "cause"))
    assert causes == [(0, "timeout"), (0, "timeout")]  # lays a card, ends the turn
    asked, gone = seat_of(table, 1), seat_of(table, 0)
    assert asked.is_awaited and asked.deadline == timezone.now() + timedelta(days=2)
    assert gone.timeouts == 1 and gone.deadline is None


def test_log_and_news_say_how_many_more_cost_the_seat(alice, bob, client_for, time_machine, mailoutbox):
    table = running_table(alice, bob)
    warns = "2 more time-outs in a row cost the seat."

    def told():
        return [
            client_for(each).get(f"/tables/{table.pk}/").content.decode().count(warns)
            for each in (alice, None)
        ]

    assert told() == [0, 0]
    miss(table, time_machine)
    assert min(told()) >= 1
    pass_time(time_machine, minutes=20)
    sweep()
    assert any(warns in message.body for message in mailoutbox if message.to == [bob.email])
    miss(table, time_machine, times=2)  # bob, alice
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert warns in page and "1 more time-out in a row costs the seat." in page
    post_move(client_for(bob), table, first_move(table, 1))
    post_move(client_for(bob), table, END)
    assert warns not in client_for(None).get(f"/tables/{table.pk}/").content.decode()


def test_a_player_who_returns_in_time_continues(alice, bob, client_for, time_machine):
    table = running_table(alice, bob)
    miss(table, time_machine, times=3)  # alice, bob, alice
    assert [seat.timeouts for seat in table.seats.order_by("number")] == [2, 1]
    post_move(client_for(bob), table, first_move(table, 1))
    assert seat_of(table, 1).timeouts == 1  # a ply that can be undone doesn't count yet
    post_move(client_for(bob), table, END)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert [seat.timeouts for seat in table.seats.order_by("number")] == [0, 0]


def test_the_third_time_out_in_a_row_removes_the_seat(alice, bob, client_for, time_machine):
    table = running_table(alice, bob)
    for _ in range(IN_A_ROW - 1):
        miss(table, time_machine)
        post_move(client_for(bob), table, first_move(table, 1))
        post_move(client_for(bob), table, END)
    assert Table.objects.get(pk=table.pk).is_running
    miss(table, time_machine)
    table.refresh_from_db()
    assert table.is_finished and table.reason == "left"
    assert [seat.rank for seat in table.seats.order_by("number")] == [2, 1]
    last = MoveRecord.objects.filter(table=table, kind="leave").get()
    assert (last.seat, last.cause) == (0, "timeout")


def test_a_table_can_remove_a_seat_at_the_first_time_out(alice, bob, charlie, time_machine):
    table = running_table(alice, bob, charlie, pace=LOSE)
    miss(table, time_machine)
    assert seat_of(table, 0).has_left and seat_of(table, 1).is_awaited
    miss(table, time_machine)
    table.refresh_from_db()
    assert [seat.rank for seat in table.seats.order_by("number")] == [3, 2, 1]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    "pace", [Pace(Bank(DAY, HOUR, DAY)), LOSE, OFFERING], ids=["default", "lose", "offer"]
)
def test_a_table_where_nobody_acts_always_ends(title, pace, db, time_machine):
    seats = min(
        3, TITLES[title].seats[-1]
    )  # so that one can leave and others stay; more players would only take longer
    people = [person(f"absent-{number}") for number in range(seats)]
    table = running_table(*people, title=title, pace=pace)
    for _ in range(len(people) * (IN_A_ROW + 2)):
        if Table.objects.get(pk=table.pk).is_finished:
            break
        miss(table, time_machine)
    table.refresh_from_db()
    assert table.is_finished
    assert not Seat.objects.filter(table=table, deadline__isnull=False).exists()
    assert 1 in {seat.rank for seat in table.seats.all()}


def test_seats_that_act_at_the_same_time_each_have_their_own(alice, bob, client_for, time_machine):
    """Both choose a squad; bob's deadline is later."""
    table = running_table(alice, bob, title="captn-eli", pace=Pace(Fixed(DAY)))
    first = seat_of(table, 1).deadline
    assert seat_of(table, 0).deadline == first
    pass_time(time_machine, hours=20)
    move = dump_move(TITLES["captn-eli"].default_move(state_of(table), 0))
    assert post_move(client_for(alice), table, move).status_code == 302
    assert seat_of(table, 0).deadline is None and seat_of(table, 1).deadline == first
    time_machine.move_to(first + timedelta(seconds=1), tick=False)
    sweep()
    assert seat_of(table, 1).timeouts == 1 and seat_of(table, 0).timeouts == 0


def test_undoing_and_redoing_gains_no_time(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    client, before = client_for(alice), seat_of(table, 0).deadline
    for _ in range(3):
        pass_time(time_machine, hours=5)
        post_move(client, table, first_move(table, 0))
        client.post(f"/tables/{table.pk}/undo/", {"ply": Table.objects.get(pk=table.pk).ply})
        assert seat_of(table, 0).deadline == before


def test_a_bank_is_spent_and_gets_its_increment(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=Pace(Bank(3 * DAY, 12 * HOUR, 4 * DAY)))
    pass_time(time_machine, days=1)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0))
    assert seat_of(table, 0).bank == 3 * DAY
    post_move(client, table, END)
    assert seat_of(table, 0).bank == pytest.approx(2 * DAY + 12 * HOUR, abs=5)
    miss(table, time_machine)
    assert seat_of(table, 1).bank == 12 * HOUR


def test_without_a_clock_nothing_is_ever_due(alice, bob, time_machine):
    table = running_table(alice, bob, pace=Pace(NoClock()))
    pass_time(time_machine, days=400)
    sweep()
    assert seat_of(table, 0).deadline is None and records(table) == [(-1, "setup", None)]


def test_a_deadline_met_in_the_meantime_is_not_enforced(alice, bob, client_for, time_machine):
    table = running_table(alice, bob)
    seat = seat_of(table, 0)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    time_machine.move_to(seat.deadline - timedelta(seconds=1), tick=False)
    assert not deadlines.deadline_enforce(seat.pk)
    assert len(records(table)) == 3


def test_a_late_time_out_or_end_of_a_pause_does_nothing_after_the_game(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    client_for(bob).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    Table.objects.filter(pk=table.pk).update(paused_until=timezone.now())
    pass_time(time_machine, days=2)
    before = fingerprint(table)
    assert not deadlines.deadline_enforce(seat_of(table, 0).pk)
    assert not deadlines.pause_end(table.pk)
    assert fingerprint(table) == before


def test_pause_ends_once_and_not_before_its_time(alice, bob, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    Table.objects.filter(pk=table.pk).update(paused_until=timezone.now() + timedelta(days=1))
    assert not deadlines.pause_end(table.pk)
    pass_time(time_machine, days=1)
    assert [deadlines.pause_end(table.pk), deadlines.pause_end(table.pk)] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_sweeps_play_one_time_out(alice, bob, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    pass_time(time_machine, days=1, seconds=1)
    found, done = deadlines.seats_due(timezone.now()), []

    def enforce():
        try:
            done.append([deadlines.deadline_enforce(pk) for pk in found])
        finally:
            connection.close()

    threads = [threading.Thread(target=enforce) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [[False]] * 3 + [[True]]
    assert seat_of(table, 0).timeouts == 1 and len(records(table)) == 3


def test_an_unplayable_table_does_not_delay_others(alice, bob, charlie, time_machine, caplog):
    broken, table = running_table(alice, bob), running_table(bob, charlie)
    Table.objects.filter(pk=broken.pk).update(state="{}")
    pass_time(time_machine, days=4)
    sweep()
    assert "deadline_enforce" in caplog.text
    assert seat_of(table, 0).timeouts == 1


def test_a_move_withdraws_an_offer_and_an_expired_one_removes_the_seat(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=OFFERING)
    for _ in range(IN_A_ROW - 1):
        miss(table, time_machine, times=1)
        post_move(client_for(bob), table, first_move(table, 1))
        post_move(client_for(bob), table, END)
    miss(table, time_machine)
    seat = seat_of(table, 0)
    assert seat.is_offered and seat.deadline == timezone.now() + OFFER
    log = strip_tags(client_for(bob).get(f"/tables/{table.pk}/log/").content.decode())
    assert "Alice Ardent has been away too long. The seat is open for takeover." in log
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    seat = seat_of(table, 0)
    assert not seat.is_offered and seat.timeouts == 0


def test_a_sweep_runs_few_queries_when_nothing_is_due(alice, bob, django_assert_max_num_queries):
    for _ in range(5):
        running_table(alice, bob)
    sweep()
    with django_assert_max_num_queries(22):
        sweep()


def test_an_answer_out_of_turn_gets_at_least_the_stated_time(alice, bob):
    """Cannonades with an hour per move: nobody can foresee a question about a grin."""
    game, granted = TITLES["cannonades"], {}
    pace = Pace(Fixed(HOUR, answer=12 * HOUR))
    for seed in range(9):
        table, chooser = (
            running_table(alice, bob, title="cannonades", seed=seed, pace=pace),
            Chance(b"chooser", seed),
        )
        while len(granted) < 2 and (seat := Seat.objects.filter(table=table, is_awaited=True).first()):
            state = state_of(table)
            granted[game.is_answer(state, seat.number)] = seat.deadline - seat.clock_since
            move = dump_move(random_move(game, state, seat.number, chooser))
            play.move_play(seat.user, table.pk, move=move, expected_ply=Table.objects.get(pk=table.pk).ply)
    assert granted == {False: timedelta(hours=1), True: timedelta(hours=12)}


def test_a_time_out_that_fails_half_way_leaves_nothing_behind(alice, bob, time_machine, caplog):
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    before = seat_of(table, 0)
    # The second of its two plies conflicts with an existing row, and everything is rolled back.
    block = MoveRecord.objects.create(table=table, ply=1, kind="move", rules_version=1)
    pass_time(time_machine, days=1, seconds=1)
    sweep()
    block.delete()
    assert "IntegrityError" in caplog.text and records(table) == [(-1, "setup", None)]
    after = seat_of(table, 0)
    assert (after.deadline, after.timeouts) == (before.deadline, 0)
    sweep()
    assert len(records(table)) == 1  # the next try is in a minute
    pass_time(time_machine, minutes=1, seconds=1)
    sweep()
    assert len(records(table)) == 3 and seat_of(table, 1).is_awaited


def test_more_time_outs_than_are_taken_at_a_time_are_all_carried_out_once(alice, bob, time_machine):
    tables = [running_table(alice, bob, pace=Pace(Fixed(DAY))) for _ in range(BATCH + 5)]
    pass_time(time_machine, days=2)
    for _ in range(len(tables)):  # on a slow machine one sweep can't do all
        sweep()
    assert [seat_of(table, 0).timeouts for table in tables] == [1] * len(tables)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for all")
@pytest.mark.django_db(transaction=True)
def test_a_time_out_skips_a_locked_table(alice, bob, time_machine):
    table, done = running_table(alice, bob, pace=Pace(Fixed(DAY))), []
    pass_time(time_machine, days=2)
    seat = seat_of(table, 0).pk

    def elsewhere():
        done.append(deadlines.deadline_enforce(seat))
        connection.close()

    with transaction.atomic():
        lock_table(table.pk)
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join(60)
        assert done == [False], "it waits for the lock"
    assert deadlines.deadline_enforce(seat) and seat_of(table, 0).timeouts == 1
