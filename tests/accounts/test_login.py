import pytest
from celery.signals import before_task_publish
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.celery import app
from tests.accounts.conftest import link_mailed_to
from tests.accounts.test_password import set_by_link
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def log_in(client, login, password=PASSWORD):
    return client.post("/accounts/login/", {"login": login, "password": password})


def is_logged_in(client):
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("login", ["alice", "alice@example.org", "ALICE@example.org"])
def test_alice_logs_in_by_name_or_address(client, alice, login):
    response = log_in(client, login)
    assert (response.status_code, response.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize("login", ["alice", "nobody"])
def test_a_wrong_password_and_a_wrong_name_get_the_same_error(client, alice, login):
    response = log_in(client, login, "a wrong password")
    assert response.status_code == 200
    assert "is wrong" in response.content.decode()
    assert not is_logged_in(client)


def test_an_unconfirmed_address_must_be_confirmed_first(client):
    User.objects.create_user("eve", "eve@example.org", PASSWORD)
    assert log_in(client, "eve").url == "/accounts/confirm-email/"
    assert not is_logged_in(client)


def test_after_five_failures_even_the_right_password_must_wait(client, alice):
    for _attempt in range(5):
        log_in(client, "alice", "a wrong password")
    assert "Too many" in log_in(client, "alice").content.decode()
    assert not is_logged_in(client)


def test_logging_out_requires_a_post(client_for, alice):
    client = client_for(alice)
    assert client.get("/accounts/logout/").status_code == 200
    assert is_logged_in(client)
    client.post("/accounts/logout/")
    assert not is_logged_in(client)


def test_the_log_in_redirects_only_within_the_site(client, alice):
    response = client.post(
        "/accounts/login/?next=//elsewhere.example/", {"login": "alice", "password": PASSWORD}
    )
    assert response.url == "/"


def test_the_admin_uses_the_same_log_in(client, client_for, alice):
    assert client.get("/admin/login/").url.startswith("/accounts/login/")
    assert client_for(alice).get("/admin/login/").status_code == 403


def from_address(address):
    return Client(REMOTE_ADDR=address)


def guess(client, login, times):
    for _time in range(times):
        log_in(client, login, "a wrong password")


def test_strangers_who_guess_from_many_addresses_do_not_lock_the_owner_out(alice):
    for number in range(8):
        guess(from_address(f"198.51.100.{number}"), "alice", 5)
    assert log_in(from_address("203.0.113.9"), "alice").url == "/"


def test_one_address_cannot_keep_guessing_for_one_account_or_many(alice, bob):
    guess(from_address("198.51.100.1"), "alice", 5)
    assert "Too many" in log_in(from_address("198.51.100.1"), "alice@example.org").text  # the same account
    assert log_in(from_address("198.51.100.1"), "bob").url == "/"
    for number in range(10):
        guess(from_address("2001:db8:1:1::7"), f"nobody-{number}", 1)
    assert "Too many" in log_in(from_address("2001:db8:1:1::8"), "bob").text  # the same /64 network


def test_the_owners_browser_can_log_in_while_others_are_blocked(alice):
    own = from_address("198.51.100.1")
    log_in(own, "alice")
    own.post("/accounts/logout/")
    guess(from_address("198.51.100.1"), "alice", 12)
    assert "Too many" in log_in(from_address("198.51.100.1"), "alice").text
    assert log_in(own, "alice").url == "/"


def test_a_known_browser_has_limits_and_helps_no_other_account(alice, bob):
    own = from_address("198.51.100.1")
    log_in(own, "alice")
    own.post("/accounts/logout/")
    guess(own, "bob", 5)
    assert "Too many" in log_in(own, "bob").text
    guess(own, "alice", 10)
    assert "Too many" in log_in(own, "alice").text


@pytest.mark.parametrize("value", ["", "x", "WyJhIixbImIiXV0:1:x"])
def test_a_forged_device_cookie_is_ignored(alice, settings, value):
    liar = from_address("198.51.100.1")
    liar.cookies[settings.DEVICE_COOKIE_NAME] = value
    guess(liar, "alice", 5)
    assert "Too many" in log_in(liar, "alice").text


def test_a_new_password_forgets_known_browsers(alice):
    own = from_address("198.51.100.1")
    log_in(own, "alice")
    own.post("/accounts/logout/")
    alice.set_password("another-rope-another-ladder")
    alice.save()
    guess(own, "alice", 5)
    assert "Too many" in log_in(own, "alice", "another-rope-another-ladder").text


def test_the_owner_is_emailed_once_about_guessed_passwords(alice, settings):
    settings.RATES = {**settings.RATES, "wrong-password": (10, 86_400)}
    for number in range(1, 5):
        guess(from_address(f"198.51.100.{number}"), ["alice", "Alice@example.org"][number % 2], 4)
        assert len(mail.outbox) == (number > 2)
    (told,) = mail.outbox
    assert told.to == [alice.email] and "10 wrong passwords" in told.body
    assert f"{settings.SITE_URL}/accounts/password/change/" in told.body and "198.51" not in told.body


def test_own_mistakes_and_unknown_names_cause_no_warning(alice, settings):
    settings.RATES = {**settings.RATES, "wrong-password": (3, 86_400)}
    own = from_address("198.51.100.1")
    log_in(own, "alice")
    own.post("/accounts/logout/")
    guess(own, "alice", 4)
    guess(from_address("198.51.100.2"), "nobody@example.org", 4)
    assert mail.outbox == []


def test_setting_a_new_password_by_email_ends_the_wait(client, alice):
    guess(client, "alice", 5)
    client.post("/accounts/password/reset/", {"email": alice.email})
    set_by_link(client, link_mailed_to(alice.email), "another-rope-another-ladder")
    assert log_in(client, "alice", "another-rope-another-ladder").url == "/"


@pytest.fixture
def work(monkeypatch):
    app.conf.task_always_eager, made = False, Work()
    before_task_publish.connect(made.note, weak=False)
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *of: made.hashes.append(1) or encode(*of))
    yield made
    before_task_publish.disconnect(made.note)
    app.conf.task_always_eager = True


class Work:
    """Count the cost of a wrong password: the hashes and queries of one post, and the tasks that it queues."""

    def __init__(self):
        self.hashes, self.tasks = [], []

    def note(self, sender, **details):
        self.tasks.append(sender)

    def of(self, login):
        self.hashes.clear()
        self.tasks.clear()
        with CaptureQueriesContext(connection) as queries:
            answer = log_in(from_address("203.0.113.1"), login, "a wrong password")
        return answer.status_code, len(self.hashes), len(queries), list(self.tasks)


@pytest.mark.parametrize("count", [1, 10_000], ids=["told", "not-told"])
def test_a_wrong_password_takes_as_long_for_an_unknown_account(work, settings, alice, count):
    settings.RATES = {**settings.RATES, "wrong-password": (count, 86_400)}
    User.objects.create_user("passkey", "passkey@example.org")
    User.objects.create_user("banned", "banned@example.org", PASSWORD, is_active=False)
    by_name = [work.of(login) for login in ("nobody", "alice", "passkey", "banned")]
    cache.clear()
    by_address = [work.of(f"{name}@example.org") for name in ("nobody", "alice", "passkey", "banned")]
    assert by_name[0][3] == (["games.web.tasks.guesses_warn"] if count == 1 else [])
    assert by_name == [by_name[0]] * 4 and by_address == [by_address[0]] * 4
