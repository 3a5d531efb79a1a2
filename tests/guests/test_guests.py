"""Guests can play at once, are remembered, keep everything when they sign up, and are deleted after a month away."""

import html
import re
from collections import Counter
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.models import User
from games.guests.middleware import GUESTS_MAY
from games.models import MoveRecord, Notice, Seat, Table
from games.tables import lobby
from games.web.tasks import sweep
from tests.conftest import PASSWORD
from tests.play import first_move, play_near_end, post_move, records, running_table
from tests.staff import log_in as client_of

pytestmark = pytest.mark.django_db

PLAY = {"title": "captivate", "level": "deckhand"}


@pytest.fixture
def guest_client():
    """Return the browser of a player without an account who has begun to play."""
    client = Client()
    client.post("/play/", PLAY)
    return client


@pytest.fixture
def guest(guest_client):
    return User.objects.get(kind="guest")


@pytest.fixture
def table(guest):
    return Table.objects.get(creator=guest)


def test_two_clicks_lead_from_the_home_page_to_the_first_move():
    client = Client()
    page = client.get("/").content.decode()
    play = page.split('action="/play/"')[1].split("</form>")[0]
    assert 'name="level" value="deckhand"' in play and 'name="title" value="captivate"' in play
    answer = client.post("/play/", PLAY, follow=True)
    page = answer.content.decode()
    assert answer.request["PATH_INFO"].startswith("/tables/") and "Your turn" in page and "?card=" in page
    guest = User.objects.get(kind="guest")
    assert guest.display_name.startswith("Guest ") and not guest.has_usable_password()
    assert guest.display_name in page and "Finn ★ (bot)" in page


@pytest.mark.parametrize("path", ["/", "/rules/captivate/", "/lobby/", "/play/"])
def test_play_now_is_offered_to_everybody(path, alice, client_for):
    for reader in (None, alice):
        page = client_for(reader).get(path, follow=path == "/").content.decode()
        assert ('action="/play/"' in page) or path == "/"  # for players, a link to their own tables


@pytest.mark.parametrize(("seats", "got"), [("3", 3), ("8", 4), ("", None), ("x", None)])
def test_the_number_of_players_can_be_chosen(seats, got, alice, client_for):
    client_for(alice).post("/play/", {"title": "captivate", "level": "mate", "seats": seats})
    assert [table.seat_count for table in Table.objects.all()] == ([got] if got else [])


@pytest.mark.parametrize("title", ["captivate", "cardline", "cannonades", "captn-eli", "nautilus"])
def test_every_title_begins_with_a_question_to_the_player(title, alice, client_for):
    answer = client_for(alice).post("/play/", {"title": title, "level": "mate"})
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/" and table.is_running and table.admission == "invited"
    for _ in range(20):  # in some titles the first seat is drawn
        if (seat := table.seats.get(user=alice)).is_awaited:
            break
        sweep()
    assert seat.is_awaited and seat.deadline is None


def test_an_unoffered_title_or_level_starts_nothing(alice, client_for):
    for change in (
        {"title": "chess"},
        {"title": ""},
        {"level": "admiral"},
        {"level": ""},
        {"level": "program"},
    ):
        for reader in (None, alice):
            assert client_for(reader).post("/play/", {**PLAY, **change}).status_code == 400
    assert not Table.objects.exists() and User.objects.get() == alice


def test_a_guest_continues_with_the_cookie_and_nobody_else_sees_the_table(
    guest_client, table, alice, client_for
):
    assert post_move(guest_client, table, first_move(table, 0)).status_code == 302
    assert f"Table {table.pk}" in guest_client.get("/tables/").content.decode()
    for reader, status in ((alice, 404), (None, 302)):
        assert client_for(reader).get(f"/tables/{table.pk}/").status_code == status
    assert not mail.outbox and not Notice.objects.exists()


def sign_up(client):
    """Sign up as gwen and confirm the address; returns the answer."""
    form = {"email": "gwen@example.org", "username": "gwen", "time_zone": "Europe/Lisbon"}
    page = client.get(client.came_from).text
    [back] = re.findall(r'name="next" value="([^"]*)"', page) or [""]
    assert client.post("/accounts/signup/", {**form, "password1": PASSWORD, "next": back}).status_code == 302
    [code] = [line for line in mail.outbox[0].body.split() if len(line) == 9 and line[4] == "-"]
    assert client.get("/tables/new/").status_code == 302  # not before the address is confirmed
    return client.post("/accounts/confirm-email/", {"code": code})


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("/tables/new/captivate/?like=3", "/tables/new/captivate/?like=3"), ("/notifications/", "/notifications/"),
        ("/tables/{}/mute/", "/tables/{}/mute/"), ("/tables/{}/invite/", "/tables/{}/"),
    ],
)  # fmt: skip
def test_a_guest_is_asked_to_sign_up_for_the_rest_and_comes_back_to_it(path, back, guest_client, table):
    ask = guest_client.post if "invite" in path else guest_client.get
    guest_client.came_from = ask(path.format(table.pk))["Location"]
    assert "the games that you played as a guest" in guest_client.get(guest_client.came_from).text
    assert sign_up(guest_client)["Location"] == back.format(table.pk)


