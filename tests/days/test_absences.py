"""Calendars at the table: deadlines move out of rest, vacations are announced, and the page shows why."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.clock.clocks import DAY, HOUR, Fixed
from games.clock.deadline import REST_CAP, REST_REFILL
from games.models import MoveRecord, Seat
from games.tables.lobby import Pace
from games.web.tasks import sweep
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'
FRIDAY = datetime(2024, 11, 22, 18, 40, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _friday(time_machine):
    time_machine.move_to(FRIDAY, tick=False)


@pytest.fixture
def table(alice, bob):
    """Return a table with a day per move; alice, in Berlin, sleeps from 23 to 7 and doesn't play at weekends."""
    User.objects.filter(pk=alice.pk).update(
        time_zone="Europe/Berlin", sleep_from=time(23), sleep_to=time(7), days_off=[5, 6]
    )
    alice.refresh_from_db()
    return running_table(alice, bob, pace=Pace(Fixed(DAY)))


def seat_of(table, number):
    return Seat.objects.get(table=table, number=number)


def announce(client, first, last):
    return client.post("/accounts/calendar/vacation/", {"first": first, "last": last})


def test_deadline_moves_out_of_weekend_and_night(table):
    seat = seat_of(table, 0)
    assert seat.deadline == datetime(2024, 11, 25, 8, tzinfo=UTC)  # Monday, two hours after 7 in Berlin
    assert [step["reason"] for step in seat.reckoning] == ["clock", "day-off", "day-off", "sleep", "margin"]


def test_the_reckoning_is_shown_on_request_in_the_readers_zone(table, alice, bob, client_for):
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    steps = page.split('id="clock-0"')[1].split("</details>")[0]
    for words in (
        "Asked Friday 22 Nov, 19:40",
        "Saturday 23 Nov, 19:40: by the table",
        "Monday 25 Nov, 07:00: after the night",
        "Monday 25 Nov, 09:00: two waking hours after the rest, or a quarter of the clock",
    ):
        assert words in steps
    others = client_for(bob).get(f"/tables/{table.pk}/").content.decode().split('id="clock-0"')[1]
    assert "Monday 25 Nov, 08:00: after the nights and days off" in others
    assert "after the night<" not in others and "after the rest" not in others and "06:00" not in others
    assert "Monday 09:00, in 3 days" in strip_tags(page.split('class="action-bar__note due">')[1])


def test_the_budget_is_used_only_if_needed_and_refills(table, alice, bob, client_for, time_machine):
    post_move(client_for(alice), table, first_move(table, 0))
    time_machine.move_to(FRIDAY + timedelta(days=2), tick=False)  # this needed one weekend day
    post_move(client_for(alice), table, END)
    assert seat_of(table, 0).rest_left == REST_CAP - DAY + REST_REFILL
    post_move(client_for(bob), table, first_move(table, 1))
    post_move(client_for(bob), table, END)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert seat_of(table, 0).rest_left == REST_CAP


def test_the_calendar_cannot_be_used_to_stall(table, alice, bob, client_for, time_machine):
    """A player who is late with every move and changes the calendar each time gets no more than the budget."""
    spent, seat = timedelta(), seat_of(table, 0)
    for _ in range(12):
        seat = seat_of(table, 0)
        spent += seat.deadline - (seat.clock_since + timedelta(days=1))
        time_machine.move_to(seat.deadline - timedelta(seconds=1), tick=False)
        post_move(client_for(alice), table, first_move(table, 0))
        post_move(client_for(alice), table, END)
        tomorrow = (timezone.now() + timedelta(days=1)).weekday()
        client_for(alice).post("/accounts/calendar/", {"days_off": [tomorrow, (tomorrow + 1) % 7]})
        post_move(client_for(bob), table, first_move(table, 1))
        post_move(client_for(bob), table, END)
    assert spent <= timedelta(seconds=REST_CAP + 12 * REST_REFILL)


def test_a_vacation_moves_a_running_deadline_and_is_announced(table, alice, bob, client_for):
    assert announce(client_for(alice), "2024-11-23", "2024-11-29").status_code == 302
    seat = seat_of(table, 0)
    # Noon of the next day is on a Saturday, a day off.
    assert seat.deadline == datetime(2024, 12, 2, 8, tzinfo=UTC)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "Alice Ardent is on vacation from 23 Nov to 29 Nov." in page
    assert "on vacation from Saturday 23 Nov" in page


