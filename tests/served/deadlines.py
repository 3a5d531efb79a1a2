"""Deadlines that pass during a test."""

from datetime import timedelta

from django.utils import timezone

from games.models import Notice, Seat


def let_deadline_pass(table):
    """Make the deadline of the seat to act pass, as if it had been asked a month ago."""
    long_ago = timezone.now() - timedelta(days=30)
    asked = Seat.objects.filter(table=table, is_awaited=True)
    assert asked.update(clock_since=long_ago, deadline=long_ago + timedelta(days=3), remind_at=None) == 1


def timeouts(table):
    """Return how many deadlines were enforced."""
    return Notice.objects.filter(table=table, kind="timeout", channel="mail").count()
