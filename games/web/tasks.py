"""Celery tasks. A task is only a hint: all pending work is stored in the database."""

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

from accounts.login import guesses_notify
from games.bots.estimates import estimates_claim, estimates_continue, estimates_release
from games.bots.hints import hint_think
from games.bots.processes import thinkers_start
from games.bots.thinking import bot_play, seat_release, seats_claim
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
from games.moderation.services.jobs import BULK_EXTENSION, PERSON_JOB, job_continue, unfinished_job_ids
from games.moderation.services.people import suspensions_end
from games.notices.delivery.claim import Claim, claim_of, claims_take
from games.notices.delivery.deliver import claim_deliver, claims_deliver
from games.notices.inbox import inbox_read
from games.notices.services import digests_write
from games.pages.read_only import start_read_only_if_full
from games.players.finding import search_try, searches_due
from games.tables.lobby import tables_expire
from games.tables.packed import logs_pack
from games.tables.past import difference_of, running_tables_after
from games.tournaments.services import tournament_advance, tournaments_due
from games.upkeep.figures import figure_time
from games.upkeep.heartbeats import last_time_note
from games.upkeep.pruning import (
    answers_prune,
    devices_prune,
    failures_prune,
    notices_prune,
    sessions_prune,
    tokens_prune,
    traces_prune,
)
from games.upkeep.services import (
    differences_record,
    failure_note,
    failure_over,
    failures_known,
    hourly_stats_take,
)

OLDEST, BATCH = 500, 25  # time-outs that a sweep chooses from, and takes at a time
SWEEP_SECONDS = 2  # after this, a sweep starts no more time-outs, because emails need the same threads
TOGETHER = 10  # messages per task: few mail connections, and a slow webhook delays only a few
REPLAYED = 100  # tables per task, which takes seconds, so that other tasks don't wait long

log = logging.getLogger(__name__)

T = TypeVar("T")


# If bots think in child processes, only this many tasks may wait for them.
_thoughts = threading.BoundedSemaphore(max(1, settings.THINKING_PROCESSES))


@worker_ready.connect
def _prepare_thinking(sender: Any, **_: object) -> None:
    """Start the first child process in workers that serve the thinking queue."""
    if "thinking" in sender.app.amqp.queues.consume_from:
        thinkers_start()


@shared_task
def bot_think(seat_id: int, stamp: str = "") -> None:
    """Think for a seat and move, with the stamp of an earlier claim if any. If all are busy, a sweep tries again."""
    claim = datetime.fromisoformat(stamp) if stamp else None
    if not _think_unless_busy(lambda: bot_play(seat_id, claim)) and claim is not None:
        seat_release(seat_id, claim)


def _think_unless_busy(think: Callable[[], object]) -> bool:
    """Run `think` unless too many tasks are already waiting for bots; returns whether it ran."""
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
    """Think for a seat whose player asked for a hint; if all are busy, try again a second later."""
    if not _think_unless_busy(lambda: hint_think(seat_id)):
        hint_make.apply_async((seat_id,), countdown=1)


@shared_task
def estimates_make(estimates_id: int, stamp: str) -> None:
    """Continue the estimates of a finished game, with the stamp of a claim; later if all processes are busy."""
    claim = datetime.fromisoformat(stamp)
    if not _think_unless_busy(lambda: estimates_continue(estimates_id, claim)):
        estimates_release(estimates_id, claim)


@shared_task
def notice_send(notice_id: int) -> None:
    """Send a notice together with the person's other due notices, unless it was sent or is not due."""
    claim = claim_of(notice_id, timezone.now())
    if claim is not None:
        claim_deliver(claim)


@shared_task
def claims_send(claims: list[tuple[str, str]]) -> None:
    """Send the messages of several claims, unless other workers have them."""
    claims_deliver(Claim(UUID(name), datetime.fromisoformat(since)) for name, since in claims)


@shared_task
def guesses_warn(person_id: int) -> None:
    """Email a person that somebody is guessing their password, at most once a day. A lost email isn't retried."""
    guesses_notify(person_id)


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


