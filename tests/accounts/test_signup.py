from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import code_mailed_to
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ANSWERS = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": PASSWORD,
    "display_name": "Dora Deck",
    "time_zone": "Europe/Lisbon",
}


def sign_up(client, **changes):
    return client.post("/accounts/signup/", ANSWERS | changes)


def test_the_form_asks_for_the_name_to_show_and_the_time_zone(client):
    page = client.get("/accounts/signup/").content.decode()
    assert 'name="display_name"' in page
    assert '<option value="Europe/Lisbon">Europe/Lisbon</option>' in page
    assert "accounts/time_zone.js" in page


def test_who_signs_up_is_let_in_once_the_address_is_confirmed(client):
    assert sign_up(client).url == "/accounts/confirm-email/"
    assert client.get("/accounts/profile/").status_code == 302

    response = client.post("/accounts/confirm-email/", {"code": code_mailed_to("dora@example.org")})
    assert response.url == "/"
    assert client.get("/accounts/profile/").status_code == 200


def test_a_wrong_code_lets_nobody_in(client):
    sign_up(client)
    client.post("/accounts/confirm-email/", {"code": "AAAA-AAAA"})
    assert client.get("/accounts/profile/").status_code == 302


@pytest.mark.parametrize(("minutes", "status"), [(9, 200), (11, 302)])
def test_a_code_is_good_for_ten_minutes(client, time_machine, minutes, status):
    sign_up(client)
    time_machine.move_to(timezone.now() + timedelta(minutes=minutes))
    client.post("/accounts/confirm-email/", {"code": code_mailed_to("dora@example.org")})
    assert client.get("/accounts/profile/").status_code == status


def test_the_answers_are_kept(client):
    sign_up(client)
    dora = User.objects.get(username="dora")
    assert (dora.display_name, dora.time_zone, dora.mail_turns) == ("Dora Deck", "Europe/Lisbon", True)


def test_without_a_display_name_others_see_the_user_name(client):
    sign_up(client, display_name="", time_zone="")
    dora = User.objects.get(username="dora")
    assert (dora.display_name, dora.time_zone) == ("dora", "UTC")


@pytest.mark.parametrize(
    "wrong",
    [
        {"display_name": "D"},
        {"display_name": "D" * 41},
        {"display_name": "Dora\u202eDeck"},
        {"time_zone": "Mars/Olympus"},
        {"username": "d"},
        {"username": "two words"},
        {"email": "dora"},
        {"password1": "12345678"},
    ],
)
def test_a_wrong_answer_makes_no_user(client, wrong):
    assert sign_up(client, **wrong).status_code == 200
    assert not User.objects.exists()
    assert mail.outbox == []


def test_an_address_that_is_taken_is_not_given_away(client, alice):
    response = sign_up(client, email=alice.email)
    assert response.url == "/accounts/confirm-email/"  # the same as for an unused address
    assert not User.objects.filter(username="dora").exists()
    assert "already" in mail.outbox[-1].body


def test_a_taken_address_costs_as_many_hashes_as_a_free_one(client, client_for, alice, monkeypatch):
    hashes, encode = [], MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *of: hashes.append(1) or encode(*of))
    sign_up(client, email=alice.email)
    taken = len(hashes)
    sign_up(client_for(None))
    assert taken == len(hashes) - taken == 1
