"""An erased account leaves nothing personal anywhere, and the games stay."""

import re
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.utils import timezone

from games.days import absences
from games.models import Decision, Departure, Notice, Preferences, Report, Table, TalkLine
from games.notices import services
from games.web.tasks import sweep
from tests.conftest import PASSWORD, person
from tests.play import running_table
from tests.staff import enter, log_in, with_app

pytestmark = pytest.mark.django_db

SECRETS = (
    "barnaby",
    "Barnaby Buccaneer",
    "barnaby@example.org",
    "hooks.example.org",
    "push.example.org",
    "my secret",
)


@pytest.fixture
def barnaby(alice, charlie, administrator):
    """Return a person with rows in every model."""
    user = with_app(person("barnaby", display_name="Barnaby Buccaneer"))
    table = running_table(alice, user)
    choices = {"webhook_url": "https://hooks.example.org/x", "feed_token": uuid4()}
    Preferences.objects.create(user=user, **choices)
    services.push_add(
        user, endpoint="https://push.example.org/1", p256dh="x", auth="y", label="Barnaby's phone"
    )
    user.private_notes.create(table=table, text="my secret plan")
    TalkLine.objects.create(table=table, user=user, text="my secret is out")
    line = TalkLine.objects.create(table=table, user=alice, text="ahoy @barnaby")
    line.mentioned.add(user)
    Report.objects.create(about="name", table=table, person=user, by=alice, text="Barnaby is no name")
    Notice.objects.filter(user=user).update(detail="550 barnaby@example.org unknown")
    changes = {"username": "barnaby", "display_name": "Barnaby Buccaneer", "reason": "for barnaby"}
    administrator.post(f"/admin/accounts/user/{user.pk}/act/warn/", changes)
    return user


def leftovers():
    """Return all remains of the person in any row of any model, with the row as text."""
    rows = [
        row
        for model in apps.get_models()
        if model._meta.app_label != "sessions"
        for row in model.objects.all()
    ]
    text = serializers.serialize("json", rows)
    return sorted({word for word in SECRETS if re.search(re.escape(word), text, re.IGNORECASE)})


def erase(client, who, **data):
    data = {"reason": "Asked for by letter", "repeated": who.username, "tables": "leave", **data}
    answer = client.post(f"/admin/accounts/user/{who.pk}/act/erase/", data)
    sweep()
    return answer


def test_erasing_leaves_nothing_personal(administrator, barnaby):
    inside = enter(barnaby)
    assert set(leftovers()) == set(SECRETS)
    assert erase(administrator, barnaby).status_code == 302
    assert leftovers() == []
    assert inside.get("/tables/").status_code == 302
    for model in (EmailAddress, Authenticator, UserSession):
        assert not model.objects.filter(user=barnaby).exists()


def test_erasing_deletes_the_times_of_visits(administrator, barnaby):
    barnaby.seats.update(seen_at=timezone.now(), seen_ply=3)
    erase(administrator, barnaby)
    assert barnaby.seats.get().seen_at is None and barnaby.seats.get().seen_ply == -1


def test_the_game_stays_with_a_nameless_player(administrator, barnaby, alice):
    table = Table.objects.get()
    erase(administrator, barnaby)
    table.refresh_from_db()
    assert table.is_finished
    page = log_in(alice).get(f"/tables/{table.pk}/").content.decode()
    assert f"Former player {barnaby.pk}" in page and "Barnaby" not in page
    kinds = Decision.objects.filter(person=barnaby).order_by("pk").values_list("kind", "reason")
    assert list(kinds) == [("warn", "[erased]"), ("erase", "Asked for by letter")]


def test_erasing_removes_the_name_from_logs_of_former_seats(administrator, alice, bob, charlie):
    table = running_table(alice, bob)
    table.seats.filter(user=bob).update(is_offered=True)
    absences.seat_take_over(charlie, table.pk, number=1)
    assert Departure.objects.filter(user=bob).exists()
    assert "Bob Bosun" in log_in(alice).get(f"/tables/{table.pk}/").content.decode()
    erase(administrator, bob)
    assert "Bob Bosun" not in log_in(alice).get(f"/tables/{table.pk}/").content.decode()


