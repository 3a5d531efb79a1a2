"""Replies by email go to the table's chat: by a pipe, a mailbox or a webhook, and nothing but what the person wrote."""

import base64
import io
import json
import os
import socketserver
import ssl
import sys
import threading
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core import mail
from django.core.management import call_command
from django.db import OperationalError, connection
from django.urls import clear_url_caches, include, path
from django.utils import timezone

from config import urls
from games.models import Seat, TalkLine
from games.notices.inbox import inbox_read
from games.web.tasks import inbox_visit
from tests.conftest import person
from tests.notices.mail_programs import HTML, PLAIN, html_reply, reply_frame, text_reply

pytestmark = pytest.mark.django_db

urlpatterns = [path("anymail/", include("anymail.urls")), *urls.urlpatterns]
SAID = "Aye, Alice — how’s the sea, the wind, and the rum today? By {}."


@pytest.fixture(autouse=True)
def inbox(settings):
    settings.INBOX_ADDRESS = "captain@in.example.org"


@pytest.fixture
def sent(inbox, bobs_turn, clock):
    """Return the email about Bob's turn."""
    table = bobs_turn()
    clock(minutes=1)
    (message,) = mail.outbox
    mail.outbox.clear()
    message.table = table
    return message


@pytest.fixture
def pipe(monkeypatch, capsys):
    """Return a function that pipes an email into the command, and returns what it prints."""

    def send(message):
        raw = message if isinstance(message, bytes) else message.as_bytes()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        call_command("receive_mail")
        return capsys.readouterr().out

    return send


@pytest.fixture
def webhook(client, settings):
    """Return a function that posts an email as Postmark does."""
    settings.ROOT_URLCONF, settings.ANYMAIL = __name__, {"WEBHOOK_SECRET": "captain:rum"}
    clear_url_caches()

    def send(message, name="captain:rum"):
        code = base64.b64encode(name.encode()).decode()
        content = json.dumps({"RawEmail": message.as_string(), "FromFull": {}})
        how = {"content_type": "application/json", "headers": {"Authorization": f"Basic {code}"}}
        return client.post("/anymail/postmark/inbound/", content, **how)

    return send


