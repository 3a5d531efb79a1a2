"""Playing again: a rematch, and a new table like an old one."""

import re

import pytest
from django.core import mail

from accounts.models import User
from games.models import Invitation, Notice, Table
from games.tables.play import seat_resign
from tests.conftest import person
from tests.history.test_replay import finished
from tests.play import running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(alice, bob, charlie):
    """Return a finished private game of three, with options."""
    table = running_table(
        alice, bob, charlie, options={"memory": "strict"}, admission=Table.Admission.INVITED
    )
    for ply, user in enumerate((charlie, bob)):
        seat_resign(user, table.pk, expected_ply=ply)
    return Table.objects.get(pk=table.pk)


def order(table):
    return [seat.user.username for seat in table.seats.select_related("user").order_by("number")]


def again(client_for, user, table):
    return client_for(user).post(f"/tables/{table.pk}/rematch/")


def test_a_rematch_rotates_the_seats_whoever_comes_first(three, alice, bob, charlie, client_for):
    for user in (charlie, alice, bob):
        answer = again(client_for, user, three)
    (table,) = Table.objects.exclude(pk=three.pk)
    assert answer.url == f"/tables/{table.pk}/"
    assert table.is_running and order(table) == ["bob", "charlie", "alice"]
    assert (table.options, table.admission, table.clock) == (three.options, three.admission, three.clock)
    assert [seat.place for seat in table.seats.order_by("number")] == [0, 1, 2]
    assert again(client_for, bob, three).url == answer.url, "there is one rematch"


def test_the_others_get_one_notice_and_join_with_one_click(
    three, alice, bob, charlie, client_for, django_capture_on_commit_callbacks
):
    Notice.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        again(client_for, alice, three)
    table = Table.objects.latest("pk")
    assert sorted(told for each in mail.outbox for told in each.to if "invited" in each.subject) == [
        "bob@example.org", "charlie@example.org",
    ]  # fmt: skip
    assert set(Invitation.objects.values_list("table", "user")) >= {
        (table.pk, bob.pk),
        (table.pk, charlie.pk),
    }
    assert 'id="rematch"' in client_for(bob).get(f"/tables/{three.pk}/").text
    client_for(bob).post(f"/tables/{table.pk}/join/")
    assert order(table) == ["bob", "alice"]


def test_nobody_else_takes_a_seat_of_a_rematch(alice, bob, charlie, client_for):
    former = finished(alice, bob)
    again(client_for, alice, former)
    table = Table.objects.latest("pk")
    assert table.admission == Table.Admission.OPEN
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 403
    assert f"/tables/{table.pk}/join/" not in client_for(charlie).get(f"/tables/{table.pk}/").text
    assert f"/tables/{table.pk}/" not in client_for(charlie).get("/lobby/").text
    assert f"/tables/{table.pk}/join/" in client_for(bob).get(f"/tables/{table.pk}/").text


def test_only_players_of_a_finished_game_can_have_a_rematch(alice, bob, charlie, client_for):
    running = running_table(alice, bob)
    assert again(client_for, alice, running).status_code == 409
    seat_resign(bob, running.pk, expected_ply=0)
    assert again(client_for, charlie, running).status_code == 403
    assert 'id="rematch"' not in client_for(charlie).get(f"/tables/{running.pk}/").text
    bob.is_active = False
    bob.save()
    assert again(client_for, alice, running).status_code == 409
    assert Table.objects.count() == 1


def test_bots_sit_down_at_once(alice, client_for):
    bot = person("polly", kind="bot")
    table = finished(alice, bot, plies=2)
    again(client_for, alice, table)
    played = Table.objects.latest("pk")
    assert played.is_running and played.has_bots and order(played) == ["polly", "alice"]


@pytest.mark.parametrize(("other", "offered"), [("mate", True), ("program", False), ("", False)])
def test_a_guest_can_play_against_the_same_bots_again_at_once(alice, client_for, other, offered):
    """Not against an external program, which may be gone; and a guest can't ask a person for a rematch."""
    person("polly", kind="bot" if other else "person", level=other)
    User.objects.filter(pk=alice.pk).update(kind="guest")
    table = finished(User.objects.get(pk=alice.pk), User.objects.get(username="polly"), plies=2)
    client = client_for(alice)
    page = client.get(f"/tables/{table.pk}/").text
    assert ('id="again"' in page) is offered and "/tables/new/captivate/?like" not in page
    assert f"/tables/{table.pk}/replay/" in page
    assert f'id="keep" href="/accounts/signup/?next=/tables/{table.pk}/"' in page and 'id="share"' in page
    if offered:
        fields = dict(re.findall(r'name="(title|level)" value="(\w+)"', page))
        assert client.post("/play/", fields).status_code == 302
        assert Table.objects.latest("pk").seats.exclude(user=alice).get().user.level == "mate"


def test_a_new_table_copies_the_old_ones_settings(three, bob, client_for):
    Table.objects.update(clock={"type": "fixed", "move": 36 * 3600, "answer": 12 * 3600}, offers_seats=True)
    page = client_for(bob).get(f"/tables/new/captivate/?like={three.pk}").text
    for chosen in (
        'value="strict"',
        'value="own-fixed"',
        'value="invited"',
        'value="3"',
        'name="offers_seats"',
    ):
        assert any(("checked" in each or "selected" in each) for each in page.split("<") if chosen in each), (
            chosen
        )
    assert 'name="own_move" value="36"' in page


def test_a_hidden_tables_settings_cannot_be_copied(three, client_for):
    stranger = person("stranger")
    assert client_for(stranger).get(f"/tables/new/captivate/?like={three.pk}").status_code == 404
    assert client_for(stranger).get("/tables/new/captivate/?like=x").status_code == 200