def test_the_players_row_says_who_is_away_on_vacation(table, alice, bob, client_for, time_machine):
    announce(client_for(alice), "2024-11-23", "2024-11-29")
    for day, is_away in ((22, False), (23, True), (29, True), (30, False)):
        time_machine.move_to(datetime(2024, 11, day, 12, tzinfo=UTC), tick=False)
        row, strip = client_for(bob).get(f"/tables/{table.pk}/").text.split('class="seat-strip"')[:2]
        assert ("away" in row.split('class="players"')[1]) == is_away
        assert ("on vacation until Friday 29 Nov" in strip) == is_away


def test_a_vacation_does_not_use_the_rest_budget(table, alice, client_for, time_machine):
    announce(client_for(alice), "2024-11-23", "2024-11-28")
    assert seat_of(table, 0).deadline == datetime(
        2024, 11, 29, 13, tzinfo=UTC
    )  # two hours after noon in Berlin
    time_machine.move_to(datetime(2024, 11, 29, 10, tzinfo=UTC), tick=False)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert seat_of(table, 0).rest_left == REST_CAP


def test_cancelling_a_vacation_leaves_a_day_of_notice(table, alice, client_for, time_machine):
    announce(client_for(alice), "2024-11-23", "2024-11-29")
    time_machine.move_to(datetime(2024, 11, 27, 15, tzinfo=UTC), tick=False)
    client_for(alice).post("/accounts/calendar/vacation/end/", {"first": "2024-11-23"})
    seat = seat_of(table, 0)
    assert seat.deadline == datetime(2024, 11, 28, 15, tzinfo=UTC)
    assert seat.reckoning[-1]["reason"] == "notice"
    assert client_for(alice).get(f"/tables/{table.pk}/").status_code == 200


def test_a_day_of_notice_does_not_end_at_night(table, alice, client_for, time_machine):
    announce(client_for(alice), "2024-11-23", "2024-12-05")
    time_machine.move_to(datetime(2024, 11, 27, 22, 30, tzinfo=UTC), tick=False)
    client_for(alice).post("/accounts/calendar/vacation/end/", {"first": "2024-11-23"})
    seat = seat_of(table, 0)
    assert seat.deadline == datetime(2024, 11, 29, 8, tzinfo=UTC)  # two hours after she wakes in Berlin
    assert seat.reckoning[-1]["reason"] == "notice"


def test_a_changed_question_is_not_due_at_night(alice, bob, charlie, client_for, time_machine):
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin", sleep_from=time(23), sleep_to=time(7))
    alice.refresh_from_db()
    table = running_table(alice, bob, charlie, pace=Pace(Fixed(DAY)))
    time_machine.move_to(datetime(2024, 11, 23, 14, tzinfo=UTC), tick=False)
    assert client_for(bob).post(f"/tables/{table.pk}/resign/", {"ply": table.ply}).status_code == 302
    seat = seat_of(table, 0)
    # Half a day from now is three at night.
    assert (seat.deadline, seat.reckoning[-1]["reason"]) == (datetime(2024, 11, 24, 8, tzinfo=UTC), "changed")
    assert client_for(alice).get(f"/tables/{table.pk}/").status_code == 200
    time_machine.move_to(datetime(2024, 11, 24, 7, tzinfo=UTC), tick=False)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert seat_of(table, 0).rest_left == REST_CAP  # it was no rest


def test_the_sweep_sees_a_vacation_that_did_not_reach_the_table(table, alice, time_machine):
    """The process may die right after the announcement."""
    User.objects.filter(pk=alice.pk).update(vacations=[["2024-11-25", "2024-11-26"]])
    time_machine.move_to(seat_of(table, 0).deadline + timedelta(seconds=1), tick=False)
    sweep()
    assert not MoveRecord.objects.filter(cause="timeout").exists()
    assert seat_of(table, 0).deadline == datetime(2024, 11, 27, 13, tzinfo=UTC)


def test_a_vacation_moves_nobody_elses_deadline(table, alice, bob, client_for):
    other = running_table(bob, alice)
    announce(client_for(bob), "2024-11-24", "2024-11-29")
    assert seat_of(table, 0).deadline == datetime(2024, 11, 25, 8, tzinfo=UTC)
    assert seat_of(other, 0).deadline == datetime(2024, 11, 30, 14, tzinfo=UTC)
    assert "on vacation" not in client_for(alice).get("/tables/").content.decode()


def test_a_used_up_budget_leaves_the_deadline_at_night(alice, bob, client_for):
    User.objects.filter(pk=bob.pk).update(sleep_from=time(18), sleep_to=time(6))
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    Seat.objects.filter(table=table, number=1).update(rest_left=HOUR)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert seat_of(table, 1).deadline == FRIDAY + timedelta(days=1, hours=1)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "as far as the budget for nights and days off allows" in page
