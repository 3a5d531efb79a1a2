"""Rate limits: a user who does too much sees how long to wait; others are not affected."""

import time

import pytest
from django.utils import timezone

from games.models import Invitation, Table
from tests.conftest import person
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict(settings, time_machine):
    """Allow three of each action, in a time span that doesn't end between two of them."""
    time_machine.move_to(timezone.now().replace(second=10), tick=False)
    settings.RATES = {action: (3, span) for action, (_most, span) in settings.RATES.items()}


def waits(answer):
    """Whether the response is a refusal with the time to wait."""
    return answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 3600


def test_moves_above_the_limit_are_refused_with_the_board(strict, alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    for _ in range(3):
        assert client.post(f"/tables/{table.pk}/undo/", {"ply": 0}).status_code == 409
    before = fingerprint(table)
    answers = [
        post_move(client, table, first_move(table, 0)),
        post_move(client, table, first_move(table, 0), headers={"HX-Request": "true"}),
        client.post(f"/tables/{table.pk}/propose/", {"propose": "end"}),
    ]
    for answer in answers:
        assert waits(answer) and "Wait a moment" in answer.content.decode()
    assert 'id="table"' in answers[1].content.decode() and "<html" not in answers[1].content.decode()
    assert fingerprint(table) == before
    assert client_for(bob).post(f"/tables/{table.pk}/undo/", {"ply": 0}).status_code == 409


def test_invitations_above_the_limit_are_refused(strict, alice, client_for):
    for name in ("dora", "eve", "fred", "gwen"):
        person(name)
    client = client_for(alice)
    table = Table.objects.create(
        title="captivate", seat_count=4, creator=alice, expires_at="2099-01-01T00:00Z"
    )
    table.seats.create(number=0, user=alice)
    answers = [
        client.post(f"/tables/{table.pk}/invite/", {"name": name}) for name in ("dora", "eve", "fred", "gwen")
    ]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert waits(answers[3]) and Invitation.objects.count() == 3


def test_a_limit_ends_after_a_while(strict, alice, bob, client_for, monkeypatch):
    table = running_table(alice, bob)
    client = client_for(alice)
    answers = [client.post(f"/tables/{table.pk}/undo/", {"ply": 0}).status_code for _ in range(4)]
    assert answers[3] == 429
    now = time.time()
    monkeypatch.setattr("games.pages.rate_limit.time.time", lambda: now + 60)
    assert client.post(f"/tables/{table.pk}/undo/", {"ply": 0}).status_code == 409
