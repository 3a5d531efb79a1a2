"""Headers of every response, cookies that only this host can set, and violation reports from browsers."""

import json
import logging

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from config.headers import headers_middleware
from tests.conftest import PASSWORD
from tests.play import running_table

EVERYWHERE = {
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}  # fmt: skip
OLD = {
    "csp-report": {
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?card=7",
    }
}
NEW = [{"type": "csp-violation", "body": {"effectiveDirective": "img-src", "blockedURL": "data",
                                          "documentURL": "https://captain.example/join/secret-token/"}}]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/nowhere/", "/admin/", "/static/site/base.css", "/worker.js", "/healthz"]
)
def test_every_answer_has_the_headers(client, path):
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert (
        "camera=()" in headers["Permissions-Policy"]
        and "publickey-credentials-get=(self)" in headers["Permissions-Policy"]
    )


@pytest.mark.parametrize("is_redirected", [False, True])
def test_a_response_to_a_wrong_host_has_the_headers_too(client, settings, is_redirected):
    settings.SECURE_SSL_REDIRECT = is_redirected
    headers = client.get("/", headers={"host": "evil.example"}).headers
    assert {name: headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert headers["Permissions-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/about/", "/nowhere/", "/static/site/base.css", "/healthz", "/readyz"])
def test_browsers_use_tls_for_a_year(client, settings, path):
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(path, secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert client.get(path).status_code == (200 if path in ("/healthz", "/readyz") else 301)


@pytest.mark.django_db
def test_pages_of_logged_in_readers_are_not_cached(client_for, alice, bob):
    table = running_table(alice, bob)
    mine = client_for(alice)
    for path in ("/", "/tables/", "/lobby/", "/about/", f"/tables/{table.pk}/", f"/tables/{table.pk}/log/", "/nowhere/",
                 "/accounts/profile/", "/accounts/email/", "/notifications/", "/tables/99/"):  # fmt: skip
        assert "no-store" in mine.get(path).headers["Cache-Control"], path
    assert "no-store" not in client_for(None).get("/about/").headers.get("Cache-Control", "")
    assert "no-store" not in mine.get("/worker.js").headers["Cache-Control"]  # the same for every user


def test_responses_that_set_a_cookie_are_not_cached():
    answer = HttpResponse()
    answer.set_cookie("rope", "ladder")
    assert (
        "no-store"
        in headers_middleware(lambda request: answer)(RequestFactory().get("/")).headers["Cache-Control"]
    )


@pytest.mark.django_db
def test_cookies_meet_the_conditions_of_their_prefix(client, alice, settings):
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client.get("/accounts/login/", secure=True)
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, secure=True)
    assert "__Host-sessionid" in answer.cookies and "no-store" in answer.headers["Cache-Control"]
    for name, cookie in client.cookies.items():
        if name.startswith("__Host-"):
            assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", ""), name
    assert client.get("/accounts/profile/", secure=True).status_code == 200


@pytest.mark.parametrize(("report", "words"), [(OLD, "script-src-elem blocked https://evil.example on None"),
                                               (NEW, "img-src blocked data on join/<str:token>/")])  # fmt: skip
def test_a_browsers_report_is_logged_without_urls(client, caplog, report, words):
    caplog.set_level(logging.WARNING)
    answer = client.post("/csp-report/", json.dumps(report), content_type="application/csp-report")
    assert (answer.status_code, answer.content) == (204, b"")
    assert [line.getMessage() for line in caplog.records] == [f"content security policy: {words}"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 9000, b"\xff", b"[1]", b'{"csp-report": 3}', b'{"body": {"effectiveDirective": "x\\ny"}}',
     json.dumps({**OLD, "x": "x" * 17_000}).encode()],
)  # fmt: skip
def test_an_invalid_report_gets_the_same_response_and_is_not_logged(client, caplog, body):
    caplog.set_level(logging.WARNING)
    assert client.post("/csp-report/", body, content_type="application/reports+json").status_code == 204
    assert caplog.records == []


def test_one_address_cannot_fill_the_log(client, caplog, settings):
    caplog.set_level(logging.WARNING)
    settings.RATES = {**settings.RATES, "policy-report": (3, 60)}
    for number in range(9):
        address = {"REMOTE_ADDR": f"2001:db8:1:1::{number}"}  # one /64 network
        client.post("/csp-report/", json.dumps(OLD), content_type="application/csp-report", **address)
    assert 3 <= len(caplog.records) <= 6  # the minute may end between two of them
    client.post(
        "/csp-report/", json.dumps(OLD), content_type="application/csp-report", REMOTE_ADDR="2001:db8:1:2::1"
    )
    assert len(caplog.records) <= 7 and caplog.records[-1].getMessage().startswith(
        "content security policy: script"
    )
