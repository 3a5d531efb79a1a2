import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def current_code(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_only_the_page_with_the_qr_code_may_show_an_image_from_its_own_text(confirmed_client):
    policy = confirmed_client.get("/accounts/2fa/totp/activate/").headers["Content-Security-Policy"]
    assert "img-src 'self' data:" in policy
    assert "data:" not in confirmed_client.get("/accounts/2fa/").headers["Content-Security-Policy"]


def test_an_authenticator_app_is_asked_for_at_the_next_log_in(confirmed_client, alice):
    page = confirmed_client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'value="([A-Z2-7]{32})"', page)
    assert secret
    confirmed_client.post("/accounts/2fa/totp/activate/", {"code": current_code(secret[1])})
    assert Authenticator.objects.filter(user=alice, type=Authenticator.Type.TOTP).exists()

    confirmed_client.post("/accounts/logout/")
    response = confirmed_client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert response.url.startswith("/accounts/2fa/authenticate/")
    assert "_auth_user_id" not in confirmed_client.session
