"""Failed work is recorded, waits longer after each failure, and doesn't stop other work."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.days import deadlines
from games.models import HourlyStats, MoveRecord, ReplayDifference, Seat, Table, TaskFailure
from games.upkeep.services import RESTS
from games.web.tasks import hourly_stats, replay_scan, sweep
from tests.play import running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken(alice, bob):
    """Return a table whose time-out is due and fails: its ply already has a record."""
    table = running_table(alice, bob)
    late = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=table, is_awaited=True).update(
        deadline=late, clock_since=late - timedelta(days=3)
    )
    MoveRecord.objects.create(table=table, ply=0, kind="move", rules_version=1)
    return table


def test_failed_work_is_counted_and_waits_longer_each_time(broken, time_machine):
    start = timezone.now()
    for count, rest in enumerate(RESTS[:3], 1):
        sweep()
        sweep()  # too early for a new try
        (found,) = TaskFailure.objects.all()
        assert (found.task, found.count) == ("deadline_enforce", count)
        assert found.error.startswith("IntegrityError at ")
        assert rest - timedelta(seconds=9) <= found.retry_at - timezone.now() <= rest
        start += rest + timedelta(seconds=1)
        time_machine.move_to(start)


def test_work_that_succeeds_is_no_longer_delayed(broken, time_machine):
    sweep()
    MoveRecord.objects.filter(table=broken, ply=0).delete()
    time_machine.move_to(timezone.now() + RESTS[0] + timedelta(seconds=1))
    sweep()
    (found,) = TaskFailure.objects.all()
    assert (found.retry_at, found.count) == (None, 0)
    assert Table.objects.get(pk=broken.pk).ply > 0


def test_delayed_work_does_not_block_other_work(broken, alice, bob):
    sweep()
    other = running_table(alice, bob)
    late = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(table=other, is_awaited=True).update(
        deadline=late, clock_since=late - timedelta(days=3)
    )
    in_backoff = list(Seat.objects.filter(table=broken, is_awaited=True).values_list("pk", flat=True))
    assert deadlines.seats_due(timezone.now(), in_backoff=in_backoff, limit=1) == [
        other.seats.get(is_awaited=True).pk
    ]


def test_the_scan_records_differences_and_removes_resolved_ones(alice, bob):
    tables = [running_table(alice, bob) for _ in range(3)]
    wrong = tables[1]
    Table.objects.filter(pk=wrong.pk).update(state=wrong.state.replace('"laid":0', '"laid":1'))
    replay_scan()
    assert [found.table_id for found in ReplayDifference.objects.all()] == [wrong.pk]
    Table.objects.filter(pk=wrong.pk).update(state=wrong.state)
    replay_scan()
    assert not ReplayDifference.objects.exists()


def test_hourly_stats_are_recorded_once_an_hour_and_kept_for_a_month(alice, bob, time_machine):
    running_table(alice, bob)
    time_machine.move_to(timezone.now().replace(minute=0))
    hourly_stats()
    hourly_stats()
    (first,) = HourlyStats.objects.all()
    assert (first.running, first.people >= 2, first.plies >= 1) == (1, True, True)
    time_machine.move_to(timezone.now() + timedelta(days=32))
    hourly_stats()
    assert first not in HourlyStats.objects.all() and HourlyStats.objects.count() == 1
