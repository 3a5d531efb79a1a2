"""Webhooks: the form that each service expects, what is retried, and what the page shows about it."""

import json
from datetime import timedelta

import pytest

from games.models import Notice, Preferences
from tests.notices.conftest import NOON, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def hooked(bob, choose, endpoint):
    """Return a function that gives Bob, who gets no emails, a webhook of some kind."""

    def make(kind):
        bob.mail_turns = False
        bob.save()
        choose(bob, webhook_kind=kind, webhook_url=endpoint.url())

    return make


@pytest.mark.parametrize("kind", ["discord", "slack", "plain"])
def test_each_service_gets_its_form(hooked, bobs_turn, alice, bob, clock, endpoint, kind):
    alice.display_name = "<@everyone> & *co*"
    alice.save()
    hooked(kind)
    table = bobs_turn()
    clock(minutes=1)
    ((_, path, headers, body),) = endpoint.posts
    assert (path, headers["Content-Type"]) == ("/hook", "application/json")
    found, address = json.loads(body), f"http://localhost:8000/tables/{table.pk}/"
    if kind == "discord":
        assert found["allowed_mentions"] == {"parse": []} and r"\<\@everyone\> & \*co\*" in found["content"]
        assert found["content"].endswith(f"until Saturday 13 Mar, 12:00 UTC: {address}")
    elif kind == "slack":
        assert "&lt;@everyone&gt; &amp; *co*" in found["text"] and address in found["text"]
        assert found["mrkdwn"] is False
    else:
        item = {"kind": "turn", "title": "captivate", "table": table.pk, "url": address,
                "text": found["subject"], "deadline": "2027-03-13T12:00:00+00:00"}  # fmt: skip
        event = found["items"][0].pop("event")
        assert (event["type"], event["table"], event["deadline"]) == ("turn", table.pk, "2027-03-13T12:00Z")
        assert found["items"] == [item] and found["id"] == Notice.objects.get(channel="webhook").claim.hex
    assert told(bob) == [("turn", "suppressed", "emails are off"), ("turn", "sent", "")]


def test_channels_are_independent_and_recorded_separately(bobs_turn, bob, clock, choose, endpoint):
    choose(bob, webhook_kind="plain", webhook_url=endpoint.url())
    endpoint.status = 500
    bobs_turn()
    clock(minutes=1)
    rows = dict(Notice.objects.filter(user=bob).values_list("channel", "status"))
    assert rows == {"mail": "sent", "webhook": "due"}


def test_refusals_are_tried_again_with_back_off_and_shown(
    hooked, bobs_turn, bob, clock, endpoint, client_for
):
    hooked("plain")
    endpoint.status = 404
    bobs_turn()
    clock(minutes=1)
    notice = Notice.objects.get(channel="webhook")
    assert (notice.attempts, notice.due_at, notice.detail) == (1, NOON + timedelta(minutes=2), "HTTP 404")
    page = client_for(bob).get("/notifications/log/").content.decode()
    assert "the webhook refused the message" in page and "next try Wednesday 10 Mar, 12:02" in page
    clock(seconds=59)
    assert len(endpoint.posts) == 1
    clock(seconds=1)
    assert Notice.objects.get(channel="webhook").due_at == NOON + timedelta(minutes=4)
    endpoint.status = 204
    clock(minutes=2)
    assert Notice.objects.get(channel="webhook").status == Notice.Status.SENT
    assert len({json.loads(body)["id"] for *_, body in endpoint.posts}) == 1  # the same message at every try


def test_a_webhook_to_a_private_network_is_refused_and_the_page_says_so(
    hooked, bobs_turn, bob, clock, endpoint, settings
):
    hooked("plain")
    settings.OUTBOUND_NETWORKS = []
    bobs_turn()
    clock(minutes=1)
    assert told(bob, channel="webhook") == [("turn", "due", "the address isn't on the public internet")]
    assert endpoint.posts == []


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "https://10.0.0.1/x", "https://[::1]/", "ftp://example.org",
                                 "https://user:pw@example.org/", "example.org"])  # fmt: skip
def test_the_form_refuses_private_addresses(client_for, bob, url):
    answers = {"rhythm": "each", "mail": "on", "webhook_kind": "plain", "webhook_url": url}
    answer = client_for(bob).post("/notifications/", answers)
    assert answer.status_code == 422 and "public site" in answer.content.decode()
    assert not Preferences.objects.filter(pk=bob.pk).exclude(webhook_url="").exists()