@pytest.fixture
def finished(alice, guest):
    """Return a game of the guest with alice that is over."""
    game = running_table(alice, guest, admission=Table.Admission.LINK)
    play_near_end(game, [alice, guest], left=0)
    game.refresh_from_db()
    assert game.is_finished
    return game


def test_a_guest_replays_a_game_and_checks_its_shuffles(finished, guest_client, client_for):
    parts = ("replay/?at=3", "chance/", "export.json", "transcript.txt", "picture.svg")
    for reader, status in ((guest_client, {200}), (client_for(None), {302})):
        assert {reader.get(f"/tables/{finished.pk}/{part}").status_code for part in parts} == status


def test_a_guest_sees_the_miniatures_of_puzzles(guest_client):
    for path in ("/puzzles/", "/puzzles/captivate/"):
        pictures = re.findall(r'<img[^>]* src="(/puzzles/[^"]+)"', guest_client.get(path).text)
        assert pictures
        assert {guest_client.get(each).status_code for each in pictures[:2]} == {200}


LINK = re.compile(r'<a\b[^>]*?href="(/(?!static/)[^"#]*)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
FORM = re.compile(r'(?:method="post"[^>]* action|formaction)="(/[^"#?]*)')


def may_lead(address, text):
    """Whether a link with this text may lead to this address."""
    return not re.match("/accounts/(login|signup)/", address) or re.search(
        "sign up|log in", text, re.IGNORECASE
    )


@pytest.mark.parametrize("is_guest", [False, True])
def test_every_link_that_needs_an_account_says_so(is_guest, guest_client, finished, table, alice, bob):
    watched = running_table(alice, bob)
    client_of(alice).post(f"/tables/{finished.pk}/talk/say/", {"text": "Good game"})
    reader = guest_client if is_guest else Client()
    own = [f"/tables/{each.pk}/" for each in (finished, table)] if is_guest else []
    found = [(path, "") for path in ("/", f"/tables/{watched.pk}/", *own)]
    visits = Counter()
    for address, text in found:  # the list grows
        name = resolve(address.split("?")[0]).view_name
        assert may_lead(address, text), (address, text)
        visits[address] += 1
        visits[name] += 1
        is_known = visits[address] > 1 or visits[name] > (9 if "table" in name else 2)
        if is_known or address.startswith("/accounts/"):
            continue
        answer = reader.get(html.unescape(address))
        assert may_lead(answer.get("Location", ""), text), (address, text)
        page = answer.content.decode(errors="replace")
        found += LINK.findall(page)
        for action in FORM.findall(page) if is_guest else ():
            name = resolve(html.unescape(action)).view_name
            assert name in GUESTS_MAY or name.startswith("account"), (address, action)
    assert len(visits) > 60


@pytest.mark.parametrize(
    "path", ["/accounts/email/", "/accounts/profile/", "/accounts/erase/", "/accounts/2fa/"]
)
def test_a_guest_has_no_account_to_change(path, guest_client, guest):
    for ask in (guest_client.get, guest_client.post):
        assert ask(path)["Location"].startswith("/accounts/login/")
    guest.refresh_from_db()
    assert guest.is_guest and guest.email == ""


def test_only_people_who_can_join_see_the_link_to_the_lobby(guest_client, client_for, alice):
    words = "Only tables I can join"
    assert words in client_for(alice).get("/lobby/").text and words not in guest_client.get("/lobby/").text


def test_a_guest_can_join_only_by_link(guest_client, guest, alice):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    assert guest_client.post(f"/tables/{table.pk}/join/").status_code == 403
    assert guest_client.post(f"/tables/{table.pk}/join/", {"token": table.token}).status_code == 302
    assert [seat.user for seat in table.seats.order_by("number")] == [alice, guest]


def test_people_without_an_account_can_join_by_link(alice):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission="link")
    client = Client()
    assert "Join as guest" in client.get(f"/join/{table.token}/").content.decode()
    assert (
        client.post("/join/wrong/guest/").status_code == 404
        and not User.objects.filter(kind="guest").exists()
    )
    assert client.post(f"/join/{table.token}/guest/")["Location"] == f"/tables/{table.pk}/"
    assert table.seats.get(number=1).user.is_guest
    assert "Join as guest" not in client.get(f"/join/{table.token}/").content.decode()


def test_a_guest_who_signs_up_keeps_everything(guest_client, guest, table):
    post_move(guest_client, table, first_move(table, 0))
    guest_client.came_from = "/accounts/signup/"
    assert "You keep the games that you played as a guest." in guest_client.get("/accounts/signup/").text
    sign_up(guest_client)
    guest.refresh_from_db()
    assert (guest.kind, guest.username, guest.display_name) == ("person", "gwen", "gwen")
    assert guest.guest_until is None and guest.mail_turns and guest.time_zone == "Europe/Lisbon"
    assert f"Table {table.pk}" in guest_client.get("/tables/").content.decode()
    assert guest_client.get("/tables/new/").status_code == 200
    assert User.objects.exclude(kind="bot").count() == 1


