"""No statement of the sweep or of delivery reads a whole table."""

from datetime import time, timedelta

import pytest

from games.models import Notice, Seat, Table
from games.tables import lobby
from games.web.tasks import sweep
from tests.notices.conftest import NOON
from tests.notices.plans import scans, statements
from tests.play import running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def everything_due(alice, bob, charlie, clock, choose, endpoint, hand_over):
    """Make something of each kind due: expiry, time-out, end of a pause, reminder, digest, channels, a dead claim."""
    choose(bob, webhook_kind="plain", webhook_url=endpoint.url(), offsets=[60])
    choose(charlie, digest_time=time(12), digest_at=NOON)
    late, soon, paused = (running_table(alice, bob) for _ in range(3))
    hand_over(soon)
    running_table(charlie, alice)
    Seat.objects.filter(table=late, number=0).update(deadline=NOON, clock_since=NOON - timedelta(days=4))
    Seat.objects.filter(table=soon, number=1).update(remind_at=NOON, deadline=NOON + timedelta(minutes=30))
    Table.objects.filter(pk=paused.pk).update(paused_until=NOON)
    lobby.table_create(alice, title="captivate", options={}, seats=2)
    Table.objects.filter(status="open").update(expires_at=NOON)
    Notice.objects.filter(user=bob, channel="mail").update(
        status="claimed", claim="0" * 32, claimed_at=NOON - timedelta(minutes=6)
    )


def test_no_statement_of_a_sweep_scans_a_table(everything_due, endpoint):
    with statements() as found:
        sweep()
    kinds = set(Notice.objects.values_list("kind", "status"))
    kinds_told = {kind for kind, status in kinds if status in ("sent", "merged")}
    assert {"turn", "timeout", "reminder", "digest", "cancelled"} <= kinds_told
    assert endpoint.posts and len(found) > 60
    assert scans(found) == []


def test_the_search_for_due_work_is_a_handful_of_statements(alice, bob, clock, django_assert_num_queries):
    for _ in range(10):
        running_table(alice, bob)
    sweep()
    with django_assert_num_queries(22):
        sweep()


def test_a_scan_is_noticed(alice, bob):
    """Check that the test can fail: it notices a statement without an index."""
    with statements() as found:
        list(Seat.objects.filter(score=7))
        list(Seat.objects.filter(pk=7))
    (wrong,) = scans(found)
    assert "score" in wrong
