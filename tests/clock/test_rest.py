"""Hours of rest in the player's local time, across clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given

from games.clock.rest import LEAD, Calendar, before_rest, rest_at
from tests.clock.calendars import calendars, is_rest, moments, next_waking

BERLIN = "Europe/Berlin"


def local(zone, *numbers, fold=0):
    return datetime(*numbers, tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


@given(calendars, moments)
def test_rest_follows_the_local_time(calendar, at):
    assert not is_rest(calendar, at) or rest_at(calendar, at) is not None


@given(calendars, moments)
def test_rest_ends_later_and_outside_of_rest(calendar, at):
    rest = rest_at(calendar, at)
    if rest is not None:
        assert at < rest.until
        assert rest.until - at <= timedelta(days=31)
        assert rest_at(calendar, rest.until) != rest


@given(calendars, moments)
def test_next_waking_moment_is_the_first(calendar, at):
    waking = next_waking(calendar, at)
    assert waking >= at and rest_at(calendar, waking) is None and not is_rest(calendar, waking)
    step = max((waking - at) / 50, timedelta(minutes=1))
    while at < waking:
        assert rest_at(calendar, at) is not None
        at += step


@given(calendars, moments)
def test_rest_follows_the_local_time_except_near_clock_changes(calendar, at):
    """Extra rest is granted only within a day of a clock change, and on the morning after a vacation."""
    zone = ZoneInfo(calendar.zone)
    offsets = {(at + timedelta(days=days)).astimezone(zone).utcoffset() for days in (-2, -1, 0, 1, 2)}
    rest = rest_at(calendar, at)
    if len(offsets) == 1 and rest is not None and rest.reason != "vacation":
        assert is_rest(calendar, at)


@pytest.mark.parametrize(
    ("at", "waking"),
    [
        # Spring: 2:00 becomes 3:00. A night from 22 to 7 is an hour shorter.
        ((2024, 3, 30, 23), (2024, 3, 31, 7)),
        ((2024, 3, 31, 6, 59), (2024, 3, 31, 7)),
        ((2024, 3, 31, 7), (2024, 3, 31, 7)),
        # Autumn: 3:00 becomes 2:00, so the night is an hour longer.
        ((2024, 10, 26, 22), (2024, 10, 27, 7)),
        ((2024, 10, 26, 21, 59), (2024, 10, 26, 21, 59)),
    ],
)
def test_a_night_ends_by_local_time_whatever_the_clocks_do(at, waking):
    calendar = Calendar(BERLIN, sleep=(time(22), time(7)))
    assert next_waking(calendar, local(BERLIN, *at)) == local(BERLIN, *waking)


def test_night_that_ends_in_the_hour_that_is_skipped():
    calendar = Calendar(BERLIN, sleep=(time(23), time(2, 30)))
    assert next_waking(calendar, local(BERLIN, 2024, 3, 31, 1)) == local(BERLIN, 2024, 3, 31, 3, 30)


def test_night_that_ends_in_the_hour_that_comes_twice_ends_the_second_time():
    calendar = Calendar(BERLIN, sleep=(time(23), time(2, 30)))
    assert next_waking(calendar, local(BERLIN, 2024, 10, 27, 2, 10)) == local(
        BERLIN, 2024, 10, 27, 2, 30, fold=1
    )


def test_day_off_without_a_midnight():
    """In Beirut the clocks jump from midnight to one."""
    calendar = Calendar("Asia/Beirut", days_off=frozenset({5}))
    assert next_waking(calendar, local("Asia/Beirut", 2024, 3, 30, 12)) == datetime(
        2024, 3, 30, 22, tzinfo=UTC
    )


def test_vacation_ends_at_noon_of_the_day_after_and_outweighs_the_rest():
    calendar = Calendar(
        "Asia/Tokyo", (time(22), time(6)), frozenset({5, 6}), ((date(2024, 8, 5), date(2024, 8, 9)),)
    )
    rest = rest_at(calendar, local("Asia/Tokyo", 2024, 8, 7, 23))
    assert rest is not None and rest.reason == "vacation"
    # The next day is a Saturday off, and Sunday too: it ends on Monday, after the night.
    assert next_waking(calendar, local("Asia/Tokyo", 2024, 8, 7, 23)) == local("Asia/Tokyo", 2024, 8, 12, 6)


def test_equal_times_are_no_sleep():
    assert rest_at(Calendar(sleep=(time(7), time(7))), datetime(2024, 1, 1, 7, tzinfo=UTC)) is None


def test_sleep_whose_beginning_the_clocks_skip_has_begun_the_evening_before():
    calendar = Calendar("Asia/Beirut", (time(0, 30), time(7)))
    at = datetime(2024, 3, 30, 21, 45, tzinfo=UTC)  # 23:45; at midnight the clocks jump to one
    assert rest_at(calendar, at).reason == "sleep"
    assert rest_at(calendar, at - timedelta(minutes=20)) is None


@given(calendars, calendars, moments)
def test_before_rest_is_outside_of_rest_and_not_later(calendar, quiet, at):
    after = at - timedelta(days=3)
    found = before_rest([calendar, quiet], at, after=after)
    assert found <= at
    if found > after:
        assert rest_at(calendar, found) is None and rest_at(quiet, found) is None
    if rest_at(calendar, at) is None and rest_at(quiet, at) is None:
        assert found == at


def test_before_rest_by_hand():
    calendar, quiet = Calendar(BERLIN, (time(23), time(7))), Calendar(BERLIN, (time(21, 30), time(8)))
    after = local(BERLIN, 2024, 3, 1, 0)
    for at in ((2024, 3, 31, 3), (2024, 3, 31, 6, 59), (2024, 3, 30, 23)):
        assert before_rest([calendar], local(BERLIN, *at), after=after) == local(BERLIN, 2024, 3, 30, 22)
        assert before_rest([calendar, quiet], local(BERLIN, *at), after=after) == local(
            BERLIN, 2024, 3, 30, 20, 30
        )
    assert timedelta(hours=1) == LEAD
    always = Calendar(days_off=frozenset(range(7)))
    assert before_rest([always], local(BERLIN, 2024, 3, 31, 3), after=after) <= after
