"""The list of sessions, and logging out the others."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.links import unsubscribe_token
from tests.conftest import PASSWORD
from tests.staff import log_in

pytestmark = pytest.mark.django_db

SESSIONS = "/accounts/sessions/"
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


def test_sessions_are_listed_and_the_others_can_be_ended(alice, bob):
    here, there, stranger = log_in(alice), Client(headers=FIREFOX), log_in(bob)
    there.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    page = here.get(SESSIONS).content.decode()
    assert "Firefox, Linux" in page and page.count("this browser") == 1
    assert UserSession.objects.filter(user=alice).count() == 2
    here.post("/accounts/reauthenticate/", {"password": PASSWORD})
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


def test_ending_other_sessions_requires_a_recent_password(alice, client_for):
    here, there = client_for(alice), log_in(alice)  # the first has no token
    assert here.get(SESSIONS).status_code == 200
    assert here.post(SESSIONS).url.startswith("/accounts/reauthenticate/")
    assert there.get("/tables/").status_code == 200
    here.post(f"/accounts/reauthenticate/?next={SESSIONS}", {"password": PASSWORD})
    assert there.get("/tables/").status_code == 302


def test_the_session_has_a_new_key_after_the_log_in(alice, client):
    client.get("/accounts/password/reset/")
    client.session.save()
    session = client.session
    session["seen"] = True
    session.save()
    before = client.session.session_key
    client.cookies[settings.SESSION_COOKIE_NAME] = before
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.session.session_key not in (None, before)
    assert not Session.objects.filter(session_key=before).exists()


def test_writing_to_a_session_does_not_extend_its_two_weeks(alice):
    client = log_in(alice)
    row = Session.objects.get()
    assert timedelta(days=13, hours=23) < row.expire_date - timezone.now() <= timedelta(days=14)
    assert client.post(SESSIONS).url.startswith("/accounts/reauthenticate/")  # the session stores the request
    changed = Session.objects.get()
    assert changed.session_data != row.session_data and changed.expire_date == row.expire_date
    Session.objects.update(expire_date=timezone.now())
    assert client.get("/tables/").status_code == 302


def test_the_sessions_page_is_linked_and_private(alice, client):
    assert f'href="{SESSIONS}"' in log_in(alice).get("/accounts/settings/").content.decode()
    assert client.get(SESSIONS).url.startswith("/accounts/login/")


def test_scripts_cannot_read_cookies(alice):
    client = log_in(alice)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    client.get("/accounts/profile/")
    assert client.cookies[settings.CSRF_COOKIE_NAME]["httponly"]


def test_former_secret_keys_keep_people_logged_in(alice, settings):
    client, former, link = log_in(alice), settings.SECRET_KEY, unsubscribe_token(alice.pk)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [former]
    assert client.get("/tables/").status_code == 200
    assert client.get(f"/mail/stop/{link}/").status_code == 200
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third" * 10, []
    assert client.get("/tables/").url.startswith("/accounts/login/")
    assert client.get(f"/mail/stop/{link}/").status_code == 404
