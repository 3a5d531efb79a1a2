import pytest
from django.core import mail

from tests.accounts.conftest import code_mailed_to

pytestmark = pytest.mark.django_db

NEW = "alice@elsewhere.example"


def test_a_new_address_is_used_once_it_is_confirmed(confirmed_client, alice):
    confirmed_client.post("/accounts/email/", {"action_add": "", "email": NEW})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    confirmed_client.post("/accounts/confirm-email/", {"code": code_mailed_to(NEW)})
    alice.refresh_from_db()
    assert alice.email == NEW


def test_the_old_address_is_notified_of_the_change(confirmed_client):
    confirmed_client.post("/accounts/email/", {"action_add": "", "email": NEW})
    confirmed_client.post("/accounts/confirm-email/", {"code": code_mailed_to(NEW)})
    assert ["alice@example.org"] in [message.to for message in mail.outbox]


def test_nobody_can_take_over_another_persons_address(confirmed_client, alice, bob):
    confirmed_client.post("/accounts/email/", {"action_add": "", "email": bob.email})
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.email, bob.email) == ("alice@example.org", "bob@example.org")


def test_changing_the_address_asks_for_the_password_again(client_for, alice):
    response = client_for(alice).post("/accounts/email/", {"action_add": "", "email": NEW})
    assert response.url.startswith("/accounts/reauthenticate/")
    assert mail.outbox == []
