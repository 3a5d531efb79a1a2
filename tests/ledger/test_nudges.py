"""Nudges: every open page of a table learns that the table has changed, and nothing else."""

import os
from socket import gethostname

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.asgi import application
from games.ledger.announce import table_group
from games.models import Seat, Table
from games.upkeep import heartbeats
from games.upkeep.figures import figures_now
from games.upkeep.heartbeats import heartbeat_note
from games.web.tasks import sweep
from tests.accounts.conftest import link_mailed_to
from tests.accounts.test_password import NEW, set_by_link
from tests.accounts.test_signup import sign_up
from tests.conftest import PASSWORD, person
from tests.play import first_move, post_move, running_table
from tests.staff import code_of, enter, log_in, person_with_role, with_app

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = 30  # seconds; busy machines are slow
HOST = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


def socket(path, user=None, headers=HOST):
    """Return a socket of a user, or of a browser."""
    cookies = []
    if user is not None:
        client = user if isinstance(user, Client) else Client()
        if client is not user:
            client.force_login(user)
        cookies = [
            (
                b"cookie",
                f"{site.SESSION_COOKIE_NAME}={client.cookies[site.SESSION_COOKIE_NAME].value}".encode(),
            )
        ]
    return WebsocketCommunicator(application, path, headers=[*headers, *cookies])


async def opened(watcher):
    """Connect a socket; return its first message."""
    assert (await watcher.connect(WAIT))[0]
    return await watcher.receive_json_from(WAIT)


