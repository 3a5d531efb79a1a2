"""Circles by programs, and messages to webhooks, in the documents of the description."""

from uuid import UUID

import pytest
from django.utils import timezone

from games.api.shapes.events import EventShape, WebhookMessage
from games.models import Notice
from games.notices.delivery.context import context_of
from games.notices.delivery.message import message_of
from games.notices.delivery.webhook import webhook_content
from tests.play import running_table

pytestmark = pytest.mark.django_db


def test_a_circle_is_opened_joined_and_talked_in(program, alice, bob, charlie):
    one, two, outsider = program(alice), program(bob), program(charlie)
    opened = one.post("/circles", {"name": "The Sunday Crew"})
    assert opened.status_code == 201, opened.told
    number, link = opened.told["id"], opened.told["join_url"].rstrip("/").rpartition("/")[2]
    here = f"/circles/{number}"
    assert outsider.get(here).status_code == two.get(here).status_code == 404
    assert two.post("/circles/join", {"link": link}).told["is_member"]
    assert two.post("/circles/join", {"link": "nowhere"}).status_code == 404
    assert two.get(here).told["join_url"] is None
    table = two.post("/tables", {"title": "captivate", "seats": 2, "admission": "circle", "circle": number})
    assert table.status_code == 201 and table.told["circle"] == number
    assert one.get(f"/tables/{table.told['id']}").status_code == 200
    assert outsider.get(f"/tables/{table.told['id']}").status_code == 404
    assert one.post(f"{here}/chat", {"text": "Ahoy"}).told["messages"][0]["text"] == "Ahoy"
    assert [each["id"] for each in two.get("/circles").told["own"]] == [number]
    assert outsider.get(f"{here}/chat").status_code == 404
    assert one.ask("DELETE", f"{here}/members/bob").status_code == 200
    assert two.get(here).status_code == 404
    assert one.ask("DELETE", here).status_code == 200


def test_messages_to_webhooks_have_the_documents_of_the_description(alice, bob):
    table = running_table(alice, bob)
    notice = Notice(
        user=alice, table=table, kind=Notice.Kind.TURN, channel="webhook", ply=0, due_at=timezone.now()
    )
    message = message_of(UUID(int=0), [notice], context_of([notice], timezone.now()))
    told = WebhookMessage.model_validate(webhook_content(message, "plain"))
    event = told.items[0].event
    assert isinstance(event, EventShape) and (event.type, event.table, event.ply) == ("turn", table.pk, 0)
