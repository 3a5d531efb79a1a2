import re
from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.login import WORDS
from tests.accounts.conftest import last_mail_to, link_mailed_to
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

NEW = "another-rope-another-ladder"


def set_by_link(client, link, password):
    form = client.get(link).url  # the key moves from the address into the session
    return client.post(form, {"password1": password, "password2": password})


def test_a_forgotten_password_is_reset_by_the_link_in_the_email(client, alice):
    assert client.post("/accounts/password/reset/", {"email": alice.email}).status_code == 302
    form = client.get(link_mailed_to(alice.email)).url
    page = client.post(form, {"password1": NEW, "password2": NEW}, follow=True)
    assert page.redirect_chain[-1] == ("/accounts/login/", 302)
    assert "Your password has been changed" in page.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_requesting_a_link_takes_as_long_for_an_unknown_account(client, alice):
    client.get("/accounts/password/reset/")
    counts = []
    for address in (alice.email, "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            assert client.post("/accounts/password/reset/", {"email": address}).status_code == 302
        counts.append((len(queries), len(mail.outbox)))
    assert counts == [(counts[0][0], 1), (counts[0][0], 2)]


def test_the_reset_link_works_once(client, alice):
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


def test_changing_the_password_requires_the_old_one(client_for, alice):
    change = {"oldpassword": "a wrong password", "password1": NEW, "password2": NEW}
    client = client_for(alice)
    client.post("/accounts/password/change/", change)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)

    client.post("/accounts/password/change/", change | {"oldpassword": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mail.outbox[-1].to == [alice.email]  # she is notified by email
    assert "Hello from Captain's Table!" in mail.outbox[-1].body


@pytest.mark.parametrize("address", ["alice@example.org", "nobody@example.org"])
def test_links_and_names_in_emails_come_from_the_settings(client, alice, settings, address):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://captain.example", ["captain.example", "old.example"]
    client.post("/accounts/password/reset/", {"email": address}, headers={"host": "old.example"})
    text = last_mail_to(address).body
    assert "https://captain.example/accounts/" in text and "Hello from Captain's Table" in text
    assert "old.example" not in text


@pytest.mark.parametrize(("minutes", "status"), [(58, 302), (62, 200)])  # to the form, or an error page
def test_the_reset_link_is_valid_for_an_hour(client, alice, time_machine, minutes, status):
    client.post("/accounts/password/reset/", {"email": alice.email})
    link = link_mailed_to(alice.email)
    time_machine.move_to(timezone.now() + timedelta(minutes=minutes))
    assert client.get(link).status_code == status


@pytest.mark.parametrize("password", ["Captains-Table!", "captivate 2026", "CANNONADES1!", "the.moderator.7"])
def test_a_password_made_of_the_sites_words_is_refused(alice, password):
    with pytest.raises(ValidationError) as refusal:
        validate_password(password, alice)
    assert [each.code for each in refusal.value.error_list] == ["password_site_words"]


@pytest.mark.parametrize(
    "password", ["captains-rope-7", "a" * 30 + "b" * 60, "пароль из слов", "~~//~~//99++"]
)
def test_other_passwords_of_any_letters_and_length_are_accepted(alice, password):
    validate_password(password, alice)


def test_the_security_page_lists_the_refused_words():
    page = (configured.BASE_DIR / "docs" / "security.md").read_text()
    (listed,) = re.findall(r"made only of these words.*?: ([^.]*)\.", page, re.DOTALL)
    assert tuple(re.findall(r"\w+", listed)) == WORDS


def test_a_password_of_seven_characters_is_refused(alice):
    with pytest.raises(ValidationError, match="8 characters"):
        validate_password("7 ropes", alice)
    validate_password("7 ropes!", alice)


def test_every_character_of_a_password_counts(client, alice):
    long = " Rope " * 20
    client.post("/accounts/password/reset/", {"email": alice.email})
    set_by_link(client, link_mailed_to(alice.email), long)
    for wrong in (long.strip(), long.lower(), f"{long[:-2]}x "):
        client.post("/accounts/login/", {"login": "alice", "password": wrong})
        assert "_auth_user_id" not in client.session
    client.post("/accounts/login/", {"login": "alice", "password": long})
    assert "_auth_user_id" in client.session
