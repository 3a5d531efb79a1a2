"""Health checks work with any host name."""

import threading

import pytest
from django.db import connection

from config import health


@pytest.mark.django_db
def test_health_checks_work_with_any_host_name(client):
    assert client.get("/healthz", headers={"host": "10.0.0.7"}).status_code == 200
    answer = client.get("/readyz", headers={"host": "10.0.0.7"})
    found = answer.json()
    assert (answer.status_code, found["ready"], found["failed"], found["late"]) == (200, True, [], [])


def test_failed_services_are_named(client, settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache",
                                   "LOCATION": "redis://127.0.0.1:1/0"}}  # fmt: skip
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cache" in answer.json()["failed"]
    assert "database" in answer.json()["failed"]  # this test has no database access
    assert client.get("/healthz").status_code == 200
    assert connection.vendor


def test_strangers_cause_one_check_and_learn_one_word(client, settings, monkeypatch):
    looks = []
    monkeypatch.setitem(health.CHECKS, "database", lambda: looks.append(1))
    monkeypatch.setattr(health, "_last", None)
    settings.READY_SECONDS, settings.OPERATOR_NETWORKS = 60, []
    for asked in ("", "?only=web", "?only=worker", "?only=parrot", "?only=beat&only=mail"):
        assert set(client.get(f"/readyz{asked}").json()) == {"ready"}
    assert len(looks) == 1
    settings.READY_SECONDS = 0
    client.get("/readyz")
    assert len(looks) == 2


def test_a_hanging_service_blocks_only_one_check(client, settings, monkeypatch):
    """Requests in the meantime get the previous result at once."""
    hangs, goes_on = threading.Event(), threading.Event()
    before = client.get("/readyz").json()

    def hang():
        hangs.set()
        goes_on.wait(60)

    monkeypatch.setattr(health, "CHECKS", {"cache": hang})
    waiting = threading.Thread(target=client.get, args=("/readyz",))
    waiting.start()
    assert hangs.wait(60)
    assert client.get("/readyz").json() == before
    monkeypatch.setattr(health, "HANGING", -1)  # longer than allowed
    monkeypatch.setattr(health, "WAIT", 0.01)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["failed"]) == (503, ["answer"])
    assert client.get("/readyz?only=web").status_code == 503
    goes_on.set()
    waiting.join(10)
    assert client.get("/readyz").json()["failed"] == []


@pytest.mark.parametrize("name", ["x-forwarded-for", "forwarded", "x-real-ip", "via", "cf-connecting-ip"])
def test_behind_an_unknown_proxy_nobody_is_an_operator(client, name):
    """Otherwise a tunnel on this machine would make everybody an operator."""
    for address in ("203.0.113.9", "127.0.0.1"):
        assert client.get("/readyz", headers={name: address}).json().keys() == {"ready"}
        assert client.get("/metrics", headers={name: address}).status_code == 404


def test_health_checks_allow_only_reading(client):
    assert client.post("/healthz").status_code == 405


def test_only_operators_see_what_is_broken(client, settings):
    settings.TRUSTED_PROXIES = 1
    strange = {"x-forwarded-for": "127.0.0.1, 203.0.113.9"}  # the client wrote the first one
    assert client.get("/readyz", headers=strange).json() == {"ready": False}
    assert "failed" in client.get("/readyz", headers={"x-forwarded-for": "203.0.113.9, 127.0.0.1"}).json()
    settings.OPERATOR_NETWORKS = ["203.0.113.0/28"]
    assert "failed" in client.get("/readyz", headers=strange).json()
    assert client.get("/readyz", headers={"x-forwarded-for": "127.0.0.1"}).json() == {"ready": False}
