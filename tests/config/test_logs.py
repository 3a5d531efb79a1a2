"""Log lines: JSON that names request, table and user, and reveals no secrets."""

import io
import json
import logging
import urllib.error
import urllib.request

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from structlog.contextvars import clear_contextvars

from config.logs import formatter
from games.models import Seat, Table
from games.web.tasks import sweep
from tests.play import first_move, running_table

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "proxy-0123456789"


@pytest.fixture
def lines():
    """Return a function that returns everything logged so far, each line as a dict."""
    written = io.StringIO()
    handler, root = logging.StreamHandler(written), logging.getLogger()
    handler.setFormatter(formatter())
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.setLevel(level)
    root.removeHandler(handler)


def ask(address, user=None, data=None, **headers):
    if user is not None:
        client = Client()
        client.force_login(user)
        session = client.cookies[site.SESSION_COOKIE_NAME].value
        headers["Cookie"] = f"{site.SESSION_COOKIE_NAME}={session}; {site.CSRF_COOKIE_NAME}={'t' * 32}"
    try:
        return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60)
    except urllib.error.HTTPError as error:
        return error


def test_every_line_of_a_move_names_request_table_and_person(asgi_server, lines, alice, bob, settings):
    table = running_table(alice, bob)
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "no.such.Layer"}
    }  # so that more than one line is written
    move, fields = first_move(table, 0), f"csrfmiddlewaretoken={'t' * 32}&ply=0&move="
    body = (fields + urllib.request.quote(move)).encode()
    address = f"{asgi_server}/tables/{table.pk}/move/"
    with ask(address, alice, body, **{"X-Request-ID": NAME, "HX-Request": "true"}) as answer:
        assert (answer.status, answer.headers["X-Request-ID"]) == (200, NAME)
    found = [line for line in lines() if line.get("request") == NAME]
    assert len(found) > 1
    assert {(line["table"], line["user"]) for line in found} == {(table.pk, alice.pk)}
    (told,) = [line for line in found if "route" in line]
    assert (told["method"], told["status"]) == ("POST", 200)
    assert told["route"] == "tables/<int:table_id>/move/" and told["level"] == "info"
    for secret in (json.loads(move)["card"], alice.email, "t" * 32, "sessionid"):
        assert secret not in json.dumps(found)


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "with space 123", "ümlaut-ümlaut", 'quote"quote'])
def test_a_malformed_request_id_is_replaced(given, asgi_server, lines):
    with ask(f"{asgi_server}/", **{"X-Request-ID": given.encode().decode("latin-1")}) as answer:
        name = answer.headers["X-Request-ID"]
    assert name != given and len(name) == 32 and name.isalnum()
    assert name in {line.get("request") for line in lines()}


@pytest.mark.parametrize("token", ["Zk3-9fQx_71LwPzTtY0aVb", "Zkx-JfQx_ELwPzTtYDaVbQ"])
def test_secrets_in_addresses_and_mail_addresses_are_left_out(token, asgi_server, lines, bob):
    with ask(f"{asgi_server}/join/{token}/"):
        pass
    logging.getLogger("smtp").error("refused: %s", {bob.email: "no such box"})
    logged = json.dumps(lines())
    assert "[secret]" in logged and token not in logged
    assert "[mail]" in logged and bob.email not in logged


@pytest.mark.parametrize("begin", [sweep, sweep.delay], ids=["by a worker", "within a request"])
def test_lines_of_a_task_name_it(begin, lines, alice, bob):
    table = running_table(alice, bob)
    Seat.objects.filter(table=table, is_awaited=True).update(deadline=timezone.now(), allowance=0)
    Table.objects.filter(pk=table.pk).update(state="{}")  # makes the time-out fail
    begin()
    clear_contextvars()
    (failed,) = [line for line in lines() if "deadline_enforce" in line["event"]]
    assert (failed["task"], failed["level"]) == ("sweep", "error") and "exception" in failed
