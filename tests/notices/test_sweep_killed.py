"""After a sweep that dies half-way, or two at once, every notice is sent exactly once."""

import os
import signal
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from email import message_from_bytes
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site
from django.db import connection
from django.utils import timezone

from games.models import Notice, Seat
from games.web.tasks import sweep
from tests.conftest import person
from tests.play import running_table

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 12
PATIENCE = 180  # seconds that a process has


@pytest.fixture
def due():
    """Return people with a due notice of a turn or a reminder; nothing is sent yet."""
    now = timezone.now()
    for number in range(TABLES):
        running_table(person(f"asked-{number}"), person(f"other-{number}"))
    half = list(Seat.objects.filter(is_awaited=True).order_by("pk")[: TABLES // 2])
    for seat in half:
        Notice.objects.filter(table=seat.table_id).delete()
        soon = {"deadline": now + timedelta(hours=3), "remind_at": now}
        Seat.objects.filter(pk=seat.pk).update(**soon)
    Notice.objects.update(status="due", due_at=now, claim=None, claimed_at=None, sent_at=None, attempts=0)
    return {f"asked-{number}@example.org": 1 for number in range(TABLES)}


def database_url():
    name = connection.settings_dict["NAME"]
    if site.SQLITE:
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture
def sweeper(tmp_path):
    """Return a function that starts a process which sweeps this database and writes emails to files."""
    environ = {**os.environ, "CAPTAIN_VAR": str(tmp_path), "DATABASE_URL": database_url(), "DB_POOL": "0",
               "LOG_LEVEL": "ERROR"}  # fmt: skip
    for name in ("REDIS_URL", "EMAIL_URL", "DJANGO_SETTINGS_MODULE"):
        environ.pop(name, None)

    def start(moment="never", count=0):
        command = [sys.executable, "-m", "tests.notices.sweeper", moment, str(count)]
        return subprocess.Popen(command, env=environ, cwd=site.BASE_DIR)

    return start


@pytest.fixture
def sweep_later(settings, tmp_path, time_machine):
    """Return a function that sweeps in this process, this many minutes from now, into the same files."""
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "config.dev_mail.EmailBackend", str(tmp_path / "mail")

    def go_on(minutes):
        time_machine.move_to(timezone.now() + timedelta(minutes=minutes))
        sweep()
        sweep()

    return go_on


def mailed(tmp_path):
    files = (tmp_path / "mail").glob("*.eml")
    return Counter(message_from_bytes(file.read_bytes())["To"] for file in files)


@pytest.mark.parametrize(("moment", "count"), [("after", 7), ("before", 4)])
def test_after_a_kill_everybody_is_notified_exactly_once(due, sweeper, sweep_later, tmp_path, moment, count):
    assert sweeper(moment, count).wait(PATIENCE) == -signal.SIGKILL
    out = count if moment == "after" else count - 1
    assert sum(mailed(tmp_path).values()) == out
    sweep_later(minutes=1)  # too soon: the dead worker's claims are still valid
    assert Notice.objects.filter(status="claimed").count() == TABLES - count + 1
    sweep_later(minutes=5)
    assert mailed(tmp_path) == due
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent"}
    assert Notice.objects.count() == TABLES


def test_two_simultaneous_sweeps_notify_everybody_exactly_once(due, sweeper, tmp_path):
    running = [sweeper() for _ in range(2)]
    assert [process.wait(PATIENCE) for process in running] == [0, 0]
    assert mailed(tmp_path) == due
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent"}
