import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.forms import Form
from django.template.loader import get_template

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def current_code(secret):
    return format_hotp_value(hotp_value(secret, [*yield_hotp_counters_from_time()][1]))


def test_the_page_with_the_qr_code_has_the_usual_policy(confirmed_client):
    page = confirmed_client.get("/accounts/2fa/totp/activate/")
    policy = confirmed_client.get("/accounts/2fa/").headers["Content-Security-Policy"]
    assert page.headers["Content-Security-Policy"] == policy and "data:" not in policy
    assert "<svg" in page.text and "data:" not in page.text and "<?xml" not in page.text


def test_the_next_log_in_asks_for_the_authenticator_app(confirmed_client, alice):
    page = confirmed_client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'value="([A-Z2-7]{32})"', page)
    assert secret
    confirmed_client.post("/accounts/2fa/totp/activate/", {"code": current_code(secret[1])})
    assert Authenticator.objects.filter(user=alice, type=Authenticator.Type.TOTP).exists()

    confirmed_client.post("/accounts/logout/")
    response = confirmed_client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert response.url.startswith("/accounts/2fa/authenticate/")
    assert "_auth_user_id" not in confirmed_client.session


@pytest.fixture
def key(alice):
    data = {"name": "Deck", "credential": {"clientExtensionResults": {"credProps": {"rk": False}}}}
    return Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data=data)


def expect_one_name(page):
    assert "passkey" in page.lower() and "security key" not in page.lower()


@pytest.mark.parametrize("folder", ["", "webauthn/", "webauthn/keys/{}/edit/", "webauthn/keys/{}/remove/"])
def test_all_pages_say_passkey(confirmed_client, key, folder):
    expect_one_name(confirmed_client.get(f"/accounts/2fa/{folder.format(key.pk)}", follow=True).text)


def test_the_page_that_adds_one_says_passkey(confirmed_client):
    confirmed_client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    expect_one_name(confirmed_client.get("/accounts/2fa/webauthn/add/").text)


def test_the_page_that_confirms_access_says_passkey(confirmed_client, key):
    expect_one_name(confirmed_client.get("/accounts/reauthenticate/").text)


@pytest.mark.parametrize("name", ["authenticate", "webauthn/reauthenticate"])
def test_the_page_that_asks_for_one_says_passkey(client, name):
    asked = {"MFA_SUPPORTED_TYPES": ["webauthn"], "js_data": {}, "form": Form(), "webauthn_form": Form()}
    expect_one_name(
        get_template(f"mfa/{name}.html", using="django").render(asked, client.get("/").wsgi_request)
    )


@pytest.mark.parametrize("act", ["added", "removed"])
@pytest.mark.parametrize(
    "name", ["messages/webauthn_{}.txt", "email/webauthn_{}_subject.txt", "email/webauthn_{}_message.txt"]
)
def test_every_email_says_passkey(act, name):
    expect_one_name(get_template(f"mfa/{name.format(act)}", using="django").render({}))
