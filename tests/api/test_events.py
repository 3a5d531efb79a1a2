"""Events: by the stream, by long polling, and after a broken connection."""

import asyncio
import json
import threading
from contextlib import suppress

import pytest

from games.api.cursor import Cursor, cursor_in, cursor_now
from games.api.happenings import event_of, seen_at
from games.api.stream import Ear
from games.api.tokens import token_create, token_revoke
from games.ledger.blocks import person_block
from games.models import Table
from games.tables import lobby, play
from games.talk.services import line_say
from games.web.consumers import open_sockets
from tests.api.conftest import Stream
from tests.play import first_move, running_table

SCOPES = ["read", "play", "chat"]


def move(table, user, seat):
    ply = Table.objects.get(pk=table.pk).ply
    play.move_play(user, table.pk, move=first_move(table, seat), expected_ply=ply)


@pytest.mark.django_db
def test_polling_tells_what_waits_and_then_only_what_is_new(program, alice, bob):
    table, two = running_table(alice, bob), program(bob)
    first = program(alice).get("/events/poll").told
    assert [(each["type"], each["table"], each["ply"]) for each in first["events"]] == [("turn", table.pk, 0)]
    start = two.get("/events/poll").told
    assert start["events"] == []
    play.seat_resign(alice, table.pk, expected_ply=0)
    line_say(alice, table.pk, text="Well played")
    after = two.get(f"/events/poll?after={start['last']}").told
    assert [each["type"] for each in after["events"]] == ["over"]
    again = two.get(f"/events/poll?after={after['last']}").told
    assert again["events"] == []


@pytest.mark.django_db
def test_each_kind_of_event_is_told_to_whom_it_concerns(program, alice, bob, charlie):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    assert (
        event_of(alice, seen_at(table.pk)).type == "turn"
        and event_of(bob, seen_at(table.pk)).type == "changed"
    )
    assert event_of(charlie, seen_at(table.pk)) is None
    line_say(alice, table.pk, text="Ahoy")
    assert (
        event_of(bob, seen_at(table.pk), is_chat=True).message
        and event_of(alice, seen_at(table.pk), is_chat=True) is None
    )
    person_block(bob, alice)
    assert event_of(bob, seen_at(table.pk), is_chat=True) is None
    open_table = lobby.table_create(
        alice, title="captivate", options={}, seats=2, admission=Table.Admission.INVITED
    )
    lobby.seat_invite(alice, open_table.pk, name="charlie")
    assert event_of(charlie, seen_at(open_table.pk)).type == "invited"
    assert [each["type"] for each in program(charlie).get("/events/poll").told["events"]] == ["invited"]


def test_a_cursor_tells_only_minutes():
    now = cursor_now()
    assert cursor_in(str(now)) == now and now.since.second == now.since.microsecond == 0
    assert cursor_in("soon") is None and cursor_in("1") is None and cursor_in(str(2**40)) is None
    assert str(Cursor(30_000_000, ("1a2b3c4d",))) == "30000000.1a2b3c4d"


@pytest.mark.django_db(transaction=True)
def test_a_stream_tells_at_once_and_continues_after_a_break(alice, bob, asgi_server):
    table = running_table(alice, bob)
    token, secret = token_create(bob, name="bot", scopes=SCOPES)
    stream = Stream(asgi_server, secret)
    assert stream.answer.headers["Content-Type"] == "text/event-stream"
    assert stream.answer.readline() == b"retry: 3000\n"  # now it hears everything
    line_say(alice, table.pk, text="Ahoy")
    assert stream.next()["type"] == "chat"
    move(table, alice, 0)
    assert stream.next()["type"] in ("changed", "turn")
    stream.answer.close()
    wait_until(lambda: not any(isinstance(each, Ear) for each in open_sockets))
    play.seat_resign(alice, table.pk, expected_ply=Table.objects.get().ply)
    again = Stream(asgi_server, secret, **{"Last-Event-ID": stream.last})
    assert again.next()["type"] == "over"
    token_revoke(bob, token.pk)
    assert again.next() is None
    wait_until(lambda: not any(isinstance(each, Ear) for each in open_sockets))


@pytest.mark.django_db(transaction=True)
def test_a_stream_begins_at_a_place_taken_before_the_table_was_read(program, alice, bob, asgi_server):
    table, reader = running_table(alice, bob), program(bob)
    place = reader.get("/events/poll").told["last"]
    assert reader.get(f"/tables/{table.pk}").told["ply"] == 0
    move(table, alice, 0)
    stream = Stream(asgi_server, reader.secret, **{"Last-Event-ID": place})
    event = stream.next()
    assert (event["table"], event["ply"]) == (table.pk, Table.objects.get(pk=table.pk).ply)
    stream.answer.close()


@pytest.mark.django_db(transaction=True)
def test_long_polling_answers_as_soon_as_something_happens(alice, bob, asgi_server):
    table = running_table(alice, bob)
    _token, secret = token_create(bob, name="bot", scopes=SCOPES)
    start = json.load(Stream(asgi_server, secret, "/events/poll").answer)["last"]
    threading.Timer(0.5, lambda: play_in_thread(table, alice)).start()
    told = json.load(Stream(asgi_server, secret, f"/events/poll?wait=20&after={start}").answer)
    assert [each["table"] for each in told["events"]] == [table.pk]
    quiet = json.load(Stream(asgi_server, secret, f"/events/poll?wait=1&after={told['last']}").answer)
    assert quiet["events"] == []


def play_in_thread(table, user):
    from django.db import connection

    with suppress(Exception):
        move(table, user, 0)
    connection.close()


def wait_until(holds):
    async def wait():
        async with asyncio.timeout(20):
            while not holds():
                await asyncio.sleep(0.05)

    asyncio.run(wait())