def test_erasing_works_once_and_asks_for_the_name_again(administrator, bob, moderator):
    assert erase(administrator, bob, repeated="bib").status_code == 422
    assert erase(administrator, bob, tables="hold").status_code == 422
    assert erase(moderator, bob).status_code == 403
    assert erase(administrator, bob).status_code == 302
    bob.refresh_from_db()
    assert erase(administrator, bob).status_code == 409
    assert Client().post("/accounts/login/", {"login": bob.username, "password": PASSWORD}).status_code == 200


def test_people_can_erase_their_own_account_with_their_password(bob, alice):
    running_table(alice, bob)
    client = log_in(bob)
    assert "Delete account" in client.get("/accounts/profile/").content.decode()
    assert client.get("/accounts/erase/").url.startswith("/accounts/reauthenticate/")
    assert client.post("/accounts/erase/", {"sure": "on"}).status_code == 302
    bob.refresh_from_db()
    assert bob.erased_at is None
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.get("/accounts/erase/").status_code == 200
    assert client.post("/accounts/erase/", {}).status_code == 422
    assert client.post("/accounts/erase/", {"sure": "on"}).url == "/"
    bob.refresh_from_db()
    assert bob.erased_at and bob.username == f"former-player-{bob.pk}"
    assert "_auth_user_id" not in client.session
    sweep()
    assert Table.objects.get().is_finished


def test_people_with_a_role_cannot_erase_their_account(moderator, mona):
    moderator.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = moderator.post("/accounts/erase/", {"sure": "on"})
    assert answer.status_code == 409 and "remove your role first" in answer.content.decode()
    assert Client().get("/accounts/erase/").url.startswith("/accounts/login/")


def test_accounts_merged_into_an_erased_one_are_erased_too(administrator, bob, charlie):
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/merge/", {"reason": "the same", "into": "charlie"})
    erasing = {"reason": "asked", "tables": "leave", "repeated": "charlie"}
    assert administrator.post(f"/admin/accounts/user/{charlie.pk}/act/erase/", erasing).status_code == 302
    bob.refresh_from_db()
    assert "bob" not in bob.username and "Bob" not in bob.display_name and bob.erased_at


def test_only_the_name_itself_is_removed_from_others_texts(administrator, alice, bob):
    table = running_table(alice, bob)
    line = TalkLine.objects.create(table=table, user=alice, text="@bob and @bobby, ahoy @bob!")
    line.mentioned.add(bob)
    erasing = {"reason": "asked", "tables": "leave", "repeated": "bob"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/erase/", erasing)
    line.refresh_from_db()
    assert line.text == f"@former-player-{bob.pk} and @bobby, ahoy @former-player-{bob.pk}!"


def test_decisions_about_an_erased_person_cannot_be_undone(administrator, alice, bob, charlie):
    table = running_table(alice, bob)
    replaced = {"reason": "away", "number": 1, "name": "charlie"}
    answer = administrator.post(f"/admin/games/table/{table.pk}/act/replace/", replaced)
    assert answer.status_code == 302, answer.content.decode()
    decision = Decision.objects.latest("pk")
    erasing = {"reason": "asked", "tables": "leave", "repeated": "bob"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/erase/", erasing)
    answer = administrator.post(f"/admin/games/decision/{decision.pk}/act/undo/", {"reason": "back"})
    assert answer.status_code == 409


def test_notes_of_the_log_follow_a_name_that_was_changed_on_the_profile(administrator, alice, bob, charlie):
    table = running_table(alice, bob)
    replaced = {"reason": "away", "number": 1, "name": "charlie"}
    administrator.post(f"/admin/games/table/{table.pk}/act/replace/", replaced)
    changes = {"display_name": "Robert Rudder", "time_zone": "UTC", "mail_turns": "on"}
    assert log_in(bob).post("/accounts/profile/", changes).status_code == 302
    page = log_in(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "Robert Rudder" in page and "Bob Bosun" not in page
