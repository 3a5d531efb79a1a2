"""Tokens: what they allow, when they end, and what every error looks like."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.api.tokens import PREFIX, token_create
from games.models import ApiToken
from tests.conftest import log_in_at_once
from tests.play import running_table

pytestmark = pytest.mark.django_db


def test_a_token_is_stored_as_a_hash_and_shown_once(alice):
    token, secret = token_create(alice, name="cli", scopes=["play", "read"])
    assert secret.startswith(PREFIX) and len(secret) == len(PREFIX) + 48
    row = ApiToken.objects.values().get(pk=token.pk)
    assert secret not in str(row) and secret.removeprefix(PREFIX)[:40] not in str(row)
    assert token.scopes == "read play"


def test_a_cookie_counts_for_nothing(alice):
    client = Client()
    log_in_at_once(client, alice)
    answer = client.get("/api/v1/account")
    assert answer.status_code == 401 and answer.json()["code"] == "unauthenticated"
    assert answer["WWW-Authenticate"] == "Bearer" and not answer.cookies


def test_expired_revoked_and_suspended_tokens_are_refused(program, alice):
    one = program(alice)
    assert one.get("/account").status_code == 200
    assert ApiToken.objects.get().used_at is not None
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert one.get("/account").status_code == 401
    ApiToken.objects.update(expires_at=None)
    alice.is_active = False
    alice.save()
    assert one.get("/account").status_code == 401
    alice.is_active = True
    alice.save()
    ApiToken.objects.all().delete()
    assert one.get("/account").status_code == 401


def test_scopes_limit_what_a_token_may_do(program, alice, bob):
    table, reader = running_table(alice, bob), program(alice, ["read"])
    assert reader.get(f"/tables/{table.pk}").status_code == 200
    for method, path, body, scope in (
        ("POST", f"/tables/{table.pk}/resign", None, "play"),
        ("POST", f"/tables/{table.pk}/chat", {"text": "x"}, "chat"),
        ("PATCH", "/account", {"time_zone": "UTC"}, "account"), ("GET", "/account/preferences", None, "account"),
    ):  # fmt: skip
        refused = reader.ask(method, path, body)
        assert (refused.status_code, refused.told["code"]) == (403, "scope")
        assert scope in refused.told["detail"]


def test_every_error_is_a_problem_document(program, alice, settings):
    one = program(alice)
    settings.RATES = {**settings.RATES, "api": (100, 60)}
    for method, path, body, status, code in (
        ("GET", "/tables/999", None, 404, "not-found"), ("GET", "/nowhere", None, 404, "not-found"),
        ("GET", "/tables/99999999999999999999", None, 404, "not-found"),
        ("GET", "/players/%00", None, 404, "not-found"),
        ("POST", "/tables", {"title": "a\0", "seats": 2}, 422, "invalid"),
        ("PUT", "/lobby", None, 405, "method"), ("POST", "/tables", {"title": 7}, 422, "invalid"),
        ("POST", "/tables", {"title": "captivate", "seats": 2, "sets": 1}, 422, "invalid"),
        ("POST", "/tables", {"title": "chess", "seats": 2}, 400, "malformed"),
    ):  # fmt: skip
        answer = one.ask(method, path, body)
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), path
        assert answer.told["code"] == code and answer.told["status"] == status
        assert answer.told["detail"] and answer.told["type"].endswith(f"/api/#problem-{code}")
    broken = one.client.generic(
        "POST",
        "/api/v1/tables",
        "{",
        content_type="application/json",
        headers={"Authorization": f"Bearer {one.secret}"},
    )
    assert (broken.status_code, broken.json()["code"]) == (400, "malformed")


def test_the_rate_limit_of_a_token_is_told_in_headers(program, alice, settings):
    settings.RATES = {**settings.RATES, "api": (2, 60)}
    one, other = program(alice), program(alice)
    answers = [one.get("/account") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert [each["RateLimit-Remaining"] for each in answers] == ["1", "0", "0"]
    assert answers[0]["RateLimit-Limit"] == "2"
    assert answers[2].told["code"] == "too-often" and 0 < int(answers[2]["Retry-After"]) <= 60
    assert other.get("/account").status_code == 200


def test_guessing_tokens_is_limited_per_address(program, settings):
    settings.RATES = {**settings.RATES, "api-unknown": (2, 60)}
    guesser = program(None)
    guesser.secret = PREFIX + "0" * 48
    assert [guesser.get("/account").status_code for _ in range(3)] == [401, 401, 429]


def test_pages_of_other_sites_may_send_requests_with_tokens(client):
    asked = {"Origin": "https://other.example", "Access-Control-Request-Method": "POST"}
    answer = client.options("/api/v1/tables", headers=asked)
    assert answer.status_code == 204 and answer["Access-Control-Allow-Origin"] == "*"
    assert "If-Match" in answer["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer
