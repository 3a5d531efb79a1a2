import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import User
from games.web.tasks import sweep
from tests.accounts.conftest import code_mailed_to
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

CONFIRM = "/accounts/confirm-email/"
ANSWERS = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": PASSWORD,
    "display_name": "Dora Deck",
    "time_zone": "Europe/Lisbon",
}


def sign_up(client, **changes):
    return client.post("/accounts/signup/", ANSWERS | changes)


def log_in(client):
    return client.post("/accounts/login/", {"login": "dora", "password": PASSWORD})


def test_the_form_asks_for_the_name_to_show_and_the_time_zone(client):
    page = client.get("/accounts/signup/").content.decode()
    assert 'name="display_name"' in page
    assert '<option value="Europe/Lisbon">Europe/Lisbon</option>' in page
    assert "accounts/time_zone.js" in page


def test_a_new_user_can_log_in_once_the_address_is_confirmed(client):
    assert sign_up(client).url == "/accounts/confirm-email/"
    assert client.get("/accounts/profile/").status_code == 302

    response = client.post("/accounts/confirm-email/", {"code": code_mailed_to("dora@example.org")})
    assert response.url == "/"
    assert client.get("/accounts/profile/").status_code == 200


def test_a_late_code_works_and_a_new_one_replaces_it(client, time_machine):
    sign_up(client, email="Dora@Example.org")
    time_machine.move_to(timezone.now() + timedelta(minutes=12))
    assert re.search(r"dora@example.org</strong> (<time[^>]*>)?12\smin", client.get(CONFIRM).text)
    first = code_mailed_to("dora@example.org")
    assert mail.outbox[-1].subject.endswith("Your code to confirm your email address")
    assert log_in(client).url == CONFIRM and len(mail.outbox) == 1  # the code may still be on its way
    client.post(CONFIRM, {"action": "resend"})
    assert "just now" in client.get(CONFIRM).text
    assert client.post(CONFIRM, {"code": first}).status_code == 200
    assert client.post(CONFIRM, {"code": code_mailed_to("dora@example.org")}).url == "/"


@pytest.mark.parametrize("reason", ["an hour", "three tries", "another browser"])
def test_the_right_password_continues_where_one_stopped(client, client_for, time_machine, reason):
    sign_up(client)
    if reason == "an hour":
        time_machine.move_to(timezone.now() + timedelta(minutes=61))
    tries = [client.post(CONFIRM, {"code": "AAAA-AAAA"}) for _ in range(1 if reason == "an hour" else 3)]
    assert tries[-1].url == "/accounts/login/"
    page = client.get("/accounts/login/").text
    assert "This code is no longer valid. Log in, and we" in page and "Too many" not in page
    browser = client_for(None) if reason == "another browser" else client
    assert log_in(browser).url == CONFIRM
    browser.post(CONFIRM, {"code": code_mailed_to("dora@example.org")})
    assert browser.get("/accounts/profile/").status_code == 200


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_mistyped_address_can_be_corrected(client, client_for, is_guest):
    if is_guest:
        client.post("/play/", {"title": "captivate", "level": "deckhand"})
    sign_up(client, email="dora@exmaple.org")
    assert "Change the address" in client.get(CONFIRM).text
    assert client.post(CONFIRM, {"action": "change", "email": "Dora@example.org"}).url == CONFIRM
    elsewhere = client_for(None)
    assert log_in(elsewhere).url == CONFIRM
    elsewhere.post(CONFIRM, {"code": code_mailed_to("dora@example.org")})
    dora = User.objects.get(username="dora")
    assert dora.emailaddress_set.get().email == dora.email == "dora@example.org"
    assert dora.guest_until is None


def test_an_account_that_is_never_confirmed_frees_its_name_after_a_day(client, time_machine):
    sign_up(client)
    sign_up(client.__class__(), username="erik", email="erik@example.org", display_name="")
    EmailAddress.objects.filter(user__username="erik").update(verified=True)
    for hours, names in ((23, {"dora", "erik"}), (2, {"erik"})):
        time_machine.move_to(timezone.now() + timedelta(hours=hours))
        sweep()
        assert set(User.objects.values_list("username", flat=True)) == names
    assert sign_up(client.__class__()).url == CONFIRM


class Refusing(BaseEmailBackend):
    """A mail server that doesn't accept the address."""

    def send_messages(self, messages):
        raise SMTPRecipientsRefused({messages[0].to[0]: (550, b"no such user")})


@pytest.mark.parametrize("address", ["dora@example.org", "alice@example.org"])
def test_an_address_that_the_mail_server_refuses_can_be_changed(client, alice, settings, address, caplog):
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    assert sign_up(client, email=address).url == CONFIRM
    page = client.get(CONFIRM).text
    assert f"t accept {address}. Check the address." in page and "Change the address" in page
    assert client.post("/accounts/password/reset/", {"email": address}).status_code == 302
    assert {record.levelname for record in caplog.records} == {"WARNING"} and address not in caplog.text


def test_answers_are_saved_and_the_display_name_defaults_to_the_user_name(client, client_for):
    sign_up(client)
    sign_up(client_for(None), username="erik", email="erik@example.org", display_name="", time_zone="")
    shown = User.objects.order_by("pk").values_list("display_name", "time_zone", "mail_turns")
    assert list(shown) == [("Dora Deck", "Europe/Lisbon", True), ("erik", "UTC", True)]


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
def test_invalid_sign_up_input_creates_no_user(client, wrong):
    assert sign_up(client, **wrong).status_code == 200
    assert not User.objects.exists()
    assert mail.outbox == []


def test_signing_up_does_not_reveal_a_taken_address(client, client_for, alice, monkeypatch):
    hashes, encode = [], MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *of: hashes.append(1) or encode(*of))
    shown, free = [], (client_for(None), "erik", "erik@example.org")
    for browser, name, address in ((client, "dora", alice.email), free):
        assert sign_up(browser, username=name, email=address, display_name="").url == CONFIRM
        page = re.sub(r'value="\w{64}"', "", browser.get(CONFIRM).text)
        shown.append((page.replace(address, ""), len(hashes), User.objects.filter(username=name).exists()))
        hashes.clear()
    assert shown[0] == shown[1]
    assert "already" in mail.outbox[0].body and "already" not in mail.outbox[1].body
    assert not EmailAddress.objects.filter(user__username="dora", verified=True).exists()
