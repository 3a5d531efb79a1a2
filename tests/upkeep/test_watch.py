"""The processes of the site are watched: /readyz, the admin's first page, and log messages for operators."""

import json
import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from config.heartbeat import roles_of
from games.models import Heartbeat, LastTime, Notice
from games.upkeep import heartbeats
from games.upkeep.heartbeats import heartbeat_note, last_time_fail, last_time_note
from games.upkeep.services import late_tell
from games.web.tasks import sweep
from tests.play import running_table

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
STRANGER = {"x-forwarded-for": "203.0.113.9"}


@pytest.fixture(autouse=True)
def one_process(settings, monkeypatch):
    """Let bots think in the worker by default, even if the tests run with Redis; this process has just begun."""
    settings.EMBEDDED = True
    monkeypatch.setattr(heartbeats, "_beats", None)


@pytest.fixture
def clock(time_machine):
    """Set the time to noon; returns a function that advances it."""
    time_machine.move_to(NOW, tick=False)
    return lambda **span: time_machine.shift(timedelta(**span))


@pytest.fixture
def crew(clock, monkeypatch):
    """Return a site in use: each process was seen just now, long after its start, and a sweep has ended."""
    monkeypatch.setattr(heartbeats, "PAUSE", timedelta(days=2))  # so that the clock can jump without one
    monkeypatch.setattr(heartbeats, "_beats", (NOW - timedelta(hours=1), NOW))
    heartbeats._noted.clear()
    seen("web", "worker", "beat")
    sweep()


def ready(client, **query):
    answer = client.get("/readyz", query)
    return answer.status_code, answer.json()


def seen(*roles):
    """Record what each of these processes does twice a minute."""
    for role in roles:
        heartbeat_note(role)


def test_a_site_with_all_processes_is_ready(crew, client):
    status, found = ready(client)
    assert (status, found["ready"], found["late"]) == (200, True, [])
    assert found["watched"]["worker"] == {"seen": NOW.isoformat(), "late": False, "processes": 1}
    assert found["watched"]["sweep"]["seen"] == NOW.isoformat()


@pytest.mark.parametrize(("dead", "late"), [("worker", ["worker", "sweep"]), ("beat", ["beat", "sweep"])])
def test_a_site_is_not_ready_while_its_worker_or_beat_is_dead(crew, clock, client, dead, late):
    clock(seconds=101)
    seen(*{"web", "worker", "beat"} - {dead})
    status, found = ready(client)
    assert (status, found["ready"], found["late"]) == (503, False, late)
    assert ready(client, only=dead)[0] == 503
    assert ready(client, only="web")[0] == 200  # this process can show pages
    assert ready(client, only="mail")[0] == 200
    seen(dead)
    LastTime.objects.filter(name="sweep").update(at=NOW + timedelta(seconds=101))
    assert ready(client)[0] == 200


def test_a_worker_that_never_started_is_reported_once_pages_are_served(clock, client):
    seen("web")
    Heartbeat.objects.update(since=NOW - timedelta(seconds=99))
    assert ready(client)[0] == 200  # a site that has just started
    Heartbeat.objects.update(since=NOW - timedelta(seconds=101))
    status, found = ready(client)
    # In one process there is no thinker: bots think in the worker.
    assert (status, found["late"]) == (503, ["worker", "beat", "sweep"])


@pytest.mark.parametrize("missing", ["web", "worker", "thinker", "beat"])
def test_every_process_that_never_started_is_reported(crew, client, settings, missing):
    settings.EMBEDDED = False
    seen("thinker")
    assert ready(client)[1]["late"] == []
    Heartbeat.objects.filter(role=missing).delete()
    Heartbeat.objects.update(since=NOW - timedelta(hours=1))
    status, found = ready(client)
    assert (status, found["late"]) == (200 if missing == "web" else 503, [missing])
    assert ready(client, only=missing)[0] == status  # asks whether this process shows pages


