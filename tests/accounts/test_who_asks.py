"""The user of a request: nobody can impersonate another user, and a user who was logged out stays logged out."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.staff import log_in

pytestmark = pytest.mark.django_db


def asked_by(client):
    """Return the user of a request."""
    return client.get("/about/").wsgi_request.user


def test_a_session_belongs_to_its_user_whatever_its_row_says(alice, bob):
    client = log_in(alice)
    type(bob).objects.filter(pk=bob.pk).update(password=alice.password)  # and so the same session hash
    UserSession.objects.update(user=bob)
    assert asked_by(client) == alice


@pytest.mark.parametrize("change", ["inactive", "password", "expired", "deleted", "hash"])
def test_a_log_out_takes_effect_at_once(alice, change):
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
    assert not asked_by(client).is_authenticated


@pytest.mark.parametrize("key", ["", "short", "a\0bcdefgh", "à-la-carte-ça", "'; DROP TABLE --", "a" * 5000])
def test_an_invalid_session_key_is_anonymous(key):
    client = Client()
    client.cookies["sessionid"] = key
    assert not asked_by(client).is_authenticated
