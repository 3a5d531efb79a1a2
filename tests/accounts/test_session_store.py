"""Who asks: the session and its user come in one query, and nobody is taken for somebody else."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.staff import log_in

pytestmark = pytest.mark.django_db


def asked_by(client):
    """The user of a request, and how many queries name sessions or people."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/about/")
    about = [
        query["sql"] for query in asked if "django_session" in query["sql"] or "password" in query["sql"]
    ]
    return answer.wsgi_request.user, len(about)


def test_session_and_user_are_one_query(alice):
    user, queries = asked_by(log_in(alice))
    assert (user, queries) == (alice, 1)
    assert user._wrapped.__dict__.keys() >= {"username", "vacations"} and user.vacations == []


def test_a_session_that_nobody_knows_is_read_by_django(alice):
    client = log_in(alice)
    UserSession.objects.all().delete()
    assert asked_by(client) == (alice, 2)


def test_a_session_that_is_noted_for_another_is_still_its_own(alice, bob):
    client = log_in(alice)
    type(bob).objects.filter(pk=bob.pk).update(password=alice.password)  # and so the same proof
    UserSession.objects.update(user=bob)
    assert asked_by(client)[0] == alice


@pytest.mark.parametrize("change", ["inactive", "password", "expired", "deleted", "hash"])
def test_who_is_out_is_out_at_once(alice, change):
    client = log_in(alice)
    match change:
        case "inactive":
            type(alice).objects.update(is_active=False)
        case "password":
            alice.set_password("another-deck-and-another-rope")
            alice.save()
        case "expired":
            Session.objects.update(expire_date=timezone.now())
        case "deleted":
            Session.objects.all().delete()
        case "hash":
            session = client.session
            session[HASH_SESSION_KEY] = ""
            session.save()
    assert not asked_by(client)[0].is_authenticated


@pytest.mark.parametrize("key", ["", "short", "a\0bcdefgh", "à-la-carte-ça", "'; DROP TABLE --", "a" * 5000])
def test_a_key_that_is_none_is_nobodys(key):
    client = Client()
    client.cookies["sessionid"] = key
    user, _queries = asked_by(client)
    assert not user.is_authenticated
