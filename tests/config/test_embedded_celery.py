"""The worker and beat that run inside the serving process."""

import queue
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from celery import Celery, current_app
from celery.schedules import schedule

from config.celery import app as site_app
from config.embedded_celery import EmbeddedCelery

# Django's checks ask the database when a worker starts.
pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 60  # the longest wait for something that takes much less


def wait_until(condition):
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def harbour():
    """Return a separate Celery application, whose tasks put what they did into `done`."""
    app = Celery("harbour", broker="memory://localhost/", set_as_current=False)
    app.conf.update(
        broker_transport_options={"polling_interval": 0.02},
        task_ignore_result=True,
        worker_hijack_root_logger=False,
    )
    app.done = queue.Queue()

    @app.task(name="haul", shared=False)
    def haul(rope, seconds=0):
        app.started = True
        time.sleep(seconds)
        app.done.put(rope)

    app.set_default()
    yield app
    site_app.set_default()


def test_every_thread_sends_to_the_application_of_the_site():
    """Requests are answered on threads that Celery has not seen before."""
    with ThreadPoolExecutor() as pool:
        found = pool.submit(lambda: current_app.conf.broker_url).result()
    assert found == site_app.conf.broker_url


@pytest.fixture
def running(harbour):
    made = EmbeddedCelery(harbour)
    made.start()
    yield made
    made.stop()


def test_a_task_runs(harbour, running):
    harbour.send_task("haul", ["halyard"])
    assert harbour.done.get(timeout=SECONDS) == "halyard"


def test_beat_sends_scheduled_tasks(harbour):
    harbour.conf.beat_schedule = {"bell": {"task": "haul", "schedule": 0.1, "args": ["bell"]}}
    embedded = EmbeddedCelery(harbour)
    embedded.start()
    try:
        assert [harbour.done.get(timeout=SECONDS) for _stroke in range(3)] == ["bell"] * 3
    finally:
        embedded.stop()


def test_a_worker_that_ended_is_replaced(harbour, running, caplog):
    harbour.send_task("haul", ["first"])
    assert harbour.done.get(timeout=SECONDS) == "first"
    harbour.control.shutdown()
    wait_until(lambda: "starting it again" in caplog.text)
    harbour.send_task("haul", ["second"])
    assert harbour.done.get(timeout=SECONDS) == "second"


class Broken(schedule):
    """A schedule that crashes beat at its second call."""

    asked = 0

    def is_due(self, last_run_at):
        Broken.asked += 1
        if Broken.asked == 2:
            raise SystemExit("the glass is broken")  # beat handles all other errors of a schedule
        return super().is_due(last_run_at)


def test_a_beat_that_ended_is_replaced(harbour):
    Broken.asked = 0
    harbour.conf.beat_schedule = {
        "bell": {"task": "haul", "schedule": Broken(timedelta(seconds=0.1)), "args": ["bell"]}
    }
    embedded = EmbeddedCelery(harbour)
    embedded.start()
    try:
        wait_until(lambda: Broken.asked > 3)
        while not harbour.done.empty():
            harbour.done.get()
        assert harbour.done.get(timeout=SECONDS) == "bell"
    finally:
        embedded.stop()


def test_a_running_task_finishes_before_the_stop(harbour):
    embedded = EmbeddedCelery(harbour)
    embedded.start()
    harbour.send_task("haul", ["anchor"], {"seconds": 1})
    wait_until(lambda: hasattr(harbour, "started"))
    embedded.stop()
    assert harbour.done.get_nowait() == "anchor"