class Mailbox(socketserver.ThreadingTCPServer):
    """An IMAP server with one mailbox; it knows the commands that our library sends."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails, self.seen = {}, set()
        self.tls, self.begins_with_tls = None, False


class _Session(socketserver.StreamRequestHandler):
    def handle(self):
        if self.server.begins_with_tls and not self.is_encrypted():
            return
        self.say("* OK ready")
        while line := self.rfile.readline():
            tag, command, *words = line.decode().split()
            command = words.pop(0) if command == "UID" else command
            getattr(self, f"on_{command.lower()}", lambda *words: None)(*words)
            self.say(f"{tag} OK done")
            if command == "STARTTLS" and not self.is_encrypted():
                return

    def finish(self):
        super().finish()
        self.request.close()

    def is_encrypted(self):
        """Begin TLS; return whether the client accepts our certificate."""
        try:
            self.request = self.server.tls.wrap_socket(self.request, server_side=True)
        except OSError:
            return False
        self.setup()
        return True

    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def on_capability(self):
        self.say("* CAPABILITY IMAP4rev1 STARTTLS")

    def on_login(self, name, password):
        assert (name, password) == ('"captain"', '"rum@sea"')

    def on_select(self, folder):
        self.say(f"* {len(self.server.mails)} EXISTS")

    def on_search(self, *words):
        unread = [str(number) for number in self.server.mails if number not in self.server.seen]
        self.say(f"* SEARCH {' '.join(unread)}")

    def on_fetch(self, number, *parts):
        raw = self.server.mails[int(number)]
        self.say(f"* {number} FETCH (UID {number} FLAGS () RFC822.SIZE {len(raw)} BODY[] {{{len(raw)}}}")
        self.wfile.write(raw + b")\r\n")

    def on_store(self, number, sign, flags):
        if flags == r"(\Deleted)":
            del self.server.mails[int(number)]
        else:
            self.server.seen.add(int(number))

    def on_logout(self):
        self.say("* BYE")


@pytest.fixture
def mailbox(settings):
    """Return a running mailbox, which is the site's inbox."""
    server = Mailbox()
    settings.INBOX_URL = f"imap://captain:rum%40sea@127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def certificate(tmp_path):
    """Return the file of a key and a self-signed certificate for localhost."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    begin, end = datetime(2020, 1, 1, tzinfo=UTC), datetime(2090, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, begin, end)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    signed = made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    file = tmp_path / "mail.pem"
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + signed)
    return file


@pytest.mark.parametrize("scheme", ["imap+ssl", "imap+tls"])
@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_mailbox_is_read_over_tls_if_its_certificate_is_trusted(
    sent, mailbox, certificate, settings, monkeypatch, scheme, is_trusted
):
    mailbox.tls, mailbox.begins_with_tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), scheme == "imap+ssl"
    mailbox.tls.load_cert_chain(certificate)
    mailbox.mails = {1: text_reply(sent, "Ahoy!", "gmail").as_bytes()}
    settings.INBOX_URL = settings.INBOX_URL.replace("imap:", f"{scheme}:").replace("127.0.0.1", "localhost")
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        inbox_read()
    else:
        with pytest.raises(ssl.SSLCertVerificationError):
            inbox_read()
    assert chat() == ["Ahoy!"] * is_trusted


def test_while_the_database_fails_the_mail_server_is_asked_to_try_again(sent, pipe, monkeypatch):
    reply = text_reply(sent, "Ahoy!", "gmail")
    with connection.execute_wrapper(failing), pytest.raises(SystemExit) as ended:
        pipe(reply)
    assert ended.value.code == os.EX_TEMPFAIL == 75
    assert pipe(reply) == "taken\n" and chat() == ["Ahoy!"]


def failing(execute, sql, params, many, context):
    raise OperationalError("the server closed the connection")


def test_thanks_and_greetings_are_part_of_the_message(sent, pipe):
    said = "Well played!\nThanks, that was fun.\nBest, Bob\nAlles Gute!"
    pipe(text_reply(sent, said, "gmail"))
    pipe(html_reply(sent, f"Again: {said}".replace("\n", "<br>"), "gmail"))
    assert chat() == [said, f"Again: {said}"]


def replies(sent):
    """Return a reply of every mail program, and the text that each says."""
    made = [(text_reply, program) for program in PLAIN] + [(html_reply, program) for program in HTML]
    said = [SAID.format(f"{make.__name__} {program}") for make, program in made]
    return [make(sent, text, program) for (make, program), text in zip(made, said, strict=True)], said


def chat():
    return list(TalkLine.objects.order_by("pk").values_list("text", flat=True))


def test_replies_of_all_mail_programs_are_said_through_a_pipe(sent, pipe, bob):
    mails, said = replies(sent)
    assert [pipe(each) for each in mails] == ["taken\n"] * len(mails)
    assert chat() == said and not mail.outbox
    assert set(TalkLine.objects.values_list("user", "table")) == {(bob.pk, sent.table.pk)}


def test_replies_of_all_mail_programs_are_said_from_a_mailbox(sent, mailbox):
    mails, said = replies(sent)
    other = reply_frame(sent)
    other.replace_header("To", "captain@in.example.org")
    mailbox.mails = {number: each.as_bytes() for number, each in enumerate([*mails, other], start=1)}
    inbox_visit()
    assert chat() == said and list(mailbox.mails) == [len(said) + 1]
    inbox_visit()
    assert chat() == said and mailbox.seen == {len(said) + 1}


def test_replies_of_all_mail_programs_are_said_by_a_webhook(sent, webhook):
    mails, said = replies(sent)
    assert [webhook(each).status_code for each in mails] == [200] * len(mails)
    assert chat() == said
    assert webhook(mails[0], name="captain:water").status_code == 400


def test_only_what_the_person_wrote_is_said(sent, pipe):
    reply = text_reply(sent, "Ahoy!\n- first\n- second\u200b", "gmail")
    reply.add_alternative("<p>Ahoy from HTML</p>", subtype="html")
    reply.add_attachment(b"\0" * 2_000_000, maintype="image", subtype="png", filename="me.png")
    assert pipe(reply) == "taken\n"
    listed = html_reply(sent, "1. e4 e5<br>- or *not* + that_one \\o/", "apple")
    assert pipe(listed) == "taken\n"
    assert chat() == ["Ahoy!\n- first\n- second", "1. e4 e5\n- or *not* + that_one \\o/"]


@pytest.mark.parametrize("make", [text_reply, html_reply])
def test_our_own_email_is_never_said(sent, pipe, make, bob):
    """It may show the reader's cards, and no library knows the quotes of all mail programs."""
    unknown = {"program": "lighthouse"}
    PLAIN["lighthouse"] = lambda said, subject, text: f"{said}\n\nTo hin skrifaði Captain:\n{text}"
    HTML["lighthouse"] = lambda said, subject, html: f"{said}<div>To hin skrifaði Captain:</div>{html}"
    try:
        assert pipe(make(sent, "Ahoy!", **unknown)) == "taken\n"
    finally:
        del PLAIN["lighthouse"], HTML["lighthouse"]
    assert chat() == []
    (told,) = mail.outbox
    assert told.to == [bob.email] and "Delete our email from your reply" in told.body


