"""Access to the admin: only people with a role and a second factor in this session."""

import re

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client

from games.models import Decision
from tests.conftest import PASSWORD
from tests.staff import enter, log_in, person_with_role

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"


def act(client, who, name, **data):
    return client.post(f"{PEOPLE}{who.pk}/act/{name}/", {"reason": "A good reason", **data})


def test_a_role_and_a_second_factor_open_the_admin(moderator, administrator, player, anonymous):
    assert [client.get("/admin/").status_code for client in (moderator, administrator)] == [200, 200]
    assert player.get("/admin/login/").status_code == 403
    assert anonymous.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")


def test_staff_without_a_second_factor_are_sent_to_set_one_up(adam):
    adam.authenticator_set.all().delete()
    answer = log_in(adam).get("/admin/games/table/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "need a second factor" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_second_factor_that_was_just_set_up_opens_the_door():
    user = person_with_role("nina", "moderator")
    user.authenticator_set.all().delete()
    client = log_in(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    [secret] = re.findall(r'value="([A-Z2-7]{32})"', client.get("/accounts/2fa/totp/activate/").text)
    code = format_hotp_value(hotp_value(secret, [*yield_hotp_counters_from_time()][1]))
    assert client.post("/accounts/2fa/totp/activate/", {"code": code}).status_code == 302
    assert client.get("/admin/").status_code == 200
    asked = log_in(user).get("/admin/", follow=True)
    assert "/accounts/2fa/authenticate/" in asked.redirect_chain[-1][0]


def test_what_cannot_be_undone_is_apart_and_leaves_nothing_preselected(administrator, alice):
    page = administrator.get(f"{PEOPLE}{alice.pk}/change/").text
    ordinary, *final = page.split('class="mod-final"')
    assert [re.findall(r"act/(\w+)/", part) for part in final] == [["merge"], ["erase"]]
    assert all("Can&#x27;t be undone:" in part or "Can't be undone:" in part for part in final)
    assert "act/suspend/" in ordinary and "mod-danger" not in ordinary
    for name in ("ban", "erase"):
        assert " checked" not in administrator.get(f"{PEOPLE}{alice.pk}/act/{name}/").text
    refused = act(administrator, alice, "erase", repeated="alice")
    alice.refresh_from_db()
    assert refused.status_code == 422 and not alice.erased_at


def test_superusers_need_a_second_factor_in_this_session_too(charlie, client_for):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    assert client_for(charlie).get("/admin/").status_code == 302
    client = enter(charlie)
    assert client.get("/admin/").status_code == 200
    charlie.authenticator_set.all().delete()
    assert client.get("/admin/").status_code == 302


def test_other_apps_rows_are_hidden_even_from_superusers(charlie):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    client = enter(charlie)
    for address in ("auth/group/", "account/emailaddress/", "mfa/authenticator/"):
        assert client.get(f"/admin/{address}").status_code == 404
    assert client.get("/admin/password_change/").url == "/accounts/password/change/"


def test_giving_and_taking_a_role_takes_effect_at_once(administrator, alice):
    inside = enter(alice)
    assert inside.get("/admin/").status_code == 302
    assert act(administrator, alice, "appoint", role="moderator").status_code == 302
    alice.refresh_from_db()
    assert alice.is_staff and not alice.is_superuser
    assert inside.get("/admin/").status_code == 200
    assert act(administrator, alice, "dismiss", role="moderator").status_code == 302
    assert inside.get("/admin/").status_code == 302
    alice.refresh_from_db()
    assert not alice.is_staff and not alice.groups.exists()
    kinds = Decision.objects.order_by("pk").values_list("kind", "facts__role", "person_id")
    assert list(kinds) == [("appoint", "moderator", alice.pk), ("dismiss", "moderator", alice.pk)]


def test_a_person_with_two_roles_who_loses_one_stays_staff(administrator, alice):
    for role in ("moderator", "administrator"):
        act(administrator, alice, "appoint", role=role)
    act(administrator, alice, "dismiss", role="administrator")
    alice.refresh_from_db()
    assert alice.is_staff
    assert [group.name for group in alice.groups.all()] == ["Moderators"]


@pytest.mark.parametrize("name", ["appoint", "dismiss"])
def test_only_administrators_can_give_roles(moderator, player, anonymous, bob, name):
    assert act(moderator, bob, name, role="administrator").status_code == 403
    for client in (player, anonymous, Client()):
        assert act(client, bob, name, role="administrator").status_code == 302
    assert "Give role" not in moderator.get(f"{PEOPLE}{bob.pk}/change/").content.decode()
    assert not Decision.objects.exists()


def test_invalid_repeated_and_own_roles_are_refused(administrator, adam, alice):
    assert act(administrator, alice, "appoint", role="emperor").status_code == 422
    assert act(administrator, alice, "appoint", role="moderator", reason=" ").status_code == 422
    assert act(administrator, adam, "dismiss", role="administrator").status_code == 403
    assert act(administrator, alice, "dismiss", role="moderator").status_code == 422
    act(administrator, alice, "appoint", role="moderator")
    assert act(administrator, alice, "appoint", role="moderator").status_code == 422
    assert Decision.objects.count() == 1


def test_even_superusers_cannot_edit_accounts_by_hand(charlie, bob):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    client, before = enter(charlie), bob.password
    page = client.get(f"{PEOPLE}{bob.pk}/change/").content.decode()
    assert before not in page and 'name="is_staff"' not in page
    client.post(f"{PEOPLE}{bob.pk}/change/", {"is_staff": "on", "is_superuser": "on", "username": "x"})
    for address in ("add/", f"{bob.pk}/delete/", f"{bob.pk}/password/"):
        assert client.post(f"{PEOPLE}{address}", {"post": "yes"}).status_code in (302, 403, 404)
    bob.refresh_from_db()
    assert (bob.username, bob.is_staff, bob.is_superuser, bob.password) == ("bob", False, False, before)
