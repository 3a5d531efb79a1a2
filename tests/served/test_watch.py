"""Heartbeats of real processes: /readyz reports which are dead, and when they have recovered."""

import json
import signal
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, LastTime
from tests.served.browser import Browser
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

LONG = timedelta(minutes=5)


def let_time_pass():
    """Make every recorded time older; a web process on another machine keeps beating."""
    Heartbeat.objects.update(seen_at=F("seen_at") - LONG)
    LastTime.objects.update(at=F("at") - LONG)
    now = timezone.now()
    Heartbeat.objects.create(role="web", machine="elsewhere", pid=1, since=now - LONG, seen_at=now)


def answered(reader, path="/readyz"):
    status = reader.get(path)
    return status, json.loads(reader.body)


def seen_by(answer):
    status, found = answer
    return status, found["late"], found["watched"]["web"]["processes"]


@pytest.mark.parametrize("dead", ["worker", "beat"])
def test_a_killed_process_is_reported_until_it_is_replaced(served, alice, dead):
    _, port = served.web(processes=2)
    processes = {"worker": served.worker(), "beat": served.beat()}
    served.thinker()
    reader = Browser(alice, port)
    until(lambda: LastTime.objects.filter(name="sweep").exists(), "a sweep")
    until(lambda: Heartbeat.objects.count() == 5, "five hearts")
    until(lambda: seen_by(answered(reader)) == (200, [], 2), "that all are well")
    processes[dead].send_signal(signal.SIGKILL)
    processes[dead].wait()
    let_time_pass()
    others = {"worker", "beat", "thinker"} - {dead}
    until(lambda: dead in answered(reader)[1]["late"], "that it is missed")
    until(lambda: reader.get("/readyz") == 503, "that both processes say so: each has looked at its own time")
    until(lambda: reader.get("/readyz?only=web") == 200, "that pages can be shown")
    until(lambda: others.isdisjoint(answered(reader)[1]["late"]), "the hearts of the others")
    getattr(served, dead)()
    LastTime.objects.filter(name="sweep").delete()
    until(lambda: LastTime.objects.filter(name="sweep").exists(), "a sweep")
    until(lambda: answered(reader)[0] == 200, "that it is well again")


def test_metrics_of_all_processes_at_one_address(served, alice):
    _, port = served.web(processes=2)
    served.worker()
    served.beat()
    reader = Browser(alice, port)
    until(lambda: Heartbeat.objects.filter(role="worker").exists(), "the worker's heart")
    until(lambda: reader.get("/metrics") == 200 and 'captain_sweep_seconds_count{kind="",process="' in reader.body,
          "sweeps, which the worker counts")  # fmt: skip
    until(
        lambda: reader.get("/metrics") == 200 and 'captain_processes{role="web"} 2.0' in reader.body, "both"
    )