def test_a_site_that_cannot_record_heartbeats_stops_being_ready(clock, client, settings, monkeypatch):
    """A process knows when it started, even if nothing was ever recorded."""
    settings.HEARTBEATS = True
    monkeypatch.setattr(heartbeats.Heartbeat.objects, "bulk_create", lambda *_of_rows, **_how: 1 / 0)
    for seconds, status in ((0, 200), (50, 200), (49, 200), (2, 503)):
        clock(seconds=seconds)
        with pytest.raises(ZeroDivisionError):
            seen("web")
        assert ready(client)[0] == status
    assert ready(client)[1]["late"] == ["web", "worker", "beat", "sweep"]


@pytest.mark.parametrize("pause", [True, False], ids=["suspended", "restarted"])
def test_starting_after_days_off_raises_no_alarm(crew, clock, client, caplog, monkeypatch, alice, bob, pause):
    """Everything was last seen days ago, but each gets its time, and nothing recovers only because it has time."""
    running_table(alice, bob)
    Notice.objects.update(status="due", due_at=NOW)
    LastTime.objects.create(name="backup", at=NOW)
    LastTime.objects.create(name="mail", at=NOW, failing_since=NOW)
    LastTime.objects.filter(name="sweep").update(told_at=NOW)
    clock(days=3)
    if not pause:
        monkeypatch.setattr(heartbeats, "_beats", None)
    late = ["worker", "beat", "sweep", "mail", "queue", "backup"]
    for seconds, count in ((0, 0), (99, 0), (2, 3), (498, 3), (2, 5), (3000, 6)):
        clock(seconds=seconds)
        seen("web")
        late_tell(timezone.now())
        assert ready(client)[1]["late"] == late[:count]
    assert caplog.messages == [f"late: {name}" for name in late if name != "sweep"]  # told of days ago


def test_a_failed_or_missing_backup_is_reported(crew, clock, client, caplog):
    assert ready(client)[1]["watched"]["backup"] == {"seen": None, "late": False}  # a site without backups
    call_command("backup_note")
    assert ready(client)[1]["watched"]["backup"] == {"seen": NOW.isoformat(), "late": False}
    call_command("backup_note", failed=True)
    late_tell(NOW)
    assert (ready(client)[0], ready(client)[1]["late"]) == (200, ["backup"])
    assert caplog.messages == ["late: backup"] and "backup: last seen at 2027-03-10" in caplog.records[0].told
    call_command("backup_note")
    assert ready(client)[1]["late"] == []
    clock(hours=28, seconds=1)
    seen("web")
    assert "backup" in ready(client)[1]["late"] and ready(client, only="backup")[0] == 503
    call_command("backup_note")
    assert "backup" not in ready(client)[1]["late"]


def test_a_failed_first_backup_is_reported_too(crew, client):
    call_command("backup_note", failed=True)
    assert ready(client)[1]["late"] == ["backup"]


def test_late_emails_are_reported_while_the_site_stays_ready(crew, clock, client):
    last_time_fail("mail", NOW)
    clock(minutes=11)
    seen("web", "worker", "beat")
    LastTime.objects.filter(name="sweep").update(at=NOW + timedelta(minutes=11))
    status, found = ready(client)
    assert (status, found["late"]) == (200, ["mail"])
    last_time_note("mail", NOW + timedelta(minutes=11), may_fail=True)
    assert ready(client)[1]["late"] == []


def test_a_message_that_waits_too_long_is_late(crew, clock, client, alice, bob):
    running_table(alice, bob)
    Notice.objects.update(status="due", due_at=NOW - timedelta(minutes=9))
    assert ready(client)[1]["late"] == []
    Notice.objects.update(due_at=NOW - timedelta(minutes=11))
    assert ready(client)[1]["late"] == ["queue"]


def test_asking_for_an_unknown_check_is_an_error(crew, client):
    status, found = ready(client, only="parrot")
    assert (status, found) == (400, {"error": "unknown: parrot"})