def test_logging_in_ends_the_guest(guest_client, guest, alice):
    answer = guest_client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 302 and guest_client.session["_auth_user_id"] == str(alice.pk)
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_refused_sign_up_leaves_the_guest_as_it_was(guest_client, guest, table, alice):
    form = {"email": "gwen@example.org", "username": "alice", "password1": PASSWORD}
    assert guest_client.post("/accounts/signup/", form).status_code == 200
    assert guest_client.get(f"/tables/{table.pk}/").status_code == 200
    guest.refresh_from_db()
    assert guest.is_guest and guest.username.startswith("guest:")


def test_an_absent_guest_is_deleted_with_all_tables(guest_client, guest, table, time_machine):
    post_move(guest_client, table, first_move(table, 0))
    time_machine.move_to(timezone.now() + timedelta(days=29))
    guest_client.get("/tables/")  # here again
    time_machine.move_to(timezone.now() + timedelta(days=29))
    sweep()
    assert User.objects.filter(pk=guest.pk).exists()
    time_machine.move_to(timezone.now() + timedelta(days=2))
    sweep()
    assert not User.objects.filter(kind="guest").exists()
    assert not Table.objects.exists() and not MoveRecord.objects.exists() and not Seat.objects.exists()
    assert guest_client.get("/tables/")["Location"].startswith("/accounts/login/")


def test_games_with_others_stay_when_a_guest_is_deleted(guest_client, guest, alice, bob, time_machine):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    lobby.seat_take(bob, table.pk)
    guest_client.post(f"/tables/{table.pk}/join/", {"token": table.token})
    time_machine.move_to(timezone.now() + timedelta(days=31))
    sweep()
    guest.refresh_from_db()
    assert guest.erased_at and guest.display_name.startswith("Former player") and guest.guest_until is None
    assert Table.objects.filter(pk=table.pk).exists() and records(table)
    assert Table.objects.count() == 1  # the one against bots was deleted


def test_a_table_with_a_moderators_decision_stays(guest, table, alice, time_machine):
    from games.models import Decision

    Decision.objects.create(kind="hold", table=table, by=alice, reason="odd", facts={"until": None})
    time_machine.move_to(timezone.now() + timedelta(days=31))
    sweep()
    assert Table.objects.filter(pk=table.pk).exists() and User.objects.get(pk=guest.pk).erased_at


def test_operators_can_turn_guests_off(settings, alice, client_for):
    settings.GUESTS = False
    assert Client().post("/play/", PLAY)["Location"] == "/accounts/login/?next=/play/"
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission="link")
    assert "Join as guest" not in Client().get(f"/join/{table.token}/").content.decode()
    assert Client().post(f"/join/{table.token}/guest/").status_code == 409
    assert not User.objects.filter(kind="guest").exists()
    assert client_for(alice).post("/play/", PLAY).status_code == 302


@pytest.mark.parametrize(
    ("addresses", "other"), [("2001:db8:1:1::{}", "2001:db8:1:2::1"), ("10.1.1.1", "10.1.2.3")]
)
def test_guests_from_one_network_are_limited(settings, addresses, other):
    settings.RATES = {**settings.RATES, "guest": (2, 3600)}
    answers = [Client(REMOTE_ADDR=addresses.format(each)).post("/play/", PLAY) for each in range(1, 4)]
    assert [answer.status_code for answer in answers] == [302, 302, 429] and answers[2]["Retry-After"]
    assert User.objects.filter(kind="guest").count() == 2
    assert Client(REMOTE_ADDR=other).post("/play/", PLAY).status_code == 302


def test_a_guests_tables_are_limited(guest_client, guest):
    answers = [guest_client.post("/play/", PLAY).status_code for _ in range(10)]
    assert answers == [302] * 9 + [409] and Seat.objects.filter(user=guest).count() == 10


@pytest.mark.parametrize("path", ["/tables/{pk}/join/", "/join/{token}/guest/"])
def test_a_guests_tables_by_link_are_limited(path, guest_client, guest, alice):
    tables = [lobby.table_create(alice, title="captivate", options={}, seats=3) for _ in range(10)]
    answers = [
        guest_client.post(path.format(pk=table.pk, token=table.token), {"token": table.token}).status_code
        for table in tables
    ]
    assert answers == [302] * 9 + [409] and Seat.objects.filter(user=guest).count() == 10


def test_nobody_can_take_the_name_of_a_bot_or_a_guest(alice, client_for):
    profile = {"time_zone": "UTC"}
    for name in ("Ada ★★ (bot)", "Guest 4711", "guest4711", "x (BOT)"):
        assert (
            client_for(alice).post("/accounts/profile/", {**profile, "display_name": name}).status_code == 422
        )
    assert (
        client_for(alice).post("/accounts/profile/", {**profile, "display_name": "Captain Ada"}).status_code
        == 302
    )
