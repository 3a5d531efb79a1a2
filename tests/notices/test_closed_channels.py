"""Webhooks are signed; webhooks that never respond and addresses that refuse email are closed, and the page says so."""

import base64
import hashlib
import hmac
import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts.models import User
from games.models import Notice, Preferences
from games.notices.channels import mail_refused
from games.notices.delivery.bounce import bounce_take
from games.notices.delivery.webhook import webhook_signature
from tests.conftest import person
from tests.notices.conftest import NOON, subjects, told
from tests.notices.test_bounces import report
from tests.play import running_table

pytestmark = pytest.mark.django_db

AGAIN = {"follow": True}


@pytest.fixture
def hooked(bob, choose, endpoint):
    """Return Bob, who has a webhook and gets emails."""
    choose(bob, webhook_kind="plain", webhook_url=endpoint.url())
    return bob


class Refusing(EmailBackend):
    """A mail server that refuses some addresses, as configured in `answers`."""

    answers: dict[str, tuple[int, bytes]] = {}

    def send_messages(self, messages):
        for message in messages:
            refused = {to: self.answers[to] for to in message.to if to in self.answers}
            if refused:
                raise smtplib.SMTPRecipientsRefused(refused)
        return super().send_messages(messages)


@pytest.fixture
def answers(settings, monkeypatch):
    """Return the mail server's answers by address."""
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    monkeypatch.setattr(Refusing, "answers", {})
    return Refusing.answers


def page_of(client, path="/notifications/"):
    return client.get(path).content.decode()


def test_a_receiver_can_check_a_webhooks_signature(hooked, bobs_turn, clock, endpoint, client_for):
    """It follows https://www.standardwebhooks.com with a receiver's code instead of ours."""
    bobs_turn()
    clock(minutes=1)
    ((_, _, headers, body),) = endpoint.posts
    secret = Preferences.objects.get(user=hooked).webhook_secret
    assert secret in page_of(client_for(hooked))
    key = base64.b64decode(secret.split("_", 1)[1])
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body.decode()}".encode()
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert int(headers["webhook-timestamp"]) == int((NOON + timedelta(minutes=1)).timestamp())
    assert headers["webhook-id"] == Notice.objects.get(channel="webhook").claim.hex


def test_the_example_of_the_standard():
    headers = webhook_signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_each_webhook_has_its_own_secret(client_for, bob, alice, choose):
    client, answers = (
        client_for(bob),
        {"rhythm": "each", "mail": "on", "talk": "all", "webhook_kind": "plain"},
    )
    secrets = set()
    for url in ("https://a.example.org/", "https://b.example.org/", "https://b.example.org/"):
        assert client.post("/notifications/", {**answers, "webhook_url": url}).status_code == 302
        secrets.add(Preferences.objects.get(user=bob).webhook_secret)
    client.post("/notifications/channels/", {"change": "secret"})
    secrets.add(Preferences.objects.get(user=bob).webhook_secret)
    assert len(secrets) == 3
    assert not [each for each in secrets if each in page_of(client_for(alice))]


def test_a_webhook_that_never_responds_is_closed_and_its_owner_is_emailed(
    hooked, bobs_turn, clock, endpoint, client_for
):
    endpoint.status = 500
    bobs_turn()
    for _ in range(11):
        clock(hours=1, minutes=1)
    assert Preferences.objects.get(user=hooked).webhook_ended_at is None  # ten failures within half a day
    Notice.objects.filter(channel="webhook").update(status="due", attempts=2, due_at=NOON)
    clock(hours=14)
    assert Preferences.objects.get(user=hooked).webhook_ended_at is not None
    clock(minutes=15)
    assert subjects(hooked)[-1] == "Your Captain's Table webhook was turned off"
    client = client_for(hooked)
    assert "Our notifications aren" in page_of(client, "/lobby/") and "Your webhook is off" in page_of(client)
    posted = len(endpoint.posts)
    client.post("/notifications/test/")
    clock(minutes=2)
    assert len(endpoint.posts) == posted
    assert ("test", "suppressed", "your webhook is off, because it didn't respond") in told(hooked)
    endpoint.status = 200
    assert (
        "Your webhook is on again"
        in client.post("/notifications/channels/", {"change": "webhook"}, **AGAIN).content.decode()
    )
    assert "Our notifications aren" not in page_of(client, "/lobby/")
    client.post("/notifications/test/")
    clock(minutes=2)
    assert len(endpoint.posts) == posted + 1


