"""Every kind of email says that no person wrote it, in headers that mail programs understand."""

import logging
from email import message_from_bytes

import pytest
from django.core import mail

from accounts.login import guesses_notify
from config.operators import OperatorMails
from games.notices.services import notice_test
from games.tables.lobby import mail_invite
from games.web.tasks import sweep
from tests.tables.test_way_in import opened

pytestmark = pytest.mark.django_db

SIGN_UP = {"username": "dora", "email": "dora@example.org", "password1": "ahoy-Zk3-dora", "time_zone": "UTC"}


def report():
    mails = OperatorMails()
    mails.emit(logging.makeLogRecord({"name": "tests", "levelno": logging.ERROR, "msg": "broken"}))
    mails.wait()


KINDS = {
    "code": lambda client, alice: client.post("/accounts/signup/", SIGN_UP),
    "password": lambda client, alice: client.post("/accounts/password/reset/", {"email": alice.email}),
    "guesses": lambda client, alice: guesses_notify(alice.pk),
    "invitation": lambda client, alice: mail_invite(alice, opened(alice), "dora@example.org"),
    "notice": lambda client, alice: (notice_test(alice), sweep()),
    "operators": lambda client, alice: report(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_email_has_the_headers_of_an_automatic_one(client, alice, settings, kind):
    settings.ADMINS, settings.SITE_URL = (
        [("", "captain@example.org")],
        "https://a-rather-long-name.example.org",
    )
    KINDS[kind](client, alice)
    raw = mail.outbox[0].message().as_bytes()
    headers, found = raw.partition(b"\n\n")[0], message_from_bytes(raw)
    assert b"=?" not in headers
    assert (found["Auto-Submitted"], found["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert found["Message-ID"].endswith("@a-rather-long-name.example.org>")
    link = "".join(found.get("List-Unsubscribe", "").split())
    assert link.startswith("<https://a-rather") and link.endswith("/>") if kind == "notice" else not link
