"""Actions of moderators on tables, done by posting the page of the action."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils.html import strip_tags

from games.models import Decision, Table
from tests.play import first_move, post_move

REASON = "a reason for the test"
END = '{"type":"end"}'


def act(client: Client, table: Table, name: str, /, **data: Any) -> HttpResponse:
    """Post the page of an action, with a reason unless the test gives another one."""
    return client.post(f"/admin/games/table/{table.pk}/act/{name}/", {"reason": REASON, **data})


def undo(client: Client, decision: Decision | None = None, **data: Any) -> HttpResponse:
    """Undo a decision, by default the latest."""
    found = decision or Decision.objects.latest("pk")
    return client.post(f"/admin/games/decision/{found.pk}/act/undo/", {"reason": "undone again", **data})


def play_turn(client: Client, table: Table, seat: int) -> None:
    """Lay a card of Captivate and end the turn: two plies."""
    assert post_move(client, table, first_move(table, seat)).status_code == 302
    assert post_move(client, table, END).status_code == 302


def log_of(client: Client, table: Table) -> str:
    """Return the text of a table's log as this client sees it."""
    return strip_tags(client.get(f"/tables/{table.pk}/log/").content.decode())