def test_the_owner_of_a_closed_webhook_is_emailed_even_if_emails_are_off(hooked, bobs_turn, clock, endpoint):
    User.objects.filter(pk=hooked.pk).update(mail_turns=False)
    endpoint.status = 410
    bobs_turn()
    clock(minutes=1)
    clock(minutes=15)
    assert subjects(hooked) == ["Your Captain's Table webhook was turned off"]


def test_a_webhook_that_is_gone_is_closed_at_once(hooked, bobs_turn, clock, endpoint):
    endpoint.status = 410
    bobs_turn()
    clock(minutes=1)
    assert Preferences.objects.get(user=hooked).webhook_ended_at == NOON + timedelta(minutes=1)
    assert [kind for kind, *_ in told(hooked, channel="mail")].count("webhook-over") == 1


def test_a_success_resets_the_failures(hooked, bobs_turn, clock, endpoint):
    endpoint.status = 500
    bobs_turn()
    clock(minutes=1)
    assert Preferences.objects.get(user=hooked).webhook_failures == 1
    endpoint.status = 200
    clock(minutes=2)
    chosen = Preferences.objects.get(user=hooked)
    assert (chosen.webhook_failures, chosen.webhook_failing_since) == (0, None)


def test_a_new_webhook_url_starts_without_failures(hooked, client_for):
    Preferences.objects.filter(user=hooked).update(webhook_ended_at=NOON, webhook_failures=10)
    answers = {"rhythm": "each", "mail": "on", "talk": "all", "webhook_kind": "plain"}
    client_for(hooked).post("/notifications/", {**answers, "webhook_url": "https://b.example.org/"})
    chosen = Preferences.objects.get(user=hooked)
    assert (chosen.webhook_ended_at, chosen.webhook_failures) == (None, 0)


def test_an_address_that_does_not_exist_is_suspended_at_once(
    bob, bobs_turn, clock, answers, client_for, choose
):
    answers[bob.email] = (550, b"5.1.1 <bob@example.org>: no such user")
    bobs_turn()
    clock(minutes=1)
    chosen = Preferences.objects.get(user=bob)
    assert (chosen.refused_address, chosen.suspended_at) == (bob.email, NOON + timedelta(minutes=1))
    client = client_for(bob)
    assert "Our notifications aren" in page_of(client, "/lobby/") and "We can't email you" in page_of(client)
    answers.clear()
    clock(hours=2)
    assert told(bob, kind="turn") == [("turn", "suppressed", "your email address rejects our emails")]
    assert mail.outbox == []
    client.post("/notifications/channels/", {"change": "mail"})
    client.post("/notifications/test/")
    clock(minutes=11)
    assert subjects(bob) == ["Test message from Captain's Table"]


def test_the_owner_of_a_suspended_address_is_notified_on_other_channels(
    hooked, bobs_turn, clock, answers, endpoint
):
    answers[hooked.email] = (550, b"5.1.1 no such user")
    bobs_turn()
    clock(minutes=1)
    clock(minutes=2)
    assert any(b"We can't email you" in body for *_, body in endpoint.posts)
    assert told(hooked, kind="mail-over", channel="mail") == []


