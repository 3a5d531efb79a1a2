"""Claims: each message has one worker, which is replaced only if it dies, and gives up only after many tries."""

from datetime import timedelta

import pytest
from django.core import mail

from games.models import Notice
from games.notices.delivery.claim import ATTEMPTS, claim_of, claims_take
from games.notices.delivery.deliver import claim_deliver
from tests.moderation.acts import act
from tests.notices.conftest import NOON, told
from tests.play import running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=6)


def test_the_first_worker_delivers_a_claim(bobs_turn, clock):
    bobs_turn()
    (claim,) = claims_take(NOON)
    assert claims_take(NOON) == [] and claim_of(Notice.objects.get().pk, NOON) is None
    for _ in range(3):
        claim_deliver(claim)
    assert len(mail.outbox) == 1


def test_an_expired_lease_is_worthless(bobs_turn, clock):
    bobs_turn()
    (old,) = claims_take(NOON)
    clock(minutes=6, look=False)
    (new,) = claims_take(LATER)
    assert new.name == old.name and new.since > old.since
    claim_deliver(old)
    assert mail.outbox == []
    claim_deliver(new)
    assert len(mail.outbox) == 1


def test_waiting_in_a_long_queue_does_not_count_as_an_attempt(bobs_turn, bob, clock):
    bobs_turn()
    claims_take(NOON)
    for number in range(1, 2 * ATTEMPTS):
        clock(minutes=6, look=False)
        (claim,) = claims_take(NOON + number * timedelta(minutes=6))
    claim_deliver(claim)
    assert told(bob) == [("turn", "sent", "")]


def test_being_held_does_not_count_as_an_attempt(bobs_turn, bob, clock, settings):
    """A notice that was held many times still gets all its tries."""
    table = bobs_turn()
    moderator = enter(person_with_role("mona", "moderator"))
    assert act(moderator, table, "hold", days=0).status_code == 302
    for _ in range(ATTEMPTS + 2):
        clock(hours=1)
        assert told(bob, kind="turn") == [("turn", "due", "a moderator has paused the table")]
    assert act(moderator, table, "go-on").status_code == 302
    works, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "no.such.Backend"
    clock(hours=1)
    assert told(bob, kind="turn") == [("turn", "due", "couldn't be delivered")]
    settings.EMAIL_BACKEND = works
    clock(minutes=1)
    assert told(bob, kind="turn") == [("turn", "sent", "")]


def test_a_message_that_kills_every_worker_fails(bobs_turn, bob, clock):
    bobs_turn()
    Notice.objects.update(status="claimed", claim="1" * 32, claimed_at=NOON, attempts=ATTEMPTS)
    clock(minutes=6)
    assert told(bob) == [("turn", "failed", "couldn't be delivered")]
    assert mail.outbox == []


def test_a_message_stays_together_whatever_the_limit(bobs_turn, bob, clock, settings):
    settings.EMAIL_BACKEND = "no.such.Backend"
    for _ in range(3):
        bobs_turn()
    clock(minutes=1)
    assert Notice.objects.values("claim", "status").distinct().get()["status"] == "due"
    (claim,) = claims_take(NOON + timedelta(minutes=2), limit=1)
    assert Notice.objects.filter(claim=claim.name, status="claimed").count() == 3


def test_each_person_and_channel_gets_a_separate_message(alice, bob, charlie, clock, choose, endpoint):
    choose(bob, webhook_kind="plain", webhook_url=endpoint.url())
    running_table(alice, charlie)
    running_table(bob, charlie)
    assert len(claims_take(NOON)) == 3
