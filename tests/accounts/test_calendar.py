"""The calendar page: nights, days off, vacations of thirty days a year."""

from datetime import UTC, date, datetime, time

import pytest

from accounts.models import User, usual_reply, with_reply
from accounts.vacations import days_left

pytestmark = pytest.mark.django_db

WEEK = {"sleep_from": "22:30", "sleep_to": "07:00", "days_off": ["5", "6"]}
TODAY = datetime(2024, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(time_machine):
    time_machine.move_to(TODAY, tick=False)


def announce(client, first, last):
    return client.post("/accounts/calendar/vacation/", {"first": first, "last": last})


def end(client, first):
    return client.post("/accounts/calendar/vacation/end/", {"first": first})


def stored(user):
    return User.objects.get(pk=user.pk)


def test_alice_can_change_only_her_own_calendar(alice, bob, client_for):
    assert client_for(alice).post("/accounts/calendar/", WEEK).url == "/accounts/calendar/"
    calendar = stored(alice).calendar
    assert (calendar.sleep, calendar.days_off) == ((time(22, 30), time(7)), {5, 6})
    assert stored(bob).calendar.sleep is None
    page = client_for(alice).get("/accounts/calendar/").content.decode()
    assert 'value="22:30"' in page and page.count(" checked") == 2


def test_all_calendar_fields_can_be_cleared(alice, client_for):
    client_for(alice).post("/accounts/calendar/", WEEK)
    client_for(alice).post("/accounts/calendar/", {})
    assert stored(alice).calendar.sleep is None and not stored(alice).calendar.days_off


@pytest.mark.parametrize(
    "wrong",
    [{"sleep_to": ""}, {"sleep_from": "25:00"}, {"sleep_from": "19:00", "sleep_to": "07:01"},
     {"sleep_from": "07:00"}, {"days_off": ["0", "1", "2", "3"]}, {"days_off": ["7"]}, {"days_off": ["x"]}],
)  # fmt: skip
def test_an_invalid_calendar_is_refused(wrong, alice, client_for):
    answer = client_for(alice).post("/accounts/calendar/", WEEK | wrong)
    assert answer.status_code == 422
    assert stored(alice).calendar.sleep is None


def test_the_calendar_requires_a_log_in(client):
    for address in ("", "vacation/", "vacation/end/"):
        assert "/login/" in client.post(f"/accounts/calendar/{address}", WEEK)["Location"]
    assert "/login/" in client.get("/accounts/calendar/")["Location"]


def test_a_vacation_is_announced_and_counted(alice, client_for):
    client = client_for(alice)
    assert announce(client, "2024-12-20", "2025-01-05").status_code == 302
    assert stored(alice).calendar.vacations == ((date(2024, 12, 20), date(2025, 1, 5)),)
    assert [days_left(stored(alice), year) for year in (2024, 2025)] == [18, 25]
    page = client.get("/accounts/calendar/").content.decode()
    assert "Friday 20 Dec – Sunday 5 Jan" in page and "18 days left in 2024." in page


@pytest.mark.parametrize(
    ("first", "last"),
    [("2024-11-19", "2024-11-25"), ("2024-11-25", "2024-11-24"), ("2024-11-20", "2024-12-20"), ("x", ""),
     ("2025-11-01", "2025-11-21"), ("2025-01-01", "2025-01-31")],
)  # fmt: skip
def test_an_impossible_vacation_is_refused_with_a_reason(first, last, alice, client_for):
    answer = announce(client_for(alice), first, last)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "errorlist" in page or 'role="alert"' in page
    assert stored(alice).vacations == []


def test_vacations_take_thirty_days_a_year_and_never_overlap(alice, client_for):
    client = client_for(alice)
    announce(client, "2024-11-21", "2024-12-10")
    assert announce(client, "2024-12-10", "2024-12-11").status_code == 422
    assert announce(client, "2024-12-11", "2024-12-21").status_code == 422
    assert announce(client, "2024-12-11", "2024-12-20").status_code == 302
    assert days_left(stored(alice), 2024) == 0


def test_only_vacation_days_in_the_future_are_refunded(alice, client_for, time_machine):
    client = client_for(alice)
    announce(client, "2024-11-25", "2024-11-30")
    announce(client, "2024-12-05", "2024-12-06")
    end(client, "2024-12-05")
    time_machine.move_to(datetime(2024, 11, 27, 12, tzinfo=UTC), tick=False)
    end(client, "2024-11-25")
    assert stored(alice).vacations == [["2024-11-25", "2024-11-27"]]
    assert days_left(stored(alice), 2024) == 27


def test_a_vacation_cancelled_on_its_first_day_costs_that_day(alice, client_for):
    client = client_for(alice)
    announce(client, "2024-11-20", "2024-11-30")
    end(client, "2024-11-20")
    assert stored(alice).vacations == [["2024-11-20", "2024-11-20"]]


@pytest.mark.parametrize("first", ["2024-12-01", "", "x"])
def test_ending_an_unknown_vacation_is_refused(first, alice, client_for):
    announce(client_for(alice), "2024-11-25", "2024-11-30")
    assert end(client_for(alice), first).status_code == 302
    assert len(stored(alice).vacations) == 1


def test_today_depends_on_the_users_time_zone(alice, client_for):
    """At noon in UTC it is the next day on Kiritimati."""
    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Kiritimati")
    assert announce(client_for(alice), "2024-11-20", "2024-11-20").status_code == 422
    assert announce(client_for(alice), "2024-11-21", "2024-11-21").status_code == 302


def test_usual_reply_time_covers_four_of_five_replies():
    assert usual_reply([60] * 4) is None
    assert usual_reply([10, 20, 30, 40, 1000]) == 40
    assert usual_reply(list(range(1, 31))) == 24
    replies = []
    for seconds in range(40):
        replies = with_reply(replies, seconds)
    assert replies == list(range(10, 40))
