"""/metrics as Prometheus reads it: all processes in one response, only for operators, at a constant cost."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as site
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.models import Heartbeat, MoveRecord, Notice, Seat, Table
from games.upkeep import heartbeats
from games.upkeep.figures import figure_count, figure_time
from games.upkeep.heartbeats import heartbeat_note
from games.web.tasks import sweep
from tests.play import running_table

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(time_machine, monkeypatch):
    time_machine.move_to(NOW, tick=False)
    monkeypatch.setattr(heartbeats, "_noted", {})
    monkeypatch.setattr(heartbeats, "_carrier", [])
    return lambda **span: time_machine.shift(timedelta(**span))


def samples(client):
    """Return every sample by its name and labels, without the process."""
    text = client.get("/metrics").content.decode()
    found = {}
    for family in text_string_to_metric_families(text):
        for each in family.samples:
            labels = tuple(value for key, value in sorted(each.labels.items()) if key != "process")
            found[each.name, *labels] = found.get((each.name, *labels), 0) + each.value
    return found


def test_events_are_counted(client_for, client, clock, alice, bob):
    table = running_table(alice, bob)
    heartbeat_note("web")
    before = samples(client)
    client_for(alice).get(f"/tables/{table.pk}/")
    clock(minutes=5)
    sweep()  # sends the emails about the start
    heartbeat_note("web")
    after = samples(client)
    grown = {key: value - before.get(key, 0) for key, value in after.items()}
    assert grown["captain_request_seconds_count", "table"] == 1
    assert grown["captain_request_seconds_bucket", "table", "+Inf"] == 1
    assert grown["captain_sweep_seconds_count", ""] == 1
    assert grown["captain_notices_total", "mail", "sent"] == Notice.objects.filter(status="sent").count() > 0
    assert after["captain_plies_total",] == MoveRecord.objects.latest("pk").pk
    assert (after["captain_tables", "running"], after["captain_tables", "open"]) == (1, 0)
    assert after["captain_sweep_lag_seconds",] == 0


def test_a_bucket_includes_all_faster_ones(client):
    heartbeat_note("web")
    before = samples(client)
    for seconds in (0.05, 0.06, 99):
        figure_time("request", "other", seconds)
    heartbeat_note("web")
    grown = {key: value - before.get(key, 0) for key, value in samples(client).items()}
    ends = {
        end: grown["captain_request_seconds_bucket", "other", end]
        for end in ("0.025", "0.05", "0.1", "10.0", "+Inf")
    }
    assert ends == {"0.025": 0, "0.05": 1, "0.1": 2, "10.0": 2, "+Inf": 3}
    assert round(grown["captain_request_seconds_sum", "other"], 2) == 99.11


def test_waiting_work_has_an_age(client, clock, alice, bob):
    table = running_table(alice, bob)
    sweep()
    Notice.objects.update(status="due", due_at=NOW)
    Seat.objects.filter(table=table, is_awaited=True).update(deadline=NOW + timedelta(seconds=30))
    clock(seconds=90)
    found = samples(client)
    assert found["captain_queue_age_seconds",] == found["captain_sweep_lag_seconds",] == 90
    assert found["captain_overdue_seconds",] == 60
    assert found["captain_messages_due",] == Notice.objects.count()


def test_one_response_covers_all_processes(client):
    figure_count("notices", "push", "sent")
    heartbeat_note("worker")
    mine = Heartbeat.objects.get()
    assert samples(client)["captain_notices_total", "push", "sent"] > 0
    counted = samples(client)["captain_notices_total", "push", "sent"]
    Heartbeat.objects.create(
        role="worker", machine="other", pid=2, since=NOW, seen_at=NOW, figures=mine.figures
    )
    found = samples(client)
    assert found["captain_notices_total", "push", "sent"] == 2 * counted
    assert found["captain_processes", "worker"] == 2
    Heartbeat.objects.update(seen_at=NOW - timedelta(minutes=5))
    Heartbeat.objects.create(
        role="web", machine="other", pid=3, since=NOW - timedelta(hours=1), seen_at=NOW, figures={}
    )
    found = samples(client)
    assert (found["captain_late", "worker"], found["captain_processes", "worker"]) == (1, 0)


def test_only_operators_can_read_metrics(client, settings):
    settings.TRUSTED_PROXIES = 1
    stranger = client.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"})
    assert (stranger.status_code, b"captain" in stranger.content) == (404, False)
    settings.OPERATOR_NETWORKS = ["203.0.113.0/28"]
    assert client.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 200
    assert client.post("/metrics", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 405


def test_metrics_are_available_by_ip_address_without_tls(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/metrics", headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_the_cost_of_metrics_does_not_grow(client, alice, bob, django_assert_num_queries):
    for _ in range(3):
        running_table(alice, bob)
        with django_assert_num_queries(12):
            client.get("/metrics")


def test_metrics_contain_nothing_about_people_or_games(client, client_for, alice, bob):
    table = running_table(alice, bob)
    Table.objects.update(token="a-word-that-opens")
    client_for(alice).get(f"/tables/{table.pk}/?secret=kraken")
    heartbeat_note("web")
    text = client.get("/metrics").content.decode().lower()
    assert not [
        word for word in ("alice", "bob", "captivate", "kraken", "opens", "example.org") if word in text
    ]


def test_the_dashboard_uses_existing_metrics(client, client_for, alice, bob):
    """Every name in the Grafana dashboard is exported by a site that is in use."""
    running_table(alice, bob)
    client_for(alice).get("/lobby/")
    sweep()
    figure_count("notices", "mail", "sent")
    heartbeat_note("web")
    board = json.loads((site.BASE_DIR / "deploy" / "grafana-dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    told = {key[0] for key in samples(client)}
    names = {word for expr in asked for word in _names_in(expr)}
    assert len(asked) >= 10 and names <= told, names - told
    assert timezone.now() == NOW


def _names_in(expression):
    words = "".join(char if char.isalnum() or char == "_" else " " for char in expression).split()
    return [word for word in words if word.startswith("captain_")]
