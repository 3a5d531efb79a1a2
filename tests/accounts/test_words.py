"""allauth's pages and emails say what they mean in the words of the site: `locale/en/`."""

import re

import pytest

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

JARGON = re.compile(
    r"\b(sign(ed)?[ -](in|out)|two-factor authentication|reauthenticate|token|username|security key|deactivate)\b",
    re.I,
)
PAGES = (
    "password/reset/", "password/reset/done/", "password/reset/key/1-none/", "password/change/", "reauthenticate/",
    "email/", "2fa/", "2fa/totp/activate/", "2fa/webauthn/add/", "inactive/",
)  # fmt: skip


def words(page):
    return re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page, flags=re.S)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_has_words_that_are_not_ours(confirmed_client, page):
    confirmed_client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = confirmed_client.get(f"/accounts/{page}", follow=True)
    assert answer.status_code == 200
    assert not JARGON.search(words(answer.text))


def test_an_email_says_what_happened_and_what_to_do(confirmed_client, mailoutbox):
    change = {"oldpassword": PASSWORD, "password1": "other-Ahoy-9431", "password2": "other-Ahoy-9431"}
    confirmed_client.post("/accounts/password/change/", change)
    mail = mailoutbox[-1]
    assert mail.subject == "[Captain's Table] Your password has been changed"
    assert "If this wasn't you, change your password at once." in mail.body
