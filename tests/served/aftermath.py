"""Assertions that must hold after every fault."""

from collections import Counter
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from games.models import MoveRecord, Notice, Seat, Table
from games.notices.delivery.claim import LEASE
from games.tables.past import difference_of
from tests.served.processes import until


def assert_nothing_is_lost(*browsers, mails=None, copies=0):
    """Check that every promised move exists once, logs lead to snapshots, and everybody is notified, but only once.

    Of `mails` that a server has accepted, `copies` may be second copies, under the same Message-ID.
    """
    for browser in browsers:
        for promise in browser.promises:
            assert _times_in_log(promise) == 1, promise
    for table in Table.objects.exclude(state=""):
        assert_is_whole(table)
    if mails is not None:
        _assert_told_once(*until(lambda: _at_rest(mails), "notices that nobody takes up"), copies)


def assert_is_whole(table):
    """Check that the log has every ply once and leads to the snapshot, and that somebody can move."""
    table = Table.objects.get(pk=table.pk)
    plies = list(MoveRecord.objects.filter(table=table).order_by("ply").values_list("ply", flat=True))
    assert plies == list(range(-1, table.ply))
    assert difference_of(table) is None
    asked = Seat.objects.filter(table=table, is_awaited=True)
    assert asked.exists() == table.is_running
    assert not asked.filter(deadline=None).exists()
    overdue = asked.filter(deadline__lte=timezone.now())
    until(lambda: not overdue.exists(), "a deadline that nobody enforces")


def _times_in_log(promise):
    made = MoveRecord.objects.filter(
        table=promise.table, kind="move", by=promise.user, expected=promise.ply, move=promise.move
    )
    return made.count()


def _at_rest(mails):
    """Return the emails and the claims of sent notices, or None while a notice is being sent."""
    before, accepted = _sent(), list(mails)
    return None if _waiting() or _sent() != before else (accepted, before)


def _waiting():
    """Whether notices are being sent, or should be; notices held until later don't count."""
    due = Notice.objects.filter(status="due", due_at__lte=timezone.now() - timedelta(seconds=2))
    return due.exists() or Notice.objects.filter(status="claimed").exists()


def _sent():
    return sorted(Notice.objects.filter(status="sent", channel="mail").values_list("claim", flat=True))


def _assert_told_once(mails, sent, copies):
    names = Counter(mail["Message-ID"] for mail in mails)
    assert len(mails) - len(names) == copies
    assert len(names) == len(sent) == len(set(sent))


def let_leases_run_out():
    """Make every claim older than five minutes, so that its worker counts as dead."""
    Notice.objects.filter(status="claimed").update(claimed_at=F("claimed_at") - LEASE - timedelta(seconds=1))