AUTOMATIC = (
    {"Auto-Submitted": "auto-replied"}, {"Auto-Submitted": "auto-generated; owner-email=a@b"}, {"Precedence": "bulk"},
    {"Precedence": "Auto_Reply"}, {"X-Auto-Response-Suppress": "All"}, {"Return-Path": "<>"}, {"X-Autoreply": "yes"},
    {"List-Id": "<list.example.org>"},
)  # fmt: skip


@pytest.mark.parametrize("headers", AUTOMATIC)
def test_automatic_emails_are_neither_said_nor_answered(sent, pipe, headers):
    reply = text_reply(sent, "I am on vacation.", "outlook")
    for name, value in headers.items():
        reply[name] = value
    assert pipe(reply) == "taken\n"
    assert chat() == [] and not mail.outbox


def test_our_own_emails_do_not_loop(sent, pipe, bob):
    bob.muted_until = timezone.now() + timedelta(days=1)
    bob.save()
    pipe(text_reply(sent, "Ahoy!", "gmail"))
    (told,) = mail.outbox
    for each in (sent, told):
        raw = each.message()
        del raw["To"]
        raw["To"] = sent.reply_to[0]
        assert pipe(raw) == "taken\n"
    assert chat() == [] and mail.outbox == [told]


def test_a_person_who_may_write_says_it_though_the_email_says_no_auto_submitted(sent, pipe):
    reply = text_reply(sent, "Ahoy!", "gmail")
    reply["Auto-Submitted"], reply["Return-Path"] = "no", "<bob@example.org>"
    pipe(reply)
    assert chat() == ["Ahoy!"]


def muted(sent, bob):
    bob.muted_until = timezone.now() + timedelta(days=1)
    bob.save()


def suspended(sent, bob):
    bob.is_active = False
    bob.save()


def over(sent, bob):
    sent.table.finished_at = timezone.now() - timedelta(days=31)
    sent.table.save()


def replaced(sent, bob):
    Seat.objects.filter(user=bob).update(user=person("dora"))


def expired(sent, bob, time_machine):
    time_machine.shift(timedelta(days=31))


@pytest.mark.parametrize(
    ("happens", "reason"),
    [(muted, "has muted you"), (suspended, "account is suspended"), (over, "its chat is closed"),
     (replaced, "Only players at this table"), (expired, "too old to reply to")],
)  # fmt: skip
def test_people_who_may_not_write_get_one_email_that_explains(sent, pipe, bob, happens, reason, request):
    also = [request.getfixturevalue("time_machine")] if happens is expired else []
    happens(sent, bob, *also)
    reply = text_reply(sent, "Ahoy!", "gmail")
    assert [pipe(reply), pipe(reply)] == ["taken\n"] * 2
    (told,) = mail.outbox
    assert chat() == [] and told.to == [bob.email] and reason in told.body
    assert told.message()["Auto-Submitted"] == "auto-generated" and not told.reply_to
    assert f"http://localhost:8000/tables/{sent.table.pk}/talk/" in told.body


def test_somebody_else_cannot_write_with_a_forwarded_email(sent, pipe, bob):
    reply = text_reply(sent, "Ahoy!", "gmail")
    reply.replace_header("From", "Charlie <charlie@example.org>")
    pipe(reply)
    (told,) = mail.outbox
    assert chat() == [] and told.to == [bob.email]
    assert "came from charlie@example.org, which isn't the address of your account" in told.body


