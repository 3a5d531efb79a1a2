"""After an outage: many time-outs that are due at once, carried out by one worker and by two; then many mails.

On PostgreSQL (DATABASE_URL); DUE=5000 says how many time-outs. CPU is that of the workers, without the database.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import django

from tests.bench.site import test_database

DUE = int(os.environ.get("DUE", "1000"))
MAILS = 300


def rows() -> Iterator[tuple[str, ...]]:
    """A row for each number of workers, and one for mails."""
    django.setup()
    from django.db import connection

    from tests.bench import million

    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL has to name a PostgreSQL")
    with test_database():
        million.PLAYABLE = 3 * DUE
        tables = million.Million(3 * DUE)
        yield "what", "how many", "a second", "CPU ms each"
        for workers in (1, 2):
            yield f"time-outs, {workers} at once", *_time_outs(tables, workers)
        yield "mails of one worker", *_mails()


def _time_outs(tables: Any, workers: int) -> tuple[str, ...]:
    from django.utils import timezone

    from games.days.deadlines import seats_due

    now = timezone.now()
    tables.decisions(now, DUE)
    begun = time.perf_counter()
    running = [_worker() for _ in range(workers)]
    cpu = sum(float(process.communicate()[0]) for process in running)
    spent = time.perf_counter() - begun
    assert not seats_due(now, limit=1)
    return f"{DUE:,}", f"{DUE / spent:,.1f}", f"{cpu * 1000 / DUE:.1f}"


def _worker() -> Any:
    from django.db import connection

    address, _, _name = os.environ["DATABASE_URL"].rpartition("/")
    environ = {**os.environ, "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}"}
    command = [sys.executable, "-m", "tests.bench.outage"]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)


def _mails() -> tuple[str, ...]:
    from django.conf import settings
    from django.utils import timezone

    from games.models import Notice
    from games.notices.delivery import claims_deliver, claims_take
    from tests.bench.million import BASE
    from tests.served.services import PostOffice

    now = timezone.now()
    people = [BASE + number for number in range(MAILS)]
    Notice.objects.bulk_create(Notice(user_id=each, kind="test", due_at=now) for each in people)
    with PostOffice() as office:
        threading.Thread(target=office.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = office.server_address[:2]
        claims = claims_take(now, limit=MAILS)
        begun, cpu = time.perf_counter(), time.process_time()
        claims_deliver(claims)
        spent, cpu = time.perf_counter() - begun, time.process_time() - cpu
        office.shutdown()
    sent = len(office.accepted)
    assert sent == len(claims), f"only {sent} of {len(claims)} mails were sent"
    return f"{sent}", f"{sent / spent:,.1f}", f"{cpu * 1000 / sent:.1f}"


def _enforce() -> float:
    """Sweep until no time-out is due; the seconds of CPU that this took."""
    django.setup()
    from django.utils import timezone

    from games.days.deadlines import seats_due
    from games.web import tasks

    now, begun = timezone.now(), time.process_time()
    while seats_due(now, limit=1):
        tasks.deadlines_enforce(tasks.Apart(now))
    return time.process_time() - begun


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    print(_enforce())
