import pytest
from django.core import mail

from tests.accounts.conftest import last_mail_to, link_mailed_to
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

NEW = "another-rope-another-ladder"


def set_by_link(client, link, password):
    form = client.get(link).url  # the key moves from the address into the session
    return client.post(form, {"password1": password, "password2": password})


def test_a_forgotten_password_is_set_anew_by_the_link_of_the_mail(client, alice):
    assert client.post("/accounts/password/reset/", {"email": alice.email}).status_code == 302
    assert set_by_link(client, link_mailed_to(alice.email), NEW).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_the_link_works_once(client, alice):
    client.post("/accounts/password/reset/", {"email": alice.email})
    link = link_mailed_to(alice.email)
    set_by_link(client, link, NEW)
    assert client.get(link).status_code == 200  # no redirect to the form
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_an_unknown_address_is_answered_like_a_known_one(client, alice):
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    known = client.post("/accounts/password/reset/", {"email": alice.email})
    assert (unknown.status_code, unknown.url) == (known.status_code, known.url)
    assert [message.to for message in mail.outbox] == [["nobody@example.org"], [alice.email]]


def test_a_password_is_changed_by_who_knows_the_old_one(client_for, alice):
    change = {"oldpassword": "a wrong password", "password1": NEW, "password2": NEW}
    client = client_for(alice)
    client.post("/accounts/password/change/", change)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)

    client.post("/accounts/password/change/", change | {"oldpassword": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mail.outbox[-1].to == [alice.email]  # she is told by mail


@pytest.mark.parametrize("address", ["alice@example.org", "nobody@example.org"])
def test_links_and_names_in_mails_follow_the_setting_and_never_the_request(client, alice, settings, address):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://captain.example", ["captain.example", "old.example"]
    client.post("/accounts/password/reset/", {"email": address}, headers={"host": "old.example"})
    text = last_mail_to(address).body
    assert "https://captain.example/accounts/" in text and "Hello from Captain's Table" in text
    assert "old.example" not in text
