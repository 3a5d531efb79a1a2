"""Tables before the start: opening, joining in every way, inviting, starting, cancelling, expiring."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Invitation, Seat, Table
from games.tables import lobby
from games.web.tasks import sweep
from tests.play import fingerprint

pytestmark = pytest.mark.django_db

FORM = {"seats": 2, "admission": "open", "seating": "joined", "option_memory": "assisted"}


def opened(user, **columns):
    return lobby.table_create(user, **{"title": "captivate", "options": {}, "seats": 2, **columns})


def names(table):
    return [seat.user.username for seat in table.seats.order_by("number")]


def test_open_join_and_start_when_full(alice, bob, client_for):
    answer = client_for(alice).post("/tables/new/captivate/", FORM)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/" and table.is_open
    assert f"Table {table.pk}" in client_for(None).get("/lobby/").content.decode()
    client_for(bob).post(f"/tables/{table.pk}/join/")
    table.refresh_from_db()
    assert table.is_running and names(table) == ["alice", "bob"]
    assert f"Table {table.pk}<" not in client_for(None).get("/lobby/").content.decode()
    assert f"Table {table.pk}<" in client_for(None).get("/lobby/?watch=1").content.decode()


@pytest.mark.parametrize(
    "change",
    [{"seats": 9}, {"seats": "x"}, {"option_memory": "perfect"}, {"admission": "all"}, {"seating": ""}],
)
def test_tampered_form_opens_nothing(change, alice, client_for):
    answer = client_for(alice).post("/tables/new/captivate/", {**FORM, **change})
    assert answer.status_code == 400
    assert not Table.objects.exists()


def test_join_twice_leave_and_join_again(alice, bob, charlie, client_for):
    table = opened(alice, seats=3)
    client = client_for(bob)
    for _ in range(2):
        assert client.post(f"/tables/{table.pk}/join/").status_code == 302
    assert names(table) == ["alice", "bob"]
    lobby.seat_take(charlie, opened(alice, seats=3).pk)
    assert client.post(f"/tables/{table.pk}/leave/").status_code == 302
    assert names(table) == ["alice"]
    assert client.post(f"/tables/{table.pk}/leave/").status_code == 403
    assert client_for(alice).post(f"/tables/{table.pk}/leave/").status_code == 409


def test_table_by_link_needs_the_link(alice, bob, charlie, client_for):
    table = opened(alice, seats=3, admission=Table.Admission.LINK)
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 404
    assert client_for(bob).post(f"/tables/{table.pk}/join/", {"token": "wrong"}).status_code == 404
    page = client_for(None).get(f"/join/{table.token}/").content.decode()
    assert "created this table" in page and "Sign up and join" in page
    assert client_for(bob).post(f"/tables/{table.pk}/join/", {"token": table.token}).status_code == 302
    assert names(table) == ["alice", "bob"]
    other = opened(alice, seats=3, admission=Table.Admission.LINK)
    assert client_for(charlie).post(f"/tables/{other.pk}/join/", {"token": table.token}).status_code == 404


def test_an_invited_player_is_notified_and_joins(
    alice, bob, charlie, client_for, django_capture_on_commit_callbacks
):
    table = opened(alice, seats=3, admission=Table.Admission.INVITED)
    with django_capture_on_commit_callbacks(execute=True):
        assert client_for(alice).post(f"/tables/{table.pk}/invite/", {"name": " BOB "}).status_code == 302
    assert [message.to for message in mail.outbox] == [[bob.email]]
    assert client_for(charlie).get(f"/tables/{table.pk}/").status_code == 404
    assert client_for(None).get(f"/join/{table.token}/").status_code == 404
    assert "Invitations" in client_for(bob).get("/tables/").content.decode()
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 302
    assert names(table) == ["alice", "bob"]
    assert "Invitations" not in client_for(bob).get("/tables/").content.decode()


def test_automatic_requests_do_not_consume_messages(alice, bob, client_for):
    table, client = opened(alice, seats=3), client_for(alice)
    client.post(f"/tables/{table.pk}/invite/", {"name": "bob"})
    for path in (f"/tables/{table.pk}/", "/tables/"):
        assert (
            "bob has been invited." not in client.get(path, headers={"HX-Request": "true"}).content.decode()
        )
    assert "bob has been invited." in client.get(f"/tables/{table.pk}/").content.decode()


def test_a_refused_invitation_says_why(alice, bob, charlie, client_for):
    table = opened(alice, seats=3)
    lobby.seat_invite(alice, table.pk, name="bob")
    invite = f"/tables/{table.pk}/invite/"
    for name in ("nobody", "alice", "bob", ""):
        assert client_for(alice).post(invite, {"name": name}).status_code == 409
    assert client_for(charlie).post(invite, {"name": "charlie"}).status_code == 403
    assert Invitation.objects.count() == 1


def test_an_invitation_can_be_declined(alice, bob, client_for):
    table = opened(alice, seats=3, admission=Table.Admission.INVITED)
    lobby.seat_invite(alice, table.pk, name="bob")
    assert client_for(bob).post(f"/tables/{table.pk}/decline/").status_code == 302
    assert "Invitations" not in client_for(bob).get("/tables/").content.decode()


def test_the_creator_can_start_with_enough_players(alice, bob, client_for):
    table = opened(alice, seats=4)
    start = f"/tables/{table.pk}/start/"
    assert client_for(alice).post(start).status_code == 409
    lobby.seat_take(bob, table.pk)
    before = fingerprint(table)
    assert client_for(bob).post(start).status_code == 403
    assert fingerprint(table) == before
    assert client_for(alice).post(start).status_code == 302
    table.refresh_from_db()
    assert table.is_running and table.seat_count == 2
    assert client_for(alice).post(start).status_code == 409


def test_random_seating_seats_everybody_once(alice, bob, charlie):
    firsts = set()
    for _ in range(40):
        table = opened(alice, seats=3, seating=Table.Seating.RANDOM)
        for user in (bob, charlie):
            lobby.seat_take(user, table.pk)
        assert sorted(names(table)) == ["alice", "bob", "charlie"]
        firsts.add(names(table)[0])
    assert firsts == {"alice", "bob", "charlie"}  # fails by chance once in three million runs


def test_cancelling_notifies_the_others(alice, bob, charlie, client_for, django_capture_on_commit_callbacks):
    table = opened(alice, seats=3)
    lobby.seat_take(bob, table.pk)
    assert client_for(bob).post(f"/tables/{table.pk}/cancel/").status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        assert client_for(alice).post(f"/tables/{table.pk}/cancel/").status_code == 302
    assert [message.to for message in mail.outbox] == [[bob.email]]
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 409
    assert "closed before it started" in client_for(bob).get(f"/tables/{table.pk}/").content.decode()


def test_an_unfilled_table_expires_after_fourteen_days(alice, time_machine):
    table = opened(alice)
    time_machine.move_to(timezone.now() + timedelta(days=13, hours=23))
    sweep()
    table.refresh_from_db()
    assert table.is_open
    time_machine.move_to(timezone.now() + timedelta(hours=1, seconds=5))
    sweep()
    table.refresh_from_db()
    assert table.status == Table.Status.EXPIRED
    assert not Seat.objects.filter(is_live=True).exists()


def test_an_expired_table_cannot_start(alice, bob, client_for):
    table = opened(alice)
    Table.objects.filter(pk=table.pk).update(expires_at=timezone.now())
    sweep()
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 409


def test_lists_take_a_bounded_number_of_queries(alice, bob, client_for, django_assert_max_num_queries):
    for _ in range(30):
        lobby.seat_take(bob, opened(alice).pk)
        opened(alice)
    client = client_for(alice)
    for address in (
        "/lobby/",
        "/lobby/?watch=1",
        "/tables/",
        "/tables/?over=1",
        "/lobby/?title=captivate&before=9",
    ):
        with django_assert_max_num_queries(9):
            assert client.get(address).status_code == 200


def test_lists_continue_to_the_last_table(alice, client_for):
    tables = {opened(alice).pk for _ in range(45)}
    client, address, seen = client_for(alice), "/lobby/", []
    while address:
        page = client.get(address).content.decode()
        seen += [int(word.split("/")[0]) for word in page.split('href="/tables/')[1:] if word[0].isdigit()]
        address = "/lobby/?before=" + page.split("?before=")[1].split('"')[0] if "?before=" in page else ""
    assert sorted(seen) == sorted(tables)


def test_only_one_of_two_players_gets_the_last_seat(alice, bob, charlie, client_for):
    table = opened(alice)
    lobby.seat_take(bob, table.pk)
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 409
    assert names(table).count("charlie") == 0
