import pytest

from accounts.models import User
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
def test_a_wrong_password_and_a_wrong_name_are_told_alike(client, alice, login):
    response = log_in(client, login, "a wrong password")
    assert response.status_code == 200
    assert "not correct" in response.content.decode()
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


def test_logging_out_takes_a_post(client_for, alice):
    client = client_for(alice)
    assert client.get("/accounts/logout/").status_code == 200
    assert is_logged_in(client)
    client.post("/accounts/logout/")
    assert not is_logged_in(client)


def test_the_way_back_stays_on_the_site(client, alice):
    response = client.post(
        "/accounts/login/?next=//elsewhere.example/", {"login": "alice", "password": PASSWORD}
    )
    assert response.url == "/"


def test_the_admin_is_entered_by_the_same_door(client, client_for, alice):
    assert client.get("/admin/login/").url.startswith("/accounts/login/")
    assert client_for(alice).get("/admin/login/").status_code == 403
