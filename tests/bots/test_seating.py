"""The host of an open table seats bots, which then play."""

import pytest
from django.core import mail

from accounts.models import User
from games.engine.search import RANKS
from games.models import MoveRecord, Notice, Seat, Table
from games.tables import lobby
from games.titles import TITLES
from games.web.tasks import sweep
from tests.play import fingerprint, first_move, post_move

pytestmark = pytest.mark.django_db


def opened(user, **columns):
    return lobby.table_create(
        user, **{"title": "captivate", "options": {}, "seats": 2, "seating": "joined", **columns}
    )


def seat_bots(client, table, level="deckhand", **fields):
    return client.post(f"/tables/{table.pk}/bots/", {"level": level, **fields})


def asked(table):
    return table.seats.get(is_awaited=True)


def test_a_bot_takes_a_seat_and_answers(alice, client_for):
    table, client = opened(alice), client_for(alice)
    assert "Add a bot" in client.get(f"/tables/{table.pk}/").content.decode()
    assert seat_bots(client, table)["Location"] == f"/tables/{table.pk}/"
    table.refresh_from_db()
    assert table.is_running and table.has_bots
    while asked(table).number == 0:
        post_move(client, table, '{"type":"end"}' if table.records.count() > 1 else first_move(table, 0))
    sweep()
    last = MoveRecord.objects.filter(table=table, seat=1).latest("ply")
    assert last.cause == "" and last.by.is_bot and last.by.level == "deckhand"
    assert "Finn ★ (bot)" in client.get(f"/tables/{table.pk}/").content.decode()


@pytest.mark.parametrize("level", RANKS)
@pytest.mark.parametrize("title", TITLES)
def test_bots_of_every_level_play_every_title_without_emails(
    title, level, alice, client_for, django_capture_on_commit_callbacks
):
    seats = TITLES[title].seats[-1]
    table = opened(alice, title=title, seats=seats)
    with django_capture_on_commit_callbacks(execute=False):
        seat_bots(client_for(alice), table, level, everywhere="1")
    table.refresh_from_db()
    names = [seat.user.display_name for seat in table.seats.select_related("user")]
    assert table.is_running and len(set(names)) == seats
    assert all(name.endswith(" " + "★" * (1 + RANKS.index(level))) for name in names[1:])
    played = MoveRecord.objects.filter(table=table, kind="move", by__kind="bot")
    for _ in range(40):
        sweep()
        if played.exists():
            break
        Seat.objects.filter(table=table, user=alice, is_awaited=True).update(
            is_kept=True
        )  # plays on without her
        Seat.objects.filter(table=table, is_awaited=True).update(think_at=table.started_at)
    assert played.exists()
    assert not mail.outbox and not Notice.objects.filter(user__kind="bot").exists()


def test_only_the_host_can_seat_bots_and_only_existing_ones(alice, bob, client_for):
    table = opened(alice, seats=4)
    lobby.seat_take(bob, table.pk)
    before = fingerprint(table)
    assert "Add a bot" not in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert seat_bots(client_for(bob), table).status_code == 403
    for level in ("program", "greedy", "admiral", ""):
        assert seat_bots(client_for(alice), table, level).status_code == 400
    assert fingerprint(table) == before and not User.objects.filter(kind="bot").exists()
    seat_bots(client_for(alice), table, everywhere="1")
    assert Table.objects.get().is_running
    assert seat_bots(client_for(alice), table).status_code == 409


def test_a_private_table_is_missing_for_strangers(alice, bob, client_for):
    table = opened(alice, admission="invited")
    assert seat_bots(client_for(bob), table).status_code == 404
    assert client_for(bob).post(f"/tables/{table.pk}/bots/remove/", {"seat": 0}).status_code == 404


def test_only_the_host_can_remove_a_bot(alice, bob, client_for):
    table = opened(alice, seats=4)
    seat_bots(client_for(alice), table)
    lobby.seat_take(bob, table.pk)
    page, away = (
        client_for(alice).get(f"/tables/{table.pk}/").content.decode(),
        f"/tables/{table.pk}/bots/remove/",
    )
    assert "Remove Finn ★ (bot)" in page
    assert "Remove Finn" not in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert client_for(bob).post(away, {"seat": 1}).status_code == 403
    for seat, status in ((0, 409), (2, 409), (9, 409), ("x", 400), ("", 400)):
        assert client_for(alice).post(away, {"seat": seat}).status_code == status
    assert client_for(alice).post(away, {"seat": 1}).status_code == 302
    table.refresh_from_db()
    assert [seat.user for seat in table.seats.order_by("number")] == [alice, bob] and not table.has_bots


def test_nobody_can_log_in_as_a_bot_or_invite_one(alice, client_for):
    seat_bots(client_for(alice), opened(alice))
    bot = User.objects.get(kind="bot")
    answer = client_for(None).post("/accounts/login/", {"login": bot.username, "password": ""})
    assert answer.status_code == 200 and not bot.has_usable_password()
    table = opened(alice)
    assert client_for(alice).post(f"/tables/{table.pk}/invite/", {"name": bot.username}).status_code == 409


def test_reply_times_at_tables_with_bots_are_not_recorded(alice, bob, client_for):
    table, client = opened(alice), client_for(alice)
    seat_bots(client, table)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, '{"type":"end"}')
    sweep()
    assert [user.replies for user in User.objects.all() if user != bob] == [[], []]
    table = opened(alice)
    lobby.seat_take(bob, table.pk)
    post_move(client, table, first_move(table, 0))
    post_move(client, table, '{"type":"end"}')
    alice.refresh_from_db()
    assert len(alice.replies) == 1
