"""Helpers for tests of accounts: emails about logging in, signing up and changing the address."""

import re

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD


@pytest.fixture
def confirmed_client(client: Client, alice: User) -> Client:
    """Return a client of alice, who has just confirmed her password, as the pages about logging in require."""
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def last_mail_to(address: str) -> EmailMessage:
    assert mail.outbox, "no mail was sent"
    assert mail.outbox[-1].to == [address]
    return mail.outbox[-1]


def code_mailed_to(address: str) -> str:
    found = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", str(last_mail_to(address).body))
    assert found, "the mail has no code"
    return found[0]


def link_mailed_to(address: str) -> str:
    found = re.search(r"http://localhost:8000(/\S+)", str(last_mail_to(address).body))
    assert found, "the mail has no link"
    return found[1]
