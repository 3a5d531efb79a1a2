"""Bounced emails are recorded, shown, and sent again."""

import io
import sys
from email.message import EmailMessage

import pytest
from django.core import mail
from django.core.mail import get_connection
from django.core.management import call_command

from games.models import Notice
from games.notices.delivery.bounce import bounce_take
from tests.notices.conftest import subjects

pytestmark = pytest.mark.django_db

FULL = "5.2.2 smtp; 552 5.2.2 mailbox is full"
REPORT = """\
From: Mail Delivery System <MAILER-DAEMON@mail.example>
To: bounces@example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="XX"

--XX
Content-Type: text/plain

I could not deliver your message.

--XX
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; bob@example.org
Action: {action}
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 mailbox is full

--XX
Content-Type: {kind}

Message-ID: {name}
Subject: Your turn

--XX--
"""


def report(name, action="failed", kind="text/rfc822-headers"):
    return REPORT.format(name=name, action=action, kind=kind).encode()


@pytest.fixture
def sent(bobs_turn, clock):
    """Return the Message-ID of the email about Bob's turn."""
    bobs_turn()
    clock(minutes=1)
    return mail.outbox[0].extra_headers["Message-ID"]


@pytest.mark.parametrize("kind", ["text/rfc822-headers", "message/rfc822"])
def test_a_returned_email_is_retried_later_and_shown(sent, bob, clock, client_for, kind):
    assert bounce_take(report(sent, kind=kind))
    notice = Notice.objects.get(user=bob)
    assert (notice.status, notice.attempts, notice.detail) == ("due", 1, FULL)
    assert "your mailbox returned the email" in client_for(bob).get("/notifications/log/").content.decode()
    clock(minutes=59)
    assert len(subjects(bob)) == 1
    clock(minutes=1)
    assert len(subjects(bob)) == 2 and mail.outbox[1].extra_headers["Message-ID"] == sent


def test_a_mailbox_that_always_returns_emails_is_suspended(sent, bob, clock):
    for _ in range(12):
        bounce_take(report(sent))
        clock(hours=1, minutes=1)
    notice = Notice.objects.get(user=bob, kind="turn")
    assert (notice.status, notice.reason_words) == ("failed", "your mailbox returned the email")


def test_other_emails_change_nothing(sent, bob):
    plain = EmailMessage()
    plain.set_content("Out of office")
    others = [report(sent, action="delayed"), report("<0@example.org>"), report(f"<{'0' * 32}@localhost>"),
              plain.as_bytes(), b"", b"\xff\x00"]  # fmt: skip
    assert [bounce_take(each) for each in others] == [False] * 6
    assert Notice.objects.get(user=bob).status == "sent"


BROKEN = (
    "--X\nMessage-ID: <\n\nx",  # Python's parser raises IndexError
    "--X\nContent-Type: text/rfc822-headers; charset=nonsense\n\nMessage-ID: <a@b>",  # and here LookupError
    "--X\nContent-Type: message/delivery-status\n\nAction: failed",
)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_return_is_ignored_without_an_error(sent, bob, monkeypatch, capsys, broken):
    """An error would make the mail server return the bounce itself."""
    raw = f"Content-Type: multipart/report; boundary=X\n\n{broken}\n--X--\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("receive_mail")
    assert capsys.readouterr().out == "neither a bounce nor a reply\n"
    assert Notice.objects.get(user=bob).status == "sent"


def test_the_command_reads_what_a_mail_server_pipes(sent, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(report(sent))))
    call_command("receive_mail")
    assert capsys.readouterr().out == "taken\n"


def test_emails_have_the_bounce_address_as_sender(bobs_turn, clock, settings):
    settings.BOUNCE_EMAIL = "bounces@example.org"
    bobs_turn()
    clock(minutes=1)
    (message,) = mail.outbox
    assert message.from_email == "bounces@example.org"
    assert message.message()["From"] == settings.DEFAULT_FROM_EMAIL


def test_a_second_copy_is_recognised(sent, settings, tmp_path):
    """Like mail programs, the development mail backend keeps one copy of a message."""
    settings.EMAIL_FILE_PATH = str(tmp_path)
    backend = get_connection("config.dev_mail.EmailBackend")
    assert backend.send_messages([mail.outbox[0]]) == backend.send_messages([mail.outbox[0]]) == 1
    assert len(list(tmp_path.glob("*.eml"))) == 1
