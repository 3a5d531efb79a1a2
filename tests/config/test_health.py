"""Whoever keeps watch gets an answer, by whatever name it asks."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_alive_and_ready_by_any_name(client):
    assert client.get("/healthz", headers={"host": "10.0.0.7"}).status_code == 200
    answer = client.get("/readyz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "failed": []})


def test_what_does_not_answer_is_named(client, settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache",
                                   "LOCATION": "redis://127.0.0.1:1/0"}}  # fmt: skip
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cache" in answer.json()["failed"]
    assert "database" in answer.json()["failed"]  # this test may not use it
    assert client.get("/healthz").status_code == 200
    assert connection.vendor


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405


def test_only_operators_read_what_is_broken(client, settings):
    settings.TRUSTED_PROXIES = 1
    strange = {"x-forwarded-for": "127.0.0.1, 203.0.113.9"}  # the first was written by who asks
    assert client.get("/readyz", headers=strange).json() == {"ready": False}
    assert "failed" in client.get("/readyz", headers={"x-forwarded-for": "203.0.113.9, 127.0.0.1"}).json()
    settings.OPERATOR_NETWORKS = ["203.0.113.0/28"]
    assert "failed" in client.get("/readyz", headers=strange).json()
    assert client.get("/readyz", headers={"x-forwarded-for": "127.0.0.1"}).json() == {"ready": False}
