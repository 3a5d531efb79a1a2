"""The first administrator logs in before email works, with a code that `createsuperuser` prints."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from accounts.login import first_code
from accounts.models import User
from tests.conftest import PASSWORD, person
from tests.staff import code_of, with_app

pytestmark = pytest.mark.django_db

CONFIRM = "/accounts/confirm-email/"


@pytest.fixture
def printed(capsys, monkeypatch):
    """Run the command; returns what it prints."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, username="grace", email="grace@example.org")
    return capsys.readouterr().out


def code_in(words):
    return re.search(r"^ {4}([A-Z-]{19})$", words, re.MULTILINE)[1]


def logged_in(login="grace"):
    client = Client()
    answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert answer.status_code == 302 and answer.url == CONFIRM
    return client


@pytest.fixture
def no_mail(settings):
    """Set a mail server that doesn't answer."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def test_the_printed_code_opens_the_admin_when_mail_fails(printed, no_mail):
    client = logged_in()
    assert "Enter the code that createsuperuser printed" in client.get(CONFIRM).content.decode()
    assert client.post(CONFIRM, {"code": code_in(printed).lower().replace("-", " ")}).status_code == 302
    grace = User.objects.get(username="grace")
    assert EmailAddress.objects.get(user=grace).verified and client.get("/tables/").status_code == 200
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/accounts/2fa/"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    assert re.search(r'value="[A-Z2-7]{32}"', page)
    with_app(grace)
    asked = client.get("/admin/", follow=True).redirect_chain[-1][0]
    assert client.post(asked, {"code": code_of(grace), "next": "/admin/"}).url == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_the_printed_text_says_where_to_go(printed, settings):
    for address in ("/accounts/login/", "/accounts/2fa/", "/admin/"):
        assert f"{settings.SITE_URL}{address}" in printed
    assert "grace@example.org" in printed


def test_the_code_from_the_email_still_works(printed):
    client = logged_in()
    code = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", mail.outbox[-1].body, re.MULTILINE)[0]
    assert client.post(CONFIRM, {"code": code}).status_code == 302
    assert EmailAddress.objects.get(user__username="grace").verified


@pytest.mark.parametrize("login", ["Grace", "grace"])
def test_the_first_administrators_address_ignores_case(capsys, monkeypatch, no_mail, login):
    """Django keeps capital letters before the @, and allauth keeps none."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, username="Grace", email="Grace.Hopper@Example.ORG")
    code = code_in(capsys.readouterr().out)
    assert logged_in(login).post(CONFIRM, {"code": code}).status_code == 302
    assert EmailAddress.objects.get(user__username="Grace").verified


def test_the_printed_code_works_once(printed):
    client = logged_in()
    assert client.post(CONFIRM, {"code": code_in(printed)}).status_code == 302
    EmailAddress.objects.update(verified=False)
    cache.clear()  # the site limits how often it emails one address
    assert logged_in().post(CONFIRM, {"code": code_in(printed)}).status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists()


@pytest.mark.parametrize("change", ["late", "player", "password", "address", "wrong"])
def test_the_printed_code_works_for_a_day_and_only_for_its_superuser(printed, change):
    grace, code = User.objects.get(username="grace"), code_in(printed)
    if change == "late":
        grace.date_joined -= timedelta(hours=25)
        code = first_code(grace)
    elif change == "player":
        grace.is_superuser = False
    elif change == "password":
        grace.set_password(PASSWORD)  # the same one, with a new salt
    elif change == "address":
        grace.email = "other@example.org"
    else:
        code = code[:-1] + ("B" if code[-1] != "B" else "C")
    grace.save()
    assert logged_in().post(CONFIRM, {"code": code}).status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_others_read_that_the_mail_failed(no_mail, printed):
    dora = person("dora")
    EmailAddress.objects.filter(user=dora).update(verified=False)
    client = logged_in("dora")
    assert "send the email to dora@example.org. Try again" in client.get(CONFIRM).text


def test_a_change_is_made_even_if_the_email_about_it_fails(no_mail, client_for, alice):
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "gr8-Sea-Monster", "password2": "gr8-Sea-Monster"}
    assert client.post("/accounts/password/change/", new).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password("gr8-Sea-Monster")


def test_without_an_address_no_code_is_printed(capsys, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, username="grace", email="")
    out = capsys.readouterr()
    assert "needs an email address" in out.err and "use this code" not in out.out