def test_strangers_learn_only_whether_the_site_is_ready(crew, clock, client, settings):
    settings.TRUSTED_PROXIES = 1
    clock(seconds=101)
    seen("web")
    answer = client.get("/readyz", headers=STRANGER)
    assert (answer.status_code, answer.json()) == (503, {"ready": False})
    seen("beat")
    for only in ("worker", "beat", "mail", "sweep"):  # whichever is late
        answer = client.get("/readyz", {"only": only}, headers=STRANGER)
        assert (answer.status_code, answer.json()) == (503, {"ready": False})
    assert client.get("/readyz", {"only": "web"}, headers=STRANGER).status_code == 200


def test_heartbeats_write_few_rows_rarely(crew, clock, django_assert_num_queries):
    with django_assert_num_queries(0):
        last_time_note("sweep", NOW + timedelta(seconds=29))
    assert LastTime.objects.get(name="sweep").at == NOW
    last_time_note("sweep", NOW + timedelta(seconds=30))
    assert LastTime.objects.get(name="sweep").at == NOW + timedelta(seconds=30)
    for pid in range(50, 60):
        Heartbeat.objects.create(role="worker", machine="old", pid=pid, since=NOW, seen_at=NOW)
    clock(minutes=11)
    with django_assert_num_queries(2):
        heartbeat_note("worker")
    assert Heartbeat.objects.filter(role="worker").count() == 1
    assert Heartbeat.objects.filter(role="beat").count() == 1  # its last time stays known


def test_operators_are_notified_once_and_again_on_recovery(crew, clock, caplog):
    caplog.set_level(logging.WARNING, "games.upkeep")
    late_tell(NOW)
    clock(seconds=101)
    seen("web", "worker")
    for _process in range(3):
        late_tell(NOW + timedelta(seconds=101))
    assert [record.getMessage() for record in caplog.records] == ["late: beat", "late: sweep"]
    assert caplog.records[0].told == (
        "beat: last seen at 2027-03-10 12:00:00 UTC. Deadlines and emails are delayed. Start beat."
    )
    seen("beat")
    late_tell(NOW + timedelta(seconds=101))
    assert caplog.messages[-1] == "recovered: beat"
    clock(seconds=101)
    seen("web", "worker")
    late_tell(NOW + timedelta(seconds=202))
    assert caplog.messages[-1] == "late: beat"


def test_players_and_strangers_see_nothing_of_late_work(crew, clock, client_for, alice):
    Heartbeat.objects.all().update(seen_at=NOW - timedelta(minutes=5))
    for client in (client_for(alice), client_for(None)):
        assert "Workers" not in client.get("/lobby/").content.decode()
        assert client.get("/admin/").status_code == 302


def test_sent_and_failed_emails_are_recorded(crew, clock, alice, bob, settings):
    running_table(alice, bob)
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1,
    )  # fmt: skip
    clock(minutes=1)
    sweep()
    assert LastTime.objects.get(name="mail").failing_since == NOW + timedelta(minutes=1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    clock(hours=1)
    sweep()
    mail = LastTime.objects.get(name="mail")
    assert (mail.failing_since, mail.at) == (None, NOW + timedelta(minutes=61))


def test_figures_are_per_process_and_name_nobody(crew, client_for, alice, bob):
    table = running_table(alice, bob)
    client_for(alice).get(f"/tables/{table.pk}/")
    heartbeat_note("web")
    heartbeat_note("worker")  # from the same process: its figures are not counted twice
    carried = [heart.figures for heart in Heartbeat.objects.all() if heart.figures]
    assert len(carried) == 1
    assert "alice" not in json.dumps(carried).lower()
    assert ["request", "table"] in [key for key, _value in carried[0]["times"]]


def test_a_worker_of_all_queues_has_both_roles():
    assert roles_of(["celery", "thinking"]) == ["worker", "thinker"]
    assert (roles_of(["celery"]), roles_of(["thinking"])) == (["worker"], ["thinker"])
