"""The pages under /notifications/, requested by their owner, by another player, and anonymously."""

import re
from datetime import time, timedelta

import pytest

from games.models import Notice, Preferences, Seat, TableMute
from tests.notices.conftest import NOON, subjects
from tests.play import running_table
from tests.staff import enter

pytestmark = pytest.mark.django_db

ANSWERS = {
    "offsets": ["720", "60"], "quiet_from": "22:30", "quiet_until": "07:00", "mail": "on", "rhythm": "daily",
    "digest_time": "18:00", "talk": "mentions", "webhook_kind": "slack", "webhook_url": "https://hooks.example.org/x",
}  # fmt: skip


def test_settings_are_saved_and_shown_again(client_for, alice, bob, clock):
    assert client_for(bob).post("/notifications/", ANSWERS).url == "/notifications/"
    kept = Preferences.objects.get(pk=bob.pk)
    assert (kept.offsets, kept.quiet_from, kept.quiet_until) == ([720, 60], time(22, 30), time(7))
    assert (kept.digest_time, kept.digest_at) == (time(18), NOON + timedelta(hours=6))
    page = client_for(bob).get("/notifications/").content.decode()
    for mark in ('value="22:30"', 'value="07:00"', 'value="18:00"', 'value="https://hooks.example.org/x"'):
        assert mark in page
    assert "hooks.example.org" not in client_for(alice).get("/notifications/").content.decode()
    assert not Preferences.objects.filter(pk=alice.pk).exists()


def test_choosing_single_emails_ends_the_digest(client_for, bob, clock):
    client_for(bob).post("/notifications/", ANSWERS)
    client_for(bob).post("/notifications/", ANSWERS | {"rhythm": "each"})
    kept = Preferences.objects.get(pk=bob.pk)
    assert (kept.digest_time, kept.digest_at) == (None, None)


def test_emails_can_be_turned_off_and_on(client_for, bob):
    for answers, wanted in (({**ANSWERS, "mail": ""}, False), (ANSWERS, True)):
        client_for(bob).post("/notifications/", answers)
        bob.refresh_from_db()
        assert bob.mail_turns is wanted


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"quiet_until": ""}, "Enter both times, or leave both empty."),
        ({"quiet_from": "noon"}, "Enter a valid time."),
        ({"digest_time": ""}, "Enter the time for the daily email."),
        ({"offsets": ["7"]}, "7 is not one of the available choices"),
        ({"rhythm": "hourly"}, "hourly is not one of the available choices"),
    ],
)
def test_an_invalid_setting_is_refused_with_a_reason(client_for, bob, wrong, words):
    answer = client_for(bob).post("/notifications/", ANSWERS | wrong)
    assert answer.status_code == 422 and words in answer.content.decode()
    assert not Preferences.objects.filter(pk=bob.pk).exists()


def test_the_ledger_shows_what_was_sent_and_why_not(bobs_turn, alice, bob, client_for, clock):
    table = bobs_turn()
    clock(minutes=1)
    turn = Seat.objects.get(user=bob).turn_ply
    Notice.objects.create(user=bob, table=table, kind="reminder", ply=turn, about=NOON, due_at=NOON)
    clock(minutes=1)
    page = client_for(bob).get("/notifications/log/").content.decode()
    assert "Mail: sent" in page and "Wednesday 10 Mar, 12:01" in page
    assert "Mail: not sent" in page and "the deadline has moved" in page
    assert f'href="/tables/{table.pk}/">Captivate · Table {table.pk}</a>' in page
    assert f"Table {table.pk}" not in client_for(alice).get("/notifications/log/").content.decode()
    assert client_for(None).get("/notifications/log/").url.startswith("/accounts/login/")


def test_the_ledger_has_pages_at_a_fixed_cost(bob, alice, client_for, django_assert_num_queries):
    table = running_table(alice, bob)
    rows = [Notice(user=bob, table=table, kind="turn", ply=ply, status="sent", due_at=NOON, sent_at=NOON)
            for ply in range(100, 150)]  # fmt: skip
    Notice.objects.bulk_create(rows)
    client, address, pages = client_for(bob), "/notifications/log/", 0
    while address:
        with django_assert_num_queries(4):
            page = client.get(address).content.decode()
        pages += 1
        older = re.search(r'href="[^"]*\?before=([^"]+)"', page)
        address = f"/notifications/log/?before={older[1]}" if older else ""
    assert pages == 3


def test_the_ledger_gives_reasons_in_words(bob, alice, client_for):
    table = running_table(alice, bob)
    Notice.objects.create(
        user=bob, table=table, kind="turn", ply=9, status="suppressed", reason="no-mails", due_at=NOON
    )
    page = client_for(bob).get("/notifications/log/").content.decode()
    assert "· emails are off" in page and "no-mails" not in page


def test_moderators_see_all_notices_with_their_errors(bobs_turn, bob, charlie, client_for, clock, settings):
    settings.EMAIL_BACKEND = "no.such.Backend"
    bobs_turn()
    clock(minutes=1)
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    client, notice = enter(charlie), Notice.objects.get(user=bob)
    assert "t be delivered" in client.get("/admin/games/notice/?status__exact=due").content.decode()
    page = client.get(f"/admin/games/notice/{notice.pk}/change/").content.decode()
    assert "ModuleNotFoundError" in page
    assert "ModuleNotFoundError" not in client_for(bob).get("/notifications/log/").content.decode()


def test_a_test_message_goes_to_every_channel_once_a_minute(bob, client_for, clock, choose, endpoint):
    choose(bob, webhook_kind="plain", webhook_url=endpoint.url(), quiet_from=time(11), quiet_until=time(13))
    client = client_for(bob)
    assert client.post("/notifications/test/").url == "/notifications/log/"
    assert client.post("/notifications/test/").status_code == 409
    clock(seconds=1)
    assert subjects(bob) == ["Test message from Captain's Table"] and len(endpoint.posts) == 1
    clock(minutes=2)
    assert client.post("/notifications/test/").status_code == 302


def test_only_seated_players_can_mute_and_unmute(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    address = f"/tables/{table.pk}/mute/"
    assert f'href="{address}"' in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert f'href="{address}"' not in client_for(charlie).get(f"/tables/{table.pk}/").content.decode()
    assert client_for(charlie).post(address).url == f"/tables/{table.pk}/"
    assert client_for(None).post(address).url.startswith("/accounts/login/")
    assert not TableMute.objects.exists()
    for _ in range(2):
        client_for(bob).post(address)
    assert [mute.user for mute in TableMute.objects.all()] == [bob]
    assert f"Table {table.pk}" in client_for(bob).get("/notifications/").content.decode()
    client_for(bob).post(address, {"unmute": "1"})
    assert not TableMute.objects.exists()


def test_others_private_tables_cannot_be_muted(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission="invited")
    assert client_for(charlie).get(f"/tables/{table.pk}/mute/").status_code == 404


def test_waiting_notices_are_decided_again_when_settings_change(bobs_turn, bob, client_for, clock, choose):
    choose(bob, quiet_from=time(11), quiet_until=time(20))
    bobs_turn()
    clock(minutes=1)
    assert subjects(bob) == [] and Seat.objects.get(user=bob).is_awaited
    client_for(bob).post(
        "/notifications/", {"rhythm": "each", "mail": "on", "talk": "all", "webhook_kind": "plain"}
    )
    clock(minutes=1)
    assert len(subjects(bob)) == 1


def test_the_service_worker_is_served_at_the_root(client_for):
    answer = client_for(None).get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    again = client_for(None).get("/worker.js", headers={"if-none-match": answer.headers["ETag"]})
    assert again.status_code == 304
