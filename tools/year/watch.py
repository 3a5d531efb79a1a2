"""Records the events of the year: time-outs, crashes, errors, and stuck tables."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

from django.db import connection

from accounts.models import User
from games.models import Notice, ReplayDifference, Seat, Table, TaskFailure
from games.notices.delivery.claim import LEASE
from tools.year.machine import Machine
from tools.year.promises import Habits, TimeOut, Wrong
from tools.year.visits import Club

_LATE = timedelta(hours=1)  # overdue work counts as forgotten after this time
_STILL = timedelta(days=60)  # without a ply; longer than any clock in the club including vacations
_STUCK = "no table is stuck"

# When the site next has something to do, found with its own indexes. Works on both databases.
_DUE = """
SELECT min(deadline) FROM games_seat WHERE is_awaited
UNION ALL SELECT min(remind_at) FROM games_seat WHERE remind_at IS NOT NULL
UNION ALL SELECT min(answer_at) FROM games_seat JOIN games_table ON games_table.id = table_id
    WHERE answer_at IS NOT NULL AND is_awaited AND NOT is_held
UNION ALL SELECT min(think_at) FROM games_seat JOIN games_table ON games_table.id = table_id
    WHERE think_at IS NOT NULL AND NOT is_held AND status = 'running'
UNION ALL SELECT min(paused_until) FROM games_table WHERE paused_until IS NOT NULL AND status = 'running'
UNION ALL SELECT min(expires_at) FROM games_table WHERE status = 'open'
UNION ALL SELECT min(due_at) FROM games_notice WHERE status = 'due'
UNION ALL SELECT min(digest_at) FROM games_preferences WHERE digest_at IS NOT NULL
"""


def next_due() -> datetime | None:
    """When the site next has something to do; None if never."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE)
        found = [_moment(value) for (value,) in cursor.fetchall() if value is not None]
    claimed = (
        Notice.objects.filter(status=Notice.Status.CLAIMED)
        .order_by("claimed_at")
        .values_list("claimed_at", flat=True)
    )
    found += [at + LEASE for at in claimed[:1] if at is not None]
    return min(found, default=None)


def _moment(value: datetime | str) -> datetime:
    """The time from a database value; SQLite returns a string."""
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if isinstance(value, str) else value


class _Errors(logging.Handler):
    """Records what the site logs as an error."""

    def __init__(self, watch: "Watch") -> None:
        super().__init__(logging.ERROR)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Record the error as a broken promise."""
        error = record.exc_info[1] if record.exc_info else None
        told = f"{record.getMessage()}: {error!r}" if error else record.getMessage()
        self._watch.record_broken("no work fails", told[:300], record.name)


class Watch:
    """Observes the year and records problems."""

    def __init__(self, host: Machine, club: Club) -> None:
        self.host, self.club = host, club
        self.wrong: list[Wrong] = []
        self._told = 0  # how many of them were reported
        self.time_outs: list[TimeOut] = []
        self.crashes: list[datetime] = []  # when a process was killed during work
        self.outages = 0
        self._habits = {each.user.pk: each for each in club.members}

    def record_broken(self, promise: str, what: str, who: str) -> None:
        """Record a broken promise, unless the same one is already recorded."""
        found = Wrong(promise, what, who, self.host.now)
        if not any((each.promise, each.what, each.who) == (promise, what, who) for each in self.wrong):
            self.wrong.append(found)

    @contextmanager
    def recording_errors(self) -> Iterator[None]:
        """Record errors in the site's log, and hide its other lines."""
        handler, root = _Errors(self), logging.getLogger()
        before = root.handlers
        root.handlers = [handler]
        logging.disable(logging.WARNING)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)
            root.handlers = before

    def record_crash(self, *, is_killed: bool) -> None:
        """Record a crash; the process may have been idle."""
        self.outages += 1
        if is_killed:
            self.crashes.append(self.host.now)

    @contextmanager
    def sweeping(self) -> Iterator[None]:
        """Record the time-outs that a sweep carries out."""
        at = self.host.now
        due = Seat.objects.filter(
            is_awaited=True, deadline__lte=at, is_kept=False, user__kind=User.Kind.PERSON
        )
        before = list(due.select_related("user"))
        yield
        after = (
            {seat.pk: seat for seat in Seat.objects.filter(pk__in=[each.pk for each in before])}
            if before
            else {}
        )
        for seat in before:
            now = after[seat.pk]
            if now.timeouts > seat.timeouts or now.has_left or now.is_kept:
                self._note(seat, at)

    def _note(self, seat: Seat, at: datetime) -> None:
        asked, deadline = seat.clock_since, seat.deadline
        if asked is None or deadline is None or seat.user is None:
            return
        steps = tuple(step["reason"] for step in seat.reckoning)
        found = TimeOut(
            self.habits(seat.user), seat.table_id, asked, deadline, seat.allowance or 0, steps, at
        )
        self.time_outs.append(found)

    def habits(self, user: User) -> Habits:
        """When a member rests: the member's plan, and what the site knows about it now."""
        member, calendar = self._habits[user.pk], user.calendar
        vacations: tuple[tuple[date, date], ...] = calendar.vacations
        return Habits(
            user.username, user.time_zone, member.night, calendar.sleep, calendar.days_off, vacations,
            member.rings, member.digest,
        )  # fmt: skip

    def look(self) -> None:
        """Look for stuck tables, forgotten work and failures."""
        now = self.host.now
        running = Table.objects.filter(status=Table.Status.RUNNING)
        moving = Seat.objects.filter(is_awaited=True, deadline__isnull=False).values("table")
        for table in running.filter(is_held=False, paused_until=None).exclude(pk__in=moving):
            self.record_broken(_STUCK, "nobody's clock runs", str(table))
        latest = running.filter(started_at__lt=now - _STILL, is_held=False)
        for table in latest.exclude(records__made_at__gte=now - _STILL):
            self.record_broken(_STUCK, f"nothing has happened for {_STILL.days} days", str(table))
        if (due := next_due()) is not None and due < now - _LATE and self.host.down_until < now - _LATE:
            self.record_broken(_STUCK, f"something was due at {due:%Y-%m-%d %H:%M}", "the sweep")
        for failure in TaskFailure.objects.all():
            self.record_broken(
                "no work fails", f"{failure.error}, {failure.count} times", f"{failure.task} {failure.about}"
            )
        for found in ReplayDifference.objects.select_related("table"):
            self.record_broken("every log leads to its state", found.why, str(found.table))

    def line(self) -> str:
        """The progress of the year in one line."""
        did = self.club.did
        news = "".join(f"\n  {each}" for each in self.wrong[self._told :])
        self._told = len(self.wrong)
        return f"{self.host.now:%Y-%m-%d} {did['tables opened']} tables, {did['moves']} moves{news}"
