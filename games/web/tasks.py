"""Celery tasks. A task is only a hint: what there is to do is stored in the database."""

import logging
import random
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone
from structlog.contextvars import unbind_contextvars

from accounts.alarm import guesses_tell
from games.bots.estimates import estimates_go_on, estimates_put_off, estimates_take
from games.bots.hints import hint_think
from games.bots.processes import thinkers_start
from games.bots.thinking import bot_play, seat_release, seats_take
from games.days.deadlines import (
    answer_release,
    answers_due,
    deadline_enforce,
    pause_end,
    pauses_over,
    seats_due,
)
from games.guests.guests import guests_expire
from games.ledger.reminders import reminders_write
from games.moderation.services.bulk_extension import BULK_EXTENSION
from games.moderation.services.jobs import job_continue, jobs_open
from games.moderation.services.people import suspensions_end
from games.moderation.services.person_jobs import PERSON_JOB
from games.notices.delivery import Claim, claim_deliver, claim_of, claims_deliver, claims_take, digests_write
from games.pages.read_only import note_full
from games.tables.lobby import tables_expire
from games.tables.packed import logs_pack
from games.tables.replay_check import difference_of, running_after
from games.upkeep.figures import figure_time
from games.upkeep.heartbeats import last_time_note
from games.upkeep.pruning import devices_prune, failures_prune, notices_prune, sessions_prune, traces_prune
from games.upkeep.services import (
    differences_note,
    failure_note,
    failure_over,
    failures_known,
    hourly_stats_take,
)

__all__ = [
    "bot_think", "bulk_extension_run", "claim_send", "claims_enqueue", "claims_send", "estimates_make",
    "guesses_told", "hint_make", "hourly_stats", "logs_end", "notice_send", "notices_end",
    "person_job_run", "replay_scan", "sessions_end", "sweep",
]  # fmt: skip


OLDEST, BATCH = 500, 25  # time-outs that a sweep chooses from, and takes at a time
SWEEP_SECONDS = 2  # after which a sweep begins no more of them; mails wait for the same threads
TOGETHER = 10  # messages in one task: one connection for their mails, and one slow webhook delays few
REPLAYED = 100  # tables in one task; takes seconds, so that other tasks need not wait for long

log = logging.getLogger(__name__)

T = TypeVar("T")


# Where bots think in processes beside this one, so many tasks may wait for them.
_thoughts = threading.BoundedSemaphore(max(1, settings.THINKING_PROCESSES))


@worker_ready.connect
def _thinking_prepare(sender: Any, **_: object) -> None:
    """A worker that serves the queue of thoughts has a process ready for the first one."""
    if "thinking" in sender.app.amqp.queues.consume_from:
        thinkers_start()


@shared_task
def bot_think(seat_id: int, stamp: str = "") -> None:
    """Think for a seat and move, with the stamp of its claim if one was taken; a sweep finds it if all are busy."""
    claim = datetime.fromisoformat(stamp) if stamp else None
    if not _thought(lambda: bot_play(seat_id, claim)) and claim is not None:
        seat_release(seat_id, claim)


def _thought(think: Callable[[], object]) -> bool:
    """Think, unless as many tasks as may already wait for bots; returns whether."""
    if not settings.THINKING_PROCESSES:
        think()
        return True
    if not _thoughts.acquire(blocking=False):
        return False
    try:
        think()
    finally:
        _thoughts.release()
    return True


@shared_task
def hint_make(seat_id: int) -> None:
    """Think for a seat whose player has asked for a hint, soon if all are busy."""
    if not _thought(lambda: hint_think(seat_id)):
        hint_make.apply_async((seat_id,), countdown=1)


@shared_task
def estimates_make(estimates_id: int, stamp: str) -> None:
    """Go on judging a game that is over, with the stamp of a claim; later, if bots that play keep all cores busy."""
    claim = datetime.fromisoformat(stamp)
    if not _thought(lambda: estimates_go_on(estimates_id, claim)):
        estimates_put_off(estimates_id, claim)


@shared_task
def notice_send(notice_id: int) -> None:
    """Send a notice together with others that are due to the same person, unless it is sent or not due."""
    claim = claim_of(notice_id, timezone.now())
    if claim is not None:
        claim_deliver(claim)


@shared_task
def claim_send(name: str, since: str) -> None:
    """Send the message of a claim, unless another worker has it."""
    claim_deliver(Claim(UUID(name), datetime.fromisoformat(since)))


@shared_task
def claims_send(claims: list[tuple[str, str]]) -> None:
    """Send the messages of several claims, unless other workers have them."""
    claims_deliver(Claim(UUID(name), datetime.fromisoformat(since)) for name, since in claims)


