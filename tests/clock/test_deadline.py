"""Deadlines: never earlier than the clock allows, and outside the hours of rest while the budget lasts."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.clocks import DAY, HOUR
from games.clock.deadline import MARGIN, REST_CAP, REST_REFILL, deadline, margin_of, rest_after
from games.clock.rest import AWAKE, Calendar, rest_at
from tests.clock.calendars import calendars, is_rest, moments, spans

budgets = st.integers(0, REST_CAP)
# In these no rest is longer than the budget can cover at once.
everyday = calendars.filter(lambda calendar: len(calendar.days_off) <= 2)


@given(calendars, moments, spans, budgets)
def test_never_earlier_than_without_a_calendar(calendar, asked, span, budget):
    plain = asked + timedelta(seconds=span)
    assert deadline(asked, span, AWAKE, budget).at == plain
    assert deadline(asked, span, calendar, budget).at >= plain


@given(calendars, moments, spans, budgets)
def test_never_in_rest_unless_the_budget_is_used_up(calendar, asked, span, budget):
    found = deadline(asked, span, calendar, budget)
    if found.steps[-1].reason != "budget":
        assert rest_at(calendar, found.at) is None and not is_rest(calendar, found.at)
    else:
        assert found.spent == budget


@given(everyday, moments, spans)
def test_never_in_everyday_rest_on_a_full_budget(calendar, asked, span):
    assert rest_at(calendar, deadline(asked, span, calendar, REST_CAP).at) is None


@given(calendars, moments, spans, budgets)
def test_budget_is_never_exceeded(calendar, asked, span, budget):
    found = deadline(asked, span, calendar, budget)
    assert 0 <= found.spent <= budget
    moved = {"vacation": timedelta(), "margin": timedelta(), "else": timedelta()}
    for before, step in pairwise(found.steps):
        moved[step.reason if step.reason in moved else "else"] += step.until - before.until
    assert abs(moved["else"].total_seconds() - found.spent) < 1
    assert found.at == found.steps[-1].until


@given(calendars, moments, spans, budgets)
def test_steps_follow_each_other_from_the_clock_to_the_deadline(calendar, asked, span, budget):
    steps = deadline(asked, span, calendar, budget).steps
    assert steps[0].reason == "clock" and steps[0].until == asked + timedelta(seconds=span)
    assert all(before.until <= after.until for before, after in pairwise(steps))
    assert "budget" not in {step.reason for step in steps[:-1]}


@given(calendars, st.lists(spans, min_size=1, max_size=20), moments)
def test_nobody_gains_more_than_the_refill_of_each_decision_and_one_full_budget(calendar, decisions, now):
    """A player who always decides at the last second gains only this much in all, with any calendar."""
    calendar = Calendar(calendar.zone, calendar.sleep, calendar.days_off)
    left, start = REST_CAP, now
    for span in decisions:
        found = deadline(now, span, calendar, left)
        left, now = rest_after(left, found.spent), found.at
    gained = now - start - timedelta(seconds=sum(decisions))
    margins = MARGIN * len(decisions) * (1 + len(calendar.days_off))  # once more if more rest interrupts it
    assert gained.total_seconds() <= REST_CAP + REST_REFILL * len(decisions) + margins


@given(budgets, budgets)
def test_budget_fills_up_to_its_cap(left, used):
    assert REST_REFILL <= rest_after(left, used) <= min(REST_CAP, left + REST_REFILL)
    assert rest_after(left, 0) == min(REST_CAP, left + REST_REFILL)


def test_budget_gets_half_a_day_for_a_decision_and_holds_four_days():
    assert rest_after(0, 0) == rest_after(5, 9) == 12 * 3600
    assert rest_after(4 * 86400, 0) == 4 * 86400
    assert rest_after(4 * 86400 - 1, 12 * 3600) == 4 * 86400 - 1


def test_a_negative_budget_counts_as_zero():
    always = Calendar(days_off=frozenset(range(7)))
    asked = datetime(2026, 3, 2, tzinfo=UTC)
    for budget in (-5, 0):
        found = deadline(asked, HOUR, always, budget)
        assert (found.at, found.spent) == (asked + timedelta(hours=1), 0)


def test_weekend_and_night_by_hand():
    calendar = Calendar(
        "UTC", (time(23), time(7)), frozenset({5, 6}), ((date(2024, 11, 18), date(2024, 11, 19)),)
    )
    friday = datetime(2024, 11, 14, 18, 40, tzinfo=UTC)
    found = deadline(friday, 2 * DAY, calendar, REST_CAP)  # Saturday
    assert [(step.reason, step.until.isoformat(" ", "minutes")[5:16]) for step in found.steps] == [
        ("clock", "11-16 18:40"),
        ("day-off", "11-17 00:00"),
        ("day-off", "11-18 00:00"),
        ("vacation", "11-20 12:00"),
        ("margin", "11-20 14:00"),
    ]
    assert found.spent == DAY + 5 * HOUR + 20 * 60


def test_used_up_budget_leaves_the_deadline_in_the_night():
    calendar = Calendar("UTC", (time(23), time(7)))
    found = deadline(datetime(2024, 5, 5, 23, tzinfo=UTC), DAY, calendar, 2 * HOUR)
    assert found.at == datetime(2024, 5, 7, 1, tzinfo=UTC)
    assert [step.reason for step in found.steps] == ["clock", "budget"]


@given(calendars, moments, spans, budgets)
def test_rest_since_the_question_grants_a_margin_of_waking_time(calendar, asked, span, budget):
    """The test counts local time minute by minute; rest that ended before the question grants none."""
    found = deadline(asked, span, calendar, budget)
    if found.steps[-1].reason == "budget":
        return
    minutes = range(min(margin_of(span), round((found.at - asked).total_seconds())) // 60)
    assert not any(is_rest(calendar, found.at - timedelta(minutes=minute)) for minute in minutes)


@pytest.mark.parametrize(
    ("granted", "margin"),
    [(HOUR, HOUR // 4), (6 * HOUR, 90 * 60), (8 * HOUR, 2 * HOUR), (3 * DAY, 2 * HOUR), (60, HOUR // 4)],
)
def test_margin_is_two_hours_or_a_quarter_of_the_clock(granted, margin):
    assert margin_of(granted) == margin
    calendar = Calendar("UTC", (time(23), time(7)))
    asked = datetime(2026, 5, 5, 23, 59, tzinfo=UTC) - timedelta(seconds=granted)
    found = deadline(asked, granted, calendar, REST_CAP)
    waking = datetime(2026, 5, 6, 7, tzinfo=UTC)
    assert found.at == waking + timedelta(seconds=margin) and found.spent == 7 * HOUR + 60
    assert [step.reason for step in found.steps] == ["clock", "sleep", "margin"]


@pytest.mark.parametrize(
    ("last", "asked", "until", "reasons"),
    [
        # In spring Berlin's clocks jump from 2 to 3 in this night, in autumn back from 3 to 2.
        ((2024, 3, 31, 0, 30), 12, (2024, 3, 31, 9), ["clock", "sleep", "margin"]),
        ((2024, 10, 27, 0, 30), 12, (2024, 10, 27, 9), ["clock", "sleep", "margin"]),
        ((2024, 3, 31, 7, 10), 12, (2024, 3, 31, 9), ["clock", "margin"]),  # after the night, but soon after
        ((2024, 3, 31, 9), 12, (2024, 3, 31, 9), ["clock"]),
        ((2024, 3, 31, 8, 10), 1, (2024, 3, 31, 8, 10), ["clock"]),  # asked after the night
    ],
)
def test_margin_starts_at_waking_even_when_the_clocks_change(last, asked, until, reasons):
    zone = ZoneInfo("Europe/Berlin")
    at = datetime(*last, tzinfo=zone).astimezone(UTC)
    found = deadline(
        at - timedelta(hours=asked), asked * HOUR, Calendar(zone.key, (time(23), time(7))), REST_CAP
    )
    assert found.at == datetime(*until, tzinfo=zone).astimezone(UTC)
    assert [step.reason for step in found.steps] == reasons


def test_rest_that_was_over_before_the_question_grants_no_margin():
    """After a pause, a clock may have only a minute left."""
    asked = datetime(2026, 5, 6, 7, 5, tzinfo=UTC)
    found = deadline(asked, 60, Calendar("UTC", (time(23), time(7))), REST_CAP)
    assert found.at == asked + timedelta(minutes=1)
