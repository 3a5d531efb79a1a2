"""The list of sessions, and logging the other ones out."""

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client

from tests.conftest import PASSWORD
from tests.staff import log_in

pytestmark = pytest.mark.django_db

SESSIONS = "/accounts/sessions/"
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


def test_every_log_in_is_listed_and_the_others_are_ended(alice, bob):
    here, there, stranger = log_in(alice), Client(headers=FIREFOX), log_in(bob)
    there.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    page = here.get(SESSIONS).content.decode()
    assert "Firefox, Linux" in page and page.count("here and now") == 1
    assert UserSession.objects.filter(user=alice).count() == 2
    here.post(SESSIONS)
    assert [client.get("/tables/").status_code for client in (here, there, stranger)] == [200, 302, 200]
    assert UserSession.objects.filter(user=alice).count() == 1


def test_a_new_password_ends_the_other_sessions(alice):
    here, there = log_in(alice), log_in(alice)
    new = "another-deck-and-another-rope"
    here.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new, "password": new},
    )
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert [client.get("/tables/").status_code for client in (here, there)] == [200, 302]


def test_the_page_is_found_among_those_of_the_account_and_is_for_its_owner(alice, client):
    assert f'href="{SESSIONS}"' in log_in(alice).get("/accounts/profile/").content.decode()
    assert client.get(SESSIONS).url.startswith("/accounts/login/")


def test_cookies_are_for_the_server_alone(alice):
    client = log_in(alice)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    client.get("/accounts/profile/")
    assert client.cookies[settings.CSRF_COOKIE_NAME]["httponly"]
