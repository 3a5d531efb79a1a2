"""Every response names its content type, and its encoding if it is text; security.txt names a contact."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User

TYPES = {
    "/about/": "text/html; charset=utf-8",
    "/nowhere/": "text/html; charset=utf-8",
    "/offline/": "text/html; charset=utf-8",
    "/robots.txt": "text/plain; charset=utf-8",
    "/static/site/favicon.ico": "image/x-icon",
    "/worker.js": "text/javascript; charset=utf-8",
    "/healthz": "text/plain; charset=utf-8",
    "/readyz": "application/json",
    "/metrics": "text/plain; version=1.0.0; charset=utf-8",
    "/static/site/base.css": 'text/css; charset="utf-8"',
    "/static/tables/live.js": 'text/javascript; charset="utf-8"',
    "/static/site/logo.svg": "image/svg+xml; charset=utf-8",
    "/static/site/site.webmanifest": "application/manifest+json",
    "/static/site/apple-touch-icon.png": "image/png",
}


@pytest.mark.django_db
@pytest.mark.parametrize("address", TYPES)
def test_a_response_names_its_content_type(client, address):
    assert client.get(address).headers["Content-Type"] == TYPES[address]


@pytest.mark.django_db
@pytest.mark.parametrize("address", TYPES)
def test_no_response_echoes_the_request(client, address):
    answer = client.generic("TRACE", address, headers={"x-secret": "canary"})
    assert answer.status_code in (404, 405) and b"canary" not in answer.getvalue()


def test_security_txt_names_the_operators_contact(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT, settings.SITE_URL = "mailto:captain@captain.example", "https://captain.example"
    answer = client.get("/.well-known/security.txt")
    told = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert told["Contact"] == "mailto:captain@captain.example"
    assert told["Canonical"] == "https://captain.example/.well-known/security.txt"
    assert (
        timedelta(days=80) < datetime.fromisoformat(told["Expires"]) - datetime.now(UTC) < timedelta(days=365)
    )


@pytest.mark.django_db
def test_guests_can_read_security_txt_and_send_reports(client, settings):
    settings.SECURITY_CONTACT = "mailto:captain@captain.example"
    client.force_login(User.objects.create(username="guest:1", kind="guest", display_name="Guest 4711"))
    assert client.get("/.well-known/security.txt").status_code == 200
    assert client.post("/csp-report/", b"{}", content_type="application/csp-report").status_code == 204
