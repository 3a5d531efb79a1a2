"""An email that the server has accepted is recorded at once, and no later failure sends it again."""

import threading
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Notice
from games.notices.delivery.claim import LEASE, Claim, claims_take
from games.notices.delivery.deliver import claim_deliver
from games.web.tasks import claims_send
from tests.conftest import person
from tests.play import running_table
from tests.served.services import PostOffice

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(settings, claim):
    """Return a new mail server for this test. Its threads read the database, too."""
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = 5
    with PostOffice() as server:
        settings.EMAIL_PORT = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def claim(alice, bob):
    """Return the claim of one email that is due: it tells alice that it is her turn."""
    running_table(alice, bob)
    Notice.objects.update(status="due", due_at=timezone.now(), claim=None, claimed_at=None, attempts=0)
    (made,) = claims_take(timezone.now())
    return made


def statuses():
    return sorted(set(Notice.objects.values_list("status", flat=True)))


def take_over(claim):
    """Take the message over as another worker would; returns its claim."""
    since = timezone.now() + timedelta(seconds=1)
    Notice.objects.filter(claim=claim.name).update(claimed_at=since)
    return Claim(claim.name, since)


def test_an_email_is_recorded_before_the_connection_closes(office, claim):
    seen = []

    def look():
        seen.extend(statuses())
        connection.close()

    office.at_parting = look
    claim_deliver(claim)
    assert len(office.accepted) == 1 and seen == ["sent"]


@pytest.mark.parametrize("parting", ["rude", "parting"], ids=["refused", "no-answer"])
def test_an_error_on_closing_sends_no_second_copy(office, claim, parting, time_machine):
    office.silent = parting
    claim_deliver(claim)
    time_machine.move_to(timezone.now() + 2 * LEASE)
    for again in claims_take(timezone.now()):
        claim_deliver(again)
    assert len(office.accepted) == 1 and statuses() == ["sent"]


def test_a_worker_whose_lease_expired_sends_nothing(office, claim, time_machine):
    def sleep(execute, sql, *details):
        found = execute(sql, *details)
        if sql.startswith("UPDATE"):  # it has started, but not contacted the server yet
            time_machine.move_to(timezone.now() + LEASE + timedelta(seconds=1))
        return found

    with connection.execute_wrapper(sleep):
        claim_deliver(claim)
    assert office.accepted == []
    for again in claims_take(timezone.now() + timedelta(hours=1)):
        claim_deliver(again)
    assert len(office.accepted) == 1


def test_a_late_failure_does_not_affect_the_worker_that_took_over(office, claim):
    office.silent = "before"
    taken = []

    def late():
        office.is_asked.wait(20)
        taken.append(take_over(claim))
        connection.close()

    with suppress(Exception):
        other = threading.Thread(target=late)
        other.start()
        claim_deliver(claim)  # without an answer it fails after five seconds
        other.join()
    assert statuses() == ["claimed"]
    office.silent = ""
    claim_deliver(taken[0])
    assert len(office.accepted) == 1 and statuses() == ["sent"]


@pytest.mark.parametrize(("silent", "calls"), [("", 1), ("busy", 3)])
def test_emails_of_one_task_share_a_connection_while_it_is_open(silent, calls, office, claim, bob):
    office.silent = silent
    for number in range(2):
        user = person(f"other-{number}")
        Notice.objects.create(user=user, kind="test", due_at=timezone.now())
    others = claims_take(timezone.now())
    claims_send([(each.name.hex, each.since.isoformat()) for each in (claim, *others)])
    assert len(office.accepted) == 3 and office.calls == calls
    assert Notice.objects.filter(claim__in=[each.name for each in others], status="sent").count() == 2