def test_another_address_is_not_suspended(bob, bobs_turn, clock, answers, client_for):
    answers[bob.email] = (550, b"5.1.1 no such user")
    bobs_turn()
    clock(minutes=1)
    bob.email = "robert@example.org"
    bob.save()
    client = client_for(bob)
    assert "Our notifications aren" not in page_of(client, "/lobby/")
    assert "rejects our emails" not in page_of(client)
    client.post("/notifications/test/")
    clock(minutes=11)
    assert "Test message from Captain's Table" in subjects(bob)


@pytest.mark.parametrize(
    ("answer", "tries"),
    [
        ((550, b"rejected by policy"), 3),
        ((554, b"5.7.1 Relay access denied"), None),
        ((550, b"5.1.8 Sender address rejected: Domain not found"), None),
        ((550, b"Client host [5.1.20.3] blocked"), 3),
        ((552, b"5.2.2 full"), None),
        ((450, b"4.1.1 later"), None),
    ],
)
def test_other_refusals_must_repeat_before_a_suspension(bob, bobs_turn, clock, answers, answer, tries):
    answers[bob.email] = answer
    bobs_turn()
    for tried in range(1, 6):
        clock(hours=1, minutes=1)
        row = Preferences.objects.filter(user=bob).first()
        is_suspended = row is not None and row.suspended_at is not None
        assert is_suspended == (tries is not None and tried >= tries), tried


def test_a_bounce_for_an_unknown_mailbox_suspends_the_address(bob, bobs_turn, clock):
    bobs_turn()
    clock(minutes=1)
    name = mail.outbox[0].extra_headers["Message-ID"]
    other = report(name).replace(b"5.2.2", b"5.1.1").replace(b"bob@example.org", b"former@example.org")
    assert bounce_take(other)  # an earlier address of his may be closed
    assert Preferences.objects.get(user=bob).suspended_at is None
    Notice.objects.update(status="sent")
    assert bounce_take(report(name).replace(b"5.2.2", b"5.1.1").replace(b"bob@", b"Bob@"))
    assert Preferences.objects.get(user=bob).suspended_at is not None


def test_a_permanently_full_mailbox_is_suspended_in_the_end(bob, bobs_turn, clock):
    bobs_turn()
    clock(minutes=1)
    name = mail.outbox[0].extra_headers["Message-ID"]
    for _ in range(9):
        bounce_take(report(name))
        clock(hours=1, minutes=1)
    assert Preferences.objects.filter(user=bob, suspended_at__isnull=False).count() == 0
    bounce_take(report(name))
    assert Preferences.objects.get(user=bob).suspended_at is not None


def test_everybody_can_reopen_only_their_own_channels(hooked, alice, client_for, client):
    """Alice can reopen nothing of Bob's, and nobody else can reopen anything."""
    Preferences.objects.filter(user=hooked).update(webhook_ended_at=NOON, webhook_failures=10)
    assert client_for(alice).post("/notifications/channels/", {"change": "webhook"}).status_code == 302
    assert (
        client.post("/notifications/channels/", {"change": "webhook"})
        .headers["Location"]
        .startswith("/accounts/login/")
    )
    assert Preferences.objects.get(user=hooked).webhook_ended_at == NOON
    assert client_for(hooked).post("/notifications/channels/", {"change": "parrot"}).status_code == 400
    assert client_for(hooked).get("/notifications/channels/").status_code == 405
    assert "given up" not in page_of(client_for(alice))


def test_a_player_with_a_suspended_address_can_play(bob, alice, client_for):
    running_table(alice, bob)
    Preferences.objects.create(user=bob, refused_address=bob.email, suspended_at=NOON)
    assert client_for(bob).get("/tables/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_counted_in_a_transaction_of_its_own():
    """It runs as in a worker: outside any test's transaction, with the row locked."""
    dora = person("dora")
    for refused, is_suspended in (("550 rejected", False), ("550 5.1.1 unknown", True)):
        mail_refused(dora, refused, timezone.now())
        assert (Preferences.objects.get(user=dora).suspended_at is not None) == is_suspended
