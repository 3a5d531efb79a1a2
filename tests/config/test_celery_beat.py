"""Our schedulers send what Celery's own send, and continue where those stall: after the system clock was changed."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery import Celery
from celery.beat import PersistentScheduler, Scheduler
from celery.schedules import crontab

from config.celery_beat import ClockSafePersistentScheduler, ClockSafeScheduler

START = datetime(2027, 3, 10, 2, 28, 30, tzinfo=UTC)
SCHEDULE = {
    "sweep": {"task": "sweep", "schedule": 60.0},
    "bell": {"task": "bell", "schedule": 90.0},
    "pulse": {"task": "pulse", "schedule": crontab(minute="0")},
    "night": {"task": "night", "schedule": crontab(hour="3", minute="17")},
}
PAIRS = [(ClockSafeScheduler, Scheduler), (ClockSafePersistentScheduler, PersistentScheduler)]
BOTH = pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=["in memory", "persistent"])


class Beat:
    """A scheduler on a clock that the test sets. It records what it sends, each with the second."""

    def __init__(self, kind, clock, folder):
        self.clock, self.sent = clock, []

        def sent(name):
            self.sent.append((round(clock_seconds()), name))

        app = Celery("harbour", broker="memory://localhost/", set_as_current=False)
        app.conf.update(beat_schedule=SCHEDULE, timezone="UTC")

        class Recorded(kind):
            def apply_async(self, entry, **_options):
                sent(entry.name)

        self._scheduler = Recorded(app, schedule_filename=str(folder / kind.__name__))

    def run(self, span):
        end = clock_seconds() + span.total_seconds()
        while clock_seconds() < end:
            self.clock.shift(max(self._scheduler.tick(), 0.01))

    def close(self):
        self._scheduler.close()


def clock_seconds():
    return datetime.now(UTC).timestamp()


def sent_by(kind, folder, *, step=timedelta(0)):
    """Return what is sent in two hours, and then in ten minutes after the clock was moved by `step`."""
    with time_machine.travel(START, tick=False) as clock:
        beat = Beat(kind, clock, folder)
        beat.run(timedelta(hours=2))
        before, beat.sent = sorted(beat.sent), []
        clock.shift(step)
        beat.run(timedelta(minutes=10))
        beat.close()
    return before, sorted(beat.sent)


@BOTH
def test_on_a_steady_clock_the_same_is_sent_at_the_same_moment(ours, theirs, tmp_path):
    found = sent_by(ours, tmp_path)
    assert found == sent_by(theirs, tmp_path)
    assert [name for _, name in found[0]].count("pulse") == 2
    assert [name for _, name in found[0]].count("night") == 1
    assert len(found[1]) > 15


@BOTH
def test_after_a_step_back_ours_goes_on_at_once(ours, theirs, tmp_path):
    """Show why ours exist: when the last line fails, Celery's own continue too, and ours can be removed."""
    back = -timedelta(days=4)
    assert {"sweep", "bell"} <= {name for _, name in sent_by(ours, tmp_path, step=back)[1]}
    assert sent_by(theirs, tmp_path, step=back)[1] == []


@BOTH
def test_after_a_step_forward_each_is_sent_once_and_then_as_ever(ours, theirs, tmp_path):
    later = [name for _, name in sent_by(ours, tmp_path, step=timedelta(days=3))[1]]
    assert later.count("night") == 1 and later.count("sweep") in (10, 11)
