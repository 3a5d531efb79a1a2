import re

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import User
from tests.accounts.conftest import code_mailed_to
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_signing_up_asks_for_the_code_from_the_email(page_for, scripts):
    page = page_for(None, java_script_enabled=scripts, timezone_id="Europe/Lisbon")
    page.goto("/accounts/signup/")
    page.get_by_label(re.compile("e-?mail", re.IGNORECASE)).fill("dora@example.org")
    page.get_by_label("User name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/confirm-email/")

    page.get_by_label("Code").fill(code_mailed_to("dora@example.org"))
    page.get_by_role("main").get_by_role("button", name="Confirm").click()
    page.wait_for_url(lambda url: "confirm-email" not in url)
    assert page.goto("/accounts/profile/").status == 200
    assert User.objects.get(username="dora").time_zone == ("Europe/Lisbon" if scripts else "UTC")


def with_passkey_device(page):
    """Give the browser of `page` a virtual device that creates passkeys and always confirms."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_alice_adds_a_passkey_and_logs_in_with_it(page_for, alice):
    page = page_for(alice)
    with_passkey_device(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)  # this page asks for it again
    page.get_by_role("main").get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/webauthn/add/")
    page.get_by_label("Log in without a password").check()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url(lambda url: "webauthn/add" not in url)
    assert Authenticator.objects.filter(user=alice, type=Authenticator.Type.WEBAUTHN).exists()

    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="passkey").click()
    page.wait_for_url(lambda url: "/accounts/login/" not in url)
    page.goto("/accounts/profile/")
    assert page.get_by_label("Display name").input_value() == "Alice Ardent"