class OneByOne:
    """Runs pieces of work one by one. A failed piece does not stop the others; its retry is delayed."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.known = failures_known()

    def in_backoff(self, service: Callable[..., object]) -> list[str]:
        """The objects for which the service failed and whose retry is still delayed."""
        return [
            about
            for (task, about), until in self.known.items()
            if task == service.__name__ and until > self.now
        ]

    def do(self, service: Callable[[T], object], what: T) -> None:
        """Run one piece of work, unless its retry is delayed."""
        key = service.__name__, "" if isinstance(what, datetime) else str(what)
        if self.known.get(key, self.now) > self.now:
            return
        try:
            service(what)
        except Exception as error:
            log.exception("%s of %s failed", *key)
            start_read_only_if_full(error)  # on an embedded site with one process, pages then show the banner
            failure_note(*key, error)
        else:
            if key in self.known:
                failure_over(*key)
        finally:
            unbind_contextvars("table")  # a service may have bound it for logging


@shared_task
def sweep() -> None:
    """Do everything that is due, even if its hint was lost. Sweeps may overlap: only one can claim a notice."""
    now, began = timezone.now(), time.monotonic()
    one_by_one = OneByOne(now)
    one_by_one.do(tables_expire, now)
    for seat in answers_due(now):  # before the time-outs
        one_by_one.do(answer_release, seat)
    deadlines_enforce(one_by_one)
    for bot, stamp in seats_claim(now):
        bot_think.delay(bot, stamp.isoformat())
    for estimates, stamp in estimates_claim(now):
        estimates_make.delay(estimates, stamp.isoformat())
    for search in searches_due(now):
        one_by_one.do(search_try, search)
    for table in pauses_over(now):
        one_by_one.do(pause_end, table)
    for job in unfinished_job_ids(BULK_EXTENSION):
        bulk_extension_run.delay(job)
    one_by_one.do(suspensions_end, now)
    one_by_one.do(guests_expire, now)
    for job in unfinished_job_ids(PERSON_JOB):
        person_job_run.delay(job)
    for tournament in tournaments_due(now):
        one_by_one.do(tournament_advance, tournament)
    one_by_one.do(reminders_write, now)
    one_by_one.do(digests_write, now)
    claims_enqueue(now)
    last_time_note("sweep", timezone.now())
    figure_time("sweep", "", time.monotonic() - began)


def deadlines_enforce(one_by_one: OneByOne) -> None:
    """Enforce deadlines, for a few seconds at most; the next sweep continues, perhaps on another worker.

    Concurrent sweeps each pick a few at random from the oldest, so that they rarely pick the same; if they do, one
    of them skips the table.
    """
    end, tried = time.monotonic() + SWEEP_SECONDS, set[int]()
    while time.monotonic() < end:
        in_backoff = {int(seat) for seat in one_by_one.in_backoff(deadline_enforce)} | tried
        due = seats_due(one_by_one.now, in_backoff=in_backoff, limit=OLDEST)
        for seat in due if len(due) <= BATCH else random.sample(due, BATCH):  # not security-relevant
            one_by_one.do(deadline_enforce, seat)
            tried.add(seat)
        if len(due) <= BATCH:
            return


@shared_task
def inbox_visit() -> None:
    """Take the emails in the mailbox INBOX_URL."""
    inbox_read()


@shared_task
def hourly_stats() -> None:
    """Record this hour's statistics for the overview."""
    hourly_stats_take(timezone.now())


@shared_task
def sessions_end() -> None:
    """Delete expired sessions and tokens, old answers to programs and old log-in traces, a batch of each per run."""
    for prune in (sessions_prune, traces_prune, answers_prune, tokens_prune):
        prune(timezone.now())


@shared_task
def notices_end() -> None:
    """Delete old notices, failure records and devices, a batch per run."""
    now = timezone.now()
    if failures_prune(now) + devices_prune(now) + notices_prune(now):
        notices_end.delay()


@shared_task
def logs_end() -> None:
    """Pack the logs of games that ended some days ago, a batch per run."""
    if logs_pack(timezone.now()):
        logs_end.delay()


@shared_task
def replay_scan(after: int = 0) -> None:
    """Compare the logs of running tables with their snapshots, a batch per run, and record differences."""
    tables = running_tables_after(after, REPLAYED)
    if not tables:
        return
    differences_record([table.pk for table in tables], filter(None, map(difference_of, tables)))
    replay_scan.delay(tables[-1].pk)


def claims_enqueue(now: datetime) -> None:
    """Claim due notices and queue a task for every few messages. If a task is lost, its claims are found again."""
    claims = [(claim.name.hex, claim.since.isoformat()) for claim in claims_take(now)]
    for start in range(0, len(claims), TOGETHER):
        claims_send.delay(claims[start : start + TOGETHER])
