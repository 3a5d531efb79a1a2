import re

import pytest
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

ANSWERS = {"display_name": "Alice Aloft", "time_zone": "Asia/Tokyo"}
PRIVATE_PAGES = [
    "accounts:profile",
    "account_email",
    "account_change_password",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_list_webauthn",
]


def profile_of(user):
    kept = User.objects.get(pk=user.pk)
    return kept.display_name, kept.time_zone


def test_alice_can_change_only_her_own_profile(client_for, alice, bob):
    response = client_for(alice).post("/accounts/profile/", ANSWERS)
    assert response.url == "/accounts/profile/"
    assert profile_of(alice) == ("Alice Aloft", "Asia/Tokyo")
    assert profile_of(bob) == ("Bob Bosun", "UTC")


def test_everybody_sees_their_own_profile(client_for, alice, bob):
    for user, other in ((alice, bob), (bob, alice)):
        page = client_for(user).get("/accounts/profile/").content.decode()
        assert f'value="{user.display_name}"' in page
        assert other.display_name not in page


def test_a_profile_cannot_be_changed_without_a_log_in(client, alice):
    response = client.post("/accounts/profile/", ANSWERS)
    assert response.url == "/accounts/login/?next=/accounts/profile/"
    assert profile_of(alice) == ("Alice Ardent", "UTC")


@pytest.mark.parametrize("name", PRIVATE_PAGES)
def test_private_pages_require_a_log_in(client, client_for, alice, name):
    address = reverse(name)
    assert client.get(address).url.startswith("/accounts/login/")
    answer = client_for(alice).get(address)
    assert answer.status_code == 200 or answer.url.startswith("/accounts/reauthenticate/")


def test_a_cleared_name_becomes_the_user_name(client_for, alice):
    client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "  "})
    assert profile_of(alice)[0] == "alice"


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"time_zone": ""},
        {"display_name": "A"},
        {"display_name": "A" * 41},
        {"display_name": "Ali\x07ce"},
        {"display_name": "Alice\u200b\u200b"},
    ],
)
def test_invalid_profile_input_is_refused_with_a_reason(client_for, alice, wrong):
    response = client_for(alice).post("/accounts/profile/", ANSWERS | wrong)
    assert response.status_code == 422
    assert 'aria-invalid="true"' in response.content.decode()
    assert profile_of(alice) == ("Alice Ardent", "UTC")


def test_the_name_is_escaped(client_for, alice):
    client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "<b>Alice</b>"})
    page = client_for(alice).get("/accounts/profile/").content.decode()
    assert "<b>Alice" not in page


def test_settings_are_found_by_their_words(alice, client_for):
    client = client_for(alice)
    everything = client.get("/accounts/settings/").text
    found = client.get("/accounts/settings/", {"q": " passk"}).text.split("<main")[1].split("</nav>")[1]
    assert 'href="/accounts/2fa/"' in found and 'href="/notifications/"' not in found
    assert set(re.findall(r'href="(/[^"]+)"', found)) < set(re.findall(r'href="(/[^"]+)"', everything))
    assert "No setting found" in client.get("/accounts/settings/", {"q": "<b>"}).text
    tabs = client.get("/accounts/email/").text.split('class="tabs"')[1].split("</ul>")[0]
    assert re.search(r'aria-current="page">\s*Security<', tabs) and tabs.count("<li>") == 5