def test_everybody_at_the_table_gets_a_nudge_with_only_the_ply(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    client, move = client_for(alice), first_move(table, 0)
    path = f"/ws/tables/{table.pk}/"
    watchers = [socket(path, bob), socket(path, charlie), socket(path), socket("/ws/", bob)]

    @async_to_sync
    async def run():
        for watcher in watchers:
            await opened(watcher)
        await sync_to_async(post_move)(client, table, move)
        nudge = {"type": "table.changed", "table": table.pk, "ply": 1}
        for watcher in watchers:
            assert await watcher.receive_json_from(WAIT) == nudge
            assert await watcher.receive_nothing(0.05)
        for watcher in watchers:
            await watcher.disconnect()

    run()


def test_the_first_message_says_what_a_page_shows_if_it_is_current(alice, bob, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    post_move(client, table, first_move(table, 0))
    client.post(f"/tables/{table.pk}/talk/say/", {"text": "Ahoy"})
    first = [async_to_sync(opened)(socket(path, bob)) for path in (f"/ws/tables/{table.pk}/", "/ws/")]
    waiting = Seat.objects.filter(user=bob, is_awaited=True).count()
    assert first == [
        {"type": "now", "ply": 1, "line": table.talk.get().pk},
        {"type": "now", "waiting": waiting},
    ]


def test_operators_see_the_number_of_open_sockets(alice, bob):
    table = running_table(alice, bob)
    watchers = [socket(f"/ws/tables/{table.pk}/", bob), socket("/ws/", alice)]

    @async_to_sync
    async def run():
        before = figures_now()["measures"]["sockets"]
        for watcher in watchers:
            await opened(watcher)
        await sync_to_async(heartbeat_note)("web")
        during = figures_now()["measures"]["sockets"]
        for watcher in watchers:
            await watcher.disconnect()
        return before, during, figures_now()["measures"]["sockets"]

    heartbeats._carrier.clear()
    before, during, after = run()
    assert (during - before, after) == (2, before)
    assert f'captain_sockets{{process="{gethostname()}:{os.getpid()}"}} {during}.0' in (
        Client().get("/metrics").content.decode()
    )


def test_an_open_socket_misses_nothing_from_its_opening_on(alice, bob):
    """A page compares the first message with what it shows. All that happens after that must reach it by a nudge."""
    table = running_table(alice, bob)
    watcher, nudge = socket(f"/ws/tables/{table.pk}/", bob), {"type": "table.changed", "ply": 1}

    @async_to_sync
    async def run():
        await opened(watcher)
        await get_channel_layer().group_send(table_group(table.pk), {**nudge, "table": table.pk})
        assert (await watcher.receive_json_from(WAIT))["table"] == table.pk
        await watcher.disconnect()

    run()


@pytest.mark.parametrize("reader", ["charlie", None])
def test_a_hidden_table_closes_the_socket(reader, alice, bob, charlie):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    watcher = socket(f"/ws/tables/{table.pk}/", charlie if reader else None)

    @async_to_sync
    async def run():
        await watcher.connect(WAIT)
        assert await watcher.receive_output(WAIT) == {"type": "websocket.close", "code": 4404}

    run()


@pytest.mark.parametrize(
    ("host", "origin"),
    [(b"localhost", b"http://evil.example"), (b"localhost", b"https://localhost"), (b"localhost", None),
     (b"localhost:8000", b"http://localhost:8001"), (b"evil.example", b"http://evil.example")],
)  # fmt: skip
def test_a_socket_from_another_origin_is_refused(host, origin):
    watcher = socket("/ws/", headers=[(b"host", host)] + ([(b"origin", origin)] if origin else []))
    assert async_to_sync(watcher.connect)(WAIT)[0] is False


def test_messages_from_browsers_are_ignored(alice, bob, client_for):
    table = running_table(alice, bob)
    watcher = socket(f"/ws/tables/{table.pk}/", bob)

    @async_to_sync
    async def run():
        await opened(watcher)
        for text in ("{", '{"type":"table.changed"}', "x" * 100_000):
            await watcher.send_to(text_data=text)
        await watcher.send_to(bytes_data=b"\x00")
        assert await watcher.receive_nothing(0.1)
        await watcher.disconnect()

    run()


def by_log_out(client, bob):
    client.post("/accounts/logout/")


def by_a_new_password(client, bob):
    new = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW, "password": NEW}
    client.post("/accounts/password/change/", new)


def by_a_password_set_by_mail(client, bob):
    Client().post("/accounts/password/reset/", {"email": bob.email})
    set_by_link(Client(), link_mailed_to(bob.email), NEW)


def by_the_list_of_sessions(client, bob):
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/sessions/")


def by_resetting_the_second_factor(client, bob, page="totp/deactivate"):
    with_app(bob)
    client.post("/accounts/2fa/reauthenticate/", {"code": code_of(bob)})
    assert client.post(f"/accounts/2fa/{page}/").status_code == 302


def by_new_recovery_codes(client, bob):
    by_resetting_the_second_factor(client, bob, "recovery-codes/generate")


def by_erasing(client, bob):
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/erase/", {"sure": "on"})


def by_a_suspension(client, bob):
    administrator = enter(person_with_role("adam", "administrator"))
    suspended = {"reason": "Spoke like a pirate", "days": 3, "tables": "run"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/suspend/", suspended)


def by_signing_up_as_a_guest(client, bob):
    User.objects.filter(pk=bob.pk).update(kind="guest")
    EmailAddress.objects.filter(user=bob).delete()
    sign_up(client)


def by_logging_in_as_another(client, bob):
    User.objects.filter(pk=bob.pk).update(kind="guest")
    client.post("/accounts/login/", {"login": person("dora").username, "password": PASSWORD})


def by_staying_away_as_a_guest(client, bob):
    EmailAddress.objects.filter(user=bob).delete()
    User.objects.filter(pk=bob.pk).update(kind="guest", guest_until=timezone.now())
    sweep()


ENDS = [by_log_out, by_a_new_password, by_a_password_set_by_mail, by_the_list_of_sessions, by_a_suspension, by_erasing,
        by_resetting_the_second_factor, by_new_recovery_codes, by_signing_up_as_a_guest, by_logging_in_as_another,
        by_staying_away_as_a_guest]  # fmt: skip


def test_a_socket_that_opens_after_the_log_out_says_so():
    late = socket("/ws/")

    @async_to_sync
    async def run():
        await late.connect(WAIT)
        assert await late.receive_output(WAIT) == {"type": "websocket.close", "code": 4401}

    run()


@pytest.mark.parametrize("end", ENDS)
def test_every_end_of_a_session_closes_its_sockets(end, bob):
    client, elsewhere = log_in(bob), log_in(bob)
    there = socket("/ws/", elsewhere)

    @async_to_sync
    async def run():
        await opened(there)
        await sync_to_async(end)(client, bob)
        assert await there.receive_output(WAIT) == {"type": "websocket.close", "code": 4401}

    run()
    assert end in (by_log_out, by_signing_up_as_a_guest, by_logging_in_as_another) or (
        elsewhere.get("/tables/").status_code == 302
    )
