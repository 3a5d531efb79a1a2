"""Merged accounts: seats, history and address move; nothing is lost if both had a seat."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from games.models import AccessRecord, Invitation, Notice, PrivateNote, Seat, Table, TalkLine
from games.tables import lobby
from games.web.tasks import sweep
from tests.conftest import PASSWORD, person
from tests.play import first_move, post_move, running_table
from tests.staff import log_in

pytestmark = pytest.mark.django_db


def merge(client, who, into, **data):
    data = {"reason": "The same person", "into": into, **data}
    answer = client.post(f"/admin/accounts/user/{who.pk}/act/merge/", data)
    sweep()
    return answer


def test_the_other_account_continues_at_all_tables(administrator, alice, bob, charlie):
    running = running_table(bob, alice)
    over = running_table(bob, alice)
    Table.objects.filter(pk=over.pk).update(status=Table.Status.FINISHED)
    waiting = lobby.table_create(bob, title="captivate", options={}, seats=2)
    told = Notice.objects.filter(user=bob, table=running).count()
    assert merge(administrator, bob, "charlie").status_code == 302
    for table in (running, over, waiting):
        table.refresh_from_db()
        assert table.creator == charlie
        assert table.seats.get(number=0).user == charlie
    assert Notice.objects.filter(user=charlie, table=running).count() >= told
    assert post_move(log_in(charlie), running, first_move(running, 0)).status_code == 302
    assert "now plays from another account" in log_in(alice).get(f"/tables/{running.pk}/").content.decode()


def test_where_both_have_a_seat_each_keeps_it(administrator, alice, bob, charlie):
    table = running_table(bob, charlie, alice)
    merge(administrator, bob, "charlie")
    assert [seat.user for seat in table.seats.all()] == [bob, charlie, alice]
    bob.refresh_from_db()
    assert (bob.merged_into, bob.is_active) == (charlie, False)


def test_rows_limited_to_one_per_table_move_where_possible(administrator, alice, bob, charlie):
    first, second = running_table(bob, alice), running_table(alice, charlie)
    for user, table, text in (
        (bob, first, "of bob"),
        (bob, second, "too much"),
        (charlie, second, "of charlie"),
    ):
        PrivateNote.objects.create(user=user, table=table, text=text)
    TalkLine.objects.create(table=first, user=bob, text="Ahoy")
    Invitation.objects.create(table=second, user=bob, by=alice)
    merge(administrator, bob, "charlie")
    notes = PrivateNote.objects.order_by("pk").values_list("user__username", "text")
    assert list(notes) == [("charlie", "of bob"), ("bob", "too much"), ("charlie", "of charlie")]
    assert TalkLine.objects.get().user == charlie
    assert Invitation.objects.get().user == charlie


@pytest.mark.parametrize("keeps", [True, False])
def test_the_closed_accounts_address_logs_in_to_the_other_or_is_deleted(administrator, bob, charlie, keeps):
    merge(administrator, bob, "charlie", **({"keeps_address": "on"} if keeps else {}))
    owner = EmailAddress.objects.filter(email="bob@example.org").values_list("user__username", flat=True)
    assert list(owner) == (["charlie"] if keeps else [])
    client = Client()
    client.post("/accounts/login/", {"login": "bob@example.org", "password": PASSWORD})
    assert client.session.get("_auth_user_id") == (str(charlie.pk) if keeps else None)
    assert EmailAddress.objects.filter(user=charlie, primary=True).count() == 1


def test_the_remaining_account_is_notified_and_the_other_is_closed(administrator, bob, charlie):
    inside = log_in(bob)
    merge(administrator, bob, "charlie")
    assert inside.get("/tables/").status_code == 302
    assert "merged your two accounts" in log_in(charlie).get("/decisions/").content.decode()
    closed = Client().post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    assert closed.status_code == 403 and "use that" in closed.content.decode()


def test_merging_into_nobody_oneself_or_a_closed_account_is_refused(administrator, adam, alice, bob, charlie):
    for name, status in (("nobody", 409), ("bob", 409), ("adam", 403)):
        assert merge(administrator, bob, name).status_code == status
    User.objects.filter(pk=alice.pk).update(is_active=False, is_banned=True)
    assert merge(administrator, bob, "alice").status_code == 409
    merge(administrator, bob, "charlie")
    assert merge(administrator, bob, "charlie").status_code == 409
    assert merge(administrator, charlie, "bob").status_code == 409
    assert not Seat.objects.exists()


def test_an_address_of_both_accounts_stays_once_and_confirmed(administrator, bob, charlie):
    EmailAddress.objects.create(user=charlie, email=bob.email, verified=False)
    assert merge(administrator, bob, "charlie", keeps_address="on").status_code == 302
    assert EmailAddress.objects.get(email="bob@example.org", user=charlie).verified
    assert not EmailAddress.objects.filter(user=bob).exists()


def test_a_merger_gives_no_seat_to_an_account_that_saw_secrets(administrator, alice, bob, charlie):
    table = running_table(alice, bob)
    AccessRecord.objects.create(table=table, by=charlie, ply=0, reason="a report", seat_number=1)
    merge(administrator, bob, "charlie")
    assert table.seats.get(number=1).user == bob


def test_departures_move_except_where_the_other_account_has_a_seat(administrator, alice, bob, charlie):
    """Bob had a seat at both tables. Charlie still has one at one of them, so he must get no departure there."""
    shared, other = running_table(charlie, alice), running_table(alice, person("dora"))
    for table in (shared, other):
        table.departures.create(user=bob, seat_number=1)
    Seat.objects.filter(number=1).update(is_offered=True)
    merge(administrator, bob, "charlie")
    assert [row.user for table in (shared, other) for row in table.departures.all()] == [bob, charlie]
    take = log_in(charlie).post(f"/tables/{other.pk}/take-over/", {"seat": 1})
    assert take.status_code == 403