@shared_task
def guesses_told(person_id: int) -> None:
    """Tell somebody by mail that strangers guess the password. It is told once a day, or if the hint is lost not."""
    guesses_tell(person_id)


@shared_task
def person_job_run(job_id: int) -> None:
    """Run a job at a person's tables, table by table."""
    while job_continue(PERSON_JOB, job_id):
        pass


@shared_task
def bulk_extension_run(job_id: int) -> None:
    """Run a bulk extension, table by table. If the task runs twice, no table gets the days twice."""
    while job_continue(BULK_EXTENSION, job_id):
        pass


class Apart:
    """Does pieces of work one by one. One that fails does not stop the others; it rests for a while."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.known = failures_known()

    def resting(self, service: Callable[..., object]) -> list[str]:
        """What the service has failed at and that still rests."""
        return [
            about
            for (task, about), until in self.known.items()
            if task == service.__name__ and until > self.now
        ]

    def do(self, service: Callable[[T], object], what: T) -> None:
        """Do one piece of work, unless it rests."""
        key = service.__name__, "" if isinstance(what, datetime) else str(what)
        if self.known.get(key, self.now) > self.now:
            return
        try:
            service(what)
        except Exception as error:
            log.exception("%s of %s failed", *key)
            note_full(error)  # in the one process of an embedded site, whose pages then say it
            failure_note(*key, error)
        else:
            if key in self.known:
                failure_over(*key)
        finally:
            unbind_contextvars("table")  # which a service may have bound for the server's log


@shared_task
def sweep() -> None:
    """Do what is due, even if its hint was lost. Two may run at once: each notice is claimed by one of them."""
    now, began = timezone.now(), time.monotonic()
    apart = Apart(now)
    apart.do(tables_expire, now)
    for seat in answers_due(now):  # before the time-outs
        apart.do(answer_release, seat)
    deadlines_enforce(apart)
    for bot, stamp in seats_take(now):
        bot_think.delay(bot, stamp.isoformat())
    for estimates, stamp in estimates_take(now):
        estimates_make.delay(estimates, stamp.isoformat())
    for table in pauses_over(now):
        apart.do(pause_end, table)
    for job in jobs_open(BULK_EXTENSION):
        bulk_extension_run.delay(job)
    apart.do(suspensions_end, now)
    apart.do(guests_expire, now)
    for job in jobs_open(PERSON_JOB):
        person_job_run.delay(job)
    apart.do(reminders_write, now)
    apart.do(digests_write, now)
    claims_enqueue(now)
    last_time_note("sweep", timezone.now())
    figure_time("sweep", "", time.monotonic() - began)


def deadlines_enforce(apart: Apart) -> None:
    """Carry out time-outs, for some seconds if there are many: the next sweep goes on, perhaps on another worker.

    Sweeps that run at once each take a few at random of the oldest, so that they hardly meet; where they do, one of
    them passes by.
    """
    end, tried = time.monotonic() + SWEEP_SECONDS, set[int]()
    while time.monotonic() < end:
        resting = {int(seat) for seat in apart.resting(deadline_enforce)} | tried
        due = seats_due(apart.now, resting=resting, limit=OLDEST)
        for seat in due if len(due) <= BATCH else random.sample(due, BATCH):  # no secret
            apart.do(deadline_enforce, seat)
            tried.add(seat)
        if len(due) <= BATCH:
            return


@shared_task
def hourly_stats() -> None:
    """Record the hourly stats for the overview."""
    hourly_stats_take(timezone.now())


@shared_task
def sessions_end() -> None:
    """Delete expired sessions and old traces of log-ins, some in each task."""
    sessions_prune(timezone.now())
    traces_prune(timezone.now())


@shared_task
def notices_end() -> None:
    """Delete notices, records of failures and devices that are too old to be of use, some in each task."""
    now = timezone.now()
    if failures_prune(now) + devices_prune(now) + notices_prune(now):
        notices_end.delay()


@shared_task
def logs_end() -> None:
    """Pack logs of games that ended some days ago, some in each task."""
    if logs_pack(timezone.now()):
        logs_end.delay()


@shared_task
def replay_scan(after: int = 0) -> None:
    """Compare the logs of running tables with their snapshots, some tables in each task, and record differences."""
    tables = running_after(after, REPLAYED)
    if not tables:
        return
    differences_note([table.pk for table in tables], filter(None, map(difference_of, tables)))
    replay_scan.delay(tables[-1].pk)


def claims_enqueue(now: datetime) -> None:
    """Claim what is due and queue a task for some messages at a time. If it is lost, the claims are found again."""
    claims = [(claim.name.hex, claim.since.isoformat()) for claim in claims_take(now)]
    for start in range(0, len(claims), TOGETHER):
        claims_send.delay(claims[start : start + TOGETHER])
