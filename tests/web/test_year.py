"""The simulated year runs and keeps its promises, and a broken promise would be noticed."""

import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, time

import pytest
from django.conf import settings

from games.models import Preferences, PushSubscription
from games.notices.delivery.outbound import post
from games.web import tasks
from tools.year.endpoints import endpoints
from tools.year.hints import hints_at_once
from tools.year.machine import Mail
from tools.year.promises import Habits, TimeOut, mails_at_night, mails_twice, times_out_too_early

ANNE = Habits(
    "anne", "America/New_York", night=(time(23), time(7)), sleep=(time(23), time(7)), days_off=frozenset({6}),
    vacations=((date(2027, 3, 16), date(2027, 3, 18)),),
)  # fmt: skip


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def mail(moment, name="<1@site>", body="It is your turn."):
    return Mail(at(moment), "anne@example.org", "Captivate 1", name, body)


def time_out(deadline, asked="2027-03-08 15:00", steps=("clock",), allowance=24 * 3600, done=None):
    moment = at(deadline)
    return TimeOut(ANNE, 1, at(asked), moment, allowance, steps, moment if done is None else at(done))


@pytest.mark.parametrize(
    ("moment", "is_night"),
    [
        ("2027-03-13 03:59", False),  # 22:59 in winter
        ("2027-03-13 04:00", True),
        ("2027-03-14 11:30", False),  # 7:30 on the first day of summer time
        ("2027-03-14 10:59", True),
        ("2027-03-15 03:30", True),  # 23:30 in summer
    ],
)
def test_emails_at_night_are_noticed_across_a_clock_change(moment, is_night):
    people = {"anne@example.org": ANNE}
    assert bool(mails_at_night([mail(moment)], people)) is is_night


def test_only_a_crash_in_between_excuses_a_second_copy():
    copies = [mail("2027-03-10 12:00"), mail("2027-03-10 12:06")]
    assert mails_twice(copies, [at("2027-03-10 12:01")]) == ([], 1)
    for crashes in ([], [at("2027-03-10 11:59")], [at("2027-03-10 12:07")]):
        wrong, excused = mails_twice(copies, crashes)
        assert [each.promise for each in wrong] == ["no mail comes twice"] and excused == 0
    other = [copies[0], mail("2027-03-10 12:06", name="<2@site>")]
    assert len(mails_twice(other, [at("2027-03-10 12:01")])[0]) == 1
    assert mails_twice([copies[0], mail("2027-03-10 12:06", body="Another.")], []) == ([], 0)


@pytest.mark.parametrize(
    ("deadline", "reason"),
    [
        ("2027-03-09 15:00", ""),
        ("2027-03-09 14:00", ""),  # two hours after waking
        ("2027-03-09 13:50", "115 minutes after rest"),
        ("2027-03-09 05:00", "in rest"),
        ("2027-03-14 17:00", "in rest"),  # a Sunday
        ("2027-03-19 15:00", "in rest"),  # before noon on the day after the vacation
        ("2027-03-19 18:00", ""),
    ],
)
def test_time_outs_in_or_right_after_rest_are_noticed(deadline, reason):
    wrong, spent = times_out_too_early([time_out(deadline)])
    assert spent == 0 and bool(wrong) is bool(reason)
    assert all(reason in each.what for each in wrong)


def test_time_outs_after_waking_or_without_budget_are_fair():
    assert times_out_too_early([time_out("2027-03-09 12:30", asked="2027-03-09 11:30", allowance=3600)]) == (
        [],
        0,
    )
    assert times_out_too_early([time_out("2027-03-09 05:00", steps=("clock", "budget"))]) == ([], 1)
    assert times_out_too_early([time_out("2027-03-09 15:00", done="2027-03-09 14:59")])[0]


@pytest.mark.django_db
def test_duplicate_or_nightly_pushes_and_webhooks_are_noticed(alice, settings):
    """They reach a server as those of the site do, and are checked like emails."""
    Preferences.objects.create(user=alice)
    with endpoints() as arrived:
        for number in (1, 2):
            arrived.give_to(alice, number)
        browser, hook = PushSubscription.objects.get().endpoint, Preferences.objects.get().webhook_url
        for _ in range(2):
            assert post(browser, b"sealed", {"Topic": "a"}) == post(hook, b"{}", {"webhook-id": "b"}) == 201
    assert [(each.subject, each.name) for each in arrived.posts] == [("push", "a"), ("webhook", "b")] * 2
    twice, excused = mails_twice(arrived.posts, [])
    assert len(twice) == 2 and excused == 0
    night = Habits("alice", "UTC", night=(time(0), time(23, 59, 59)))
    assert len(mails_at_night(arrived.posts, {alice.email: night})) == 4


def test_tasks_run_one_after_another_and_never_nest(monkeypatch):
    """Otherwise bots that answer each other would nest deeper with each move."""
    ran, deepest, depth = [], 0, 0

    def run(self, left):
        nonlocal deepest, depth
        depth, ran[len(ran) :] = depth + 1, [left]
        deepest = max(deepest, depth)
        if left:
            tasks.bot_think.delay(left - 1)
            tasks.estimates_make.delay(1, "")
        depth -= 1

    monkeypatch.setattr(tasks.bot_think, "run", run.__get__(tasks.bot_think))
    with hints_at_once():
        tasks.bot_think.delay(500)
    assert ran == list(range(500, -1, -1)) and deepest == 1
    assert "apply_async" not in vars(tasks.bot_think)


def year(tmp_path, *arguments):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "DATABASE_URL") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "year", *arguments], cwd=settings.BASE_DIR, capture_output=True, text=True,
        check=False, timeout=500,
        env={**kept, "CAPTAIN_VAR": str(tmp_path), "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip


def test_a_small_club_plays_for_some_weeks(tmp_path):
    """The clocks change and processes crash meanwhile, and no files are left behind."""
    done = year(
        tmp_path, "--people", "4", "--games", "4", "--weeks", "2", "--start", "2027-03-08", "--seed", "3"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("2 weeks from 2027-03-08 of 4 people in 4 zones, seed 3, on ")
    assert sum(line.startswith("kept: ") for line in lines) == 6 and "BROKEN" not in done.stdout
    assert re.search(
        r"^other channels: push [1-9]\d* to \d+ people, webhook [1-9]", done.stdout, re.MULTILINE
    )
    assert not (tmp_path / "db.sqlite3").exists()


def test_bad_input_is_refused(tmp_path):
    done = year(tmp_path, "--start", "soon")
    assert done.returncode == 1 and "Expected a day as 2027-01-04, but got soon" in done.stderr
