"""Clients for tests of the admin: a moderator, an administrator, a player (alice) and an anonymous reader.

Staff log in as in a browser: by the form, with a code from an authenticator app.
"""

import pytest
from django.test import Client

from accounts.models import User
from tests.staff import enter, log_in, person_with_role


@pytest.fixture
def mona(db: None) -> User:
    return person_with_role("mona", "moderator", display_name="Mona Mate")


@pytest.fixture
def adam(db: None) -> User:
    return person_with_role("adam", "administrator", display_name="Adam Admiral")


@pytest.fixture
def moderator(mona: User) -> Client:
    return enter(mona)


@pytest.fixture
def administrator(adam: User) -> Client:
    return enter(adam)


@pytest.fixture
def player(alice: User) -> Client:
    return log_in(alice)


@pytest.fixture
def anonymous(db: None) -> Client:
    return Client()