def test_the_sender_is_recognised_in_any_case(sent, pipe):
    reply = text_reply(sent, "Ahoy!", "gmail")
    reply.replace_header("From", "BOB@Example.org")
    reply.replace_header("To", f"Captain <{sent.reply_to[0].upper()}>, alice@example.org")
    pipe(reply)
    assert chat() == ["Ahoy!"]


def test_a_changed_password_or_address_ends_the_replies(sent, pipe, bob):
    bob.set_password("another-quarter-deck")
    bob.save()
    assert pipe(text_reply(sent, "Ahoy!", "gmail")) == "neither a bounce nor a reply\n"
    assert chat() == [] and not mail.outbox


@pytest.mark.parametrize("part", range(4))
def test_an_address_cannot_be_changed(sent, pipe, alice, bob, part):
    name, at, host = sent.reply_to[0].partition("@")
    start, plus, token = name.partition("+")
    parts = token.split("-")
    other = {"0": "1", "1": "2", "2": "1"}.get(parts[part][-1], "2" if part == 3 else "1")
    parts[part] = parts[part][:-1] + other
    reply = text_reply(sent, "Ahoy!", "gmail")
    reply.replace_header("To", f"{start}{plus}{'-'.join(parts)}{at}{host}")
    assert pipe(reply) == "neither a bounce nor a reply\n"
    assert chat() == [] and not mail.outbox


def test_addresses_are_short_and_in_lower_case(sent):
    (address,) = sent.reply_to
    assert len(address.partition("@")[0]) < 64 and address == address.lower()
    assert sent.message()["Reply-To"] == address
    assert "Reply to this email to write in the chat." in sent.body
    assert "Reply to this email to write in the chat." in sent.alternatives[0].content


def test_addresses_signed_with_a_former_key_stay_valid(sent, pipe, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 50
    pipe(text_reply(sent, "Ahoy!", "gmail"))
    assert chat() == ["Ahoy!"]


@pytest.mark.parametrize("text", ["", "y" * 1001])
def test_a_text_that_the_chat_refuses_is_explained(sent, pipe, text):
    pipe(text_reply(sent, text, "gmail"))
    assert chat() == [] and "Your text" in mail.outbox[0].body


def test_replies_are_limited_and_so_are_explanations(sent, pipe, settings):
    settings.RATES = {**settings.RATES, "talk": (2, 60), "reply-refused": (1, 86_400)}
    for number in range(5):
        pipe(text_reply(sent, f"Ahoy {number}!", "gmail"))
    assert chat() == ["Ahoy 0!", "Ahoy 1!"] and len(mail.outbox) == 1


def test_a_second_copy_is_not_said_again(sent, pipe, time_machine):
    reply = text_reply(sent, "Ahoy!", "gmail")
    pipe(reply)
    time_machine.shift(timedelta(hours=1))
    assert pipe(reply) == "taken\n"
    assert chat() == ["Ahoy!"]


BROKEN = (b"", b"\xff\x00", b"Content-Type: text/plain; charset=nonsense\n\nAhoy", b"Content-Type: text\n\n\xe9",
          b"Content-Type: multipart/mixed\n\nAhoy", b"Content-Transfer-Encoding: base64\n\n!!")  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_emails_cause_no_error(sent, pipe, broken):
    start = f"From: bob@example.org\nTo: {sent.reply_to[0]}\n".encode()
    assert pipe(broken) == "neither a bounce nor a reply\n"
    assert pipe(start + broken) == "taken\n"


def test_slow_texts_are_read_in_time(sent, pipe):
    for text in ("\n" * 500_000, "On " * 200_000, "> " * 300_000 + "Am " * 100_000):
        reply = reply_frame(sent)
        reply.set_content(text)
        assert pipe(reply) == "taken\n"
    assert chat() == []


def test_without_an_inbox_nobody_is_asked_to_reply(settings, bobs_turn, clock):
    settings.INBOX_ADDRESS = ""
    bobs_turn()
    clock(minutes=1)
    (message,) = mail.outbox
    assert not message.reply_to and "Reply to this email" not in message.body


def test_an_email_about_several_tables_has_no_address_for_replies(bobs_turn, clock):
    bobs_turn()
    bobs_turn()
    clock(minutes=1)
    (message,) = mail.outbox
    assert not message.reply_to and "Reply to this email" not in message.body
