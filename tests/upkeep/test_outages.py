"""An outage of Redis or the database sends one email, and its end another, whatever else is logged meanwhile."""

import logging
from types import SimpleNamespace

import pytest
import redis
from celery.beat import SchedulingError
from django.core import mail
from django.core.cache import caches
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError

from config import heartbeat
from config.operators import OperatorMails
from games.upkeep import heartbeats, outages

pytestmark = pytest.mark.django_db


@pytest.fixture
def mails(settings, monkeypatch, time_machine, client):
    """Return a function that lets heartbeats of two processes pass for this many seconds; returns new emails."""
    settings.ADMINS, settings.EMBEDDED = [("", "captain@example.org")], False
    handlers = [OperatorMails(), OperatorMails()]
    monkeypatch.setattr(heartbeats, "_beats", None)
    monkeypatch.setattr(outages, "_lost_at", None)
    monkeypatch.setattr(heartbeat, "connection", SimpleNamespace(close=lambda: None))  # that of this test
    time_machine.move_to("2027-03-10 12:00:00Z", tick=False)
    root = logging.getLogger()

    def passing(seconds, *errors):
        mail.outbox.clear()
        for _ in range(0, seconds, 15):
            time_machine.shift(15)
            for handler in handlers:
                root.addHandler(handler)
                for error in errors:
                    _log(error)
                client.get("/readyz")  # as a monitor does
                heartbeat._record("web")
                handler.wait()
                root.removeHandler(handler)
        return [(each.subject.partition("] ")[2], each.body) for each in mail.outbox]

    return passing


def _log(error):
    """Log an error that the outage causes: as Celery's beat does, as its worker does, and as a failing page."""
    try:
        try:
            raise error.with_traceback(None)
        except Exception as found:
            raise SchedulingError("Couldn't apply scheduled task") from found
    except SchedulingError:
        logging.getLogger("celery.beat").exception("Message Error")
    logging.getLogger("celery.worker").error("Cannot connect to %s: %s", "redis", error)


def refuse(error):
    def refusing(*_arguments, **_options):
        raise error

    return refusing


def test_an_outage_of_redis_sends_one_email_and_its_end_another(mails, monkeypatch):
    assert mails(90) == []
    with monkeypatch.context() as away:
        away.setattr(caches["default"], "set", refuse(redis.ConnectionError()))
        [(subject, body)] = mails(600, redis.TimeoutError(), BrokerError())
    assert subject == "not responding: redis"
    assert body.startswith(
        "Redis hasn't responded since 2027-03-10 12:01:15 UTC. Players can move, but nobody"
    )
    [(subject, body)] = mails(90)
    assert (subject, "Redis: working again since" in body) == ("recovered: redis", True)
    names = [name for name, _body in mails(60)]
    assert names == [
        "late: worker",
        "late: thinker",
        "late: beat",
        "late: sweep",
    ]  # they had time, but never came


@pytest.mark.parametrize("code", [None, "25006"], ids=["away", "read-only"])
def test_an_outage_of_the_database_sends_one_email_and_its_end_another(mails, monkeypatch, code):
    cause = Exception()
    cause.sqlstate, lost = code, OperationalError()
    lost.__cause__ = cause
    assert mails(90) == []
    with monkeypatch.context() as away:
        away.setattr(heartbeats.Heartbeat.objects, "bulk_create", refuse(lost))
        [(subject, body)] = mails(600, lost)
    assert subject == "not responding: database"
    assert body.startswith("The database hasn't responded since 2027-03-10 12:01:45 UTC. Players can't move")
    assert [name for name, _body in mails(90)] == ["recovered: database"]


def test_limits_count_the_emails_of_all_processes(mails):
    names = [name.partition(",")[0] for name, _body in mails(30, ValueError())]
    assert names == ["SchedulingError", "error"]
