"""Nudges about chat: open pages learn that there is a new line, but not its text."""

from contextlib import suppress

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import transaction

from games.models import Table
from games.moderation.services.reports import line_hide
from games.talk import services
from tests.conftest import person
from tests.ledger.test_nudges import WAIT, opened, socket
from tests.play import running_table

pytestmark = pytest.mark.django_db(transaction=True)


def say(client, table, text):
    return client.post(f"/tables/{table.pk}/talk/say/", {"text": text})


async def hear(watchers, nudge, act):
    """Connect all, act, and check that each gets one nudge."""
    for watcher in watchers:
        await opened(watcher)
    await sync_to_async(act)()
    for watcher in watchers:
        assert await watcher.receive_json_from(WAIT) == nudge
        assert await watcher.receive_nothing(0.05)
    for watcher in watchers:
        await watcher.disconnect()


def test_everybody_at_the_table_is_nudged_without_the_text(alice, bob, charlie, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    path = f"/ws/tables/{table.pk}/"
    watchers = [
        socket(path, bob),
        socket(path, alice),
        socket(path, charlie),
        socket(path),
        socket("/ws/", bob),
    ]
    nudge = {"type": "talk.changed", "table": table.pk}
    async_to_sync(hear)(watchers, nudge, lambda: say(client, table, "Ahoy @bob"))


def test_a_hidden_message_is_fetched_again(alice, bob, client_for):
    table, mona = running_table(alice, bob), person("mona")
    say(client_for(alice), table, "rude")
    nudge = {"type": "talk.changed", "table": table.pk}
    act = lambda: line_hide(mona, table.talk.get().pk, reason="rude")  # noqa: E731
    async_to_sync(hear)([socket(f"/ws/tables/{table.pk}/", bob)], nudge, act)


def test_outsiders_of_a_private_table_get_no_nudge(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    client, watcher, outsider = client_for(alice), socket("/ws/", bob), socket("/ws/", charlie)

    @async_to_sync
    async def run():
        await opened(outsider)
        await hear([watcher], {"type": "talk.changed", "table": table.pk}, lambda: say(client, table, "psst"))
        assert await outsider.receive_nothing(0.05)
        await outsider.disconnect()

    run()


def test_a_refused_message_nudges_nobody(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    watcher = socket(f"/ws/tables/{table.pk}/", bob)
    player, outsider = client_for(alice), client_for(charlie)

    @async_to_sync
    async def run():
        await opened(watcher)
        for client, text in ((outsider, "hm"), (player, " "), (player, "\x07")):
            await sync_to_async(say)(client, table, text)
        assert await watcher.receive_nothing(0.1)
        await watcher.disconnect()

    run()


def test_a_message_is_announced_after_the_commit(alice, bob):
    table = running_table(alice, bob)
    watcher = socket(f"/ws/tables/{table.pk}/", bob)

    def lose():
        with suppress(InterruptedError), transaction.atomic():
            services.line_say(alice, table.pk, text="never said")
            raise InterruptedError

    @async_to_sync
    async def run():
        await opened(watcher)
        await sync_to_async(lose)()
        assert await watcher.receive_nothing(0.1)
        await sync_to_async(services.line_say)(alice, table.pk, text="Ahoy")
        assert (await watcher.receive_json_from(WAIT))["type"] == "talk.changed"
        await watcher.disconnect()

    run()
    assert [line.text for line in table.talk.all()] == ["Ahoy"]
