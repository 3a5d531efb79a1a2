"""Estimates of a game that is over: what a captain on each seat would have expected, ply by ply, from what it saw.

They are made in the background, a few plies at a time, wherever no bot that plays is waiting; what is made is kept, so
that whoever goes on begins where the last worker ended. A game has at most `MOST` of them. Where nothing comes out,
it is tried again ever later, and given up after `MOST_TRIES`.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.bots.processes import Looked, estimates_of
from games.bots.thinking import seats_due
from games.engine.chance import SETUP
from games.engine.codec import dump_state
from games.engine.errors import EngineError
from games.engine.replay import ReplayError, taken_back
from games.errors import RulesMissing
from games.history.then import then_at
from games.models import MOST_TRIES, Estimates, MoveRecord, Table
from games.tables.packed import packed_after
from games.upkeep.services import failure_note

__all__ = ["MOST", "estimates_go_on", "estimates_put_off", "estimates_take", "plies_to_judge"]

log = logging.getLogger(__name__)

MOST = 40  # positions of one game that are judged
MS = 300  # of CPU for one seat at one position
SPAN = 0.5  # seconds after which a worker lets others come first
LEASE = timedelta(seconds=60)  # after which what did not come back is taken up again
LATER = timedelta(seconds=10)  # where others are waiting; twice as long after each try without an estimate,
LATEST = timedelta(hours=1)  # up to this
_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


def estimates_take(now: datetime) -> Iterator[tuple[int, datetime]]:
    """Claim the game that waits longest, with the stamp of the claim; none while a bot that plays waits."""
    if seats_due(now).exists():
        return
    due = Estimates.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", "due_at", "tries")
    for found, since, tries in due[:1]:
        row = Estimates.objects.filter(pk=found, due_at=since)
        if tries >= MOST_TRIES:
            row.update(due_at=None)
        elif row.update(due_at=now + LEASE):
            yield found, now + LEASE


def estimates_put_off(estimates_id: int, stamp: datetime) -> None:
    """Give a claim back that was not tried, to be taken a little later."""
    Estimates.objects.filter(pk=estimates_id, due_at=stamp).update(due_at=timezone.now() + LATER)


def estimates_go_on(estimates_id: int, stamp: datetime) -> bool:
    """Judge some more positions of a game, as the holder of a claim; returns whether anything was kept."""
    row = Estimates.objects.filter(pk=estimates_id, due_at=stamp).select_related("table")
    found = row.first()
    if found is None:
        return False
    if _is_closed(found.table):
        row.update(due_at=timezone.now() + LATEST)
        return False
    row.update(tries=F("tries") + 1)  # before it is tried, for a worker may die of it
    found.tries += 1
    kept = len(found.points)
    due_at: datetime | None = None
    try:
        if _judge(found):
            found.tries = 0
        else:
            due_at = timezone.now()
    except TimeoutError:  # no core was idle, or this position takes too long on any
        due_at = timezone.now() + _later(found.tries)
    except (EngineError, ReplayError, RulesMissing):  # what is there has to do: the log leads no further
        found.tries = MOST_TRIES
    except Exception as error:
        log.exception("the estimates of table %s failed", found.table_id)
        failure_note("estimates_go_on", str(found.table_id), error)
        found.tries = MOST_TRIES
    if due_at is not None and len(found.points) > kept:
        found.tries = 0
    return bool(_keep(found, stamp, due_at))


def _is_closed(table: Table) -> bool:
    """Whether it is over, but the game that it goes on from runs again: it is judged once that is over, too."""
    return table.is_finished and not table.has_open_secrets


def _later(tries: int) -> timedelta:
    return min(LATEST, LATER * (1 << max(0, tries - 1)))


def _keep(found: Estimates, stamp: datetime, due_at: datetime | None) -> int:
    """Keep the points, unless the game has gone on meanwhile or another worker has taken over."""
    with transaction.atomic():
        row = Estimates.objects.filter(pk=found.pk, due_at=stamp)
        return row.update(points=found.points, due_at=due_at, tries=found.tries)


def _judge(found: Estimates) -> bool:
    """Add points for some seconds; whether all are there."""
    table, end = found.table, time.monotonic() + SPAN
    if not table.has_open_secrets:
        return True
    last = found.points[-1][0] if found.points else SETUP - 1
    for ply in plies_to_judge(table):
        if ply <= last:
            continue
        if time.monotonic() > end:
            return False
        then = then_at(table, ply)
        looked = Looked(
            table.title, then.game.rules_version, dump_state(then.state), table.seat_count, MS, ply
        )
        found.points.append([ply, *estimates_of(looked)])
    return True


def plies_to_judge(table: Table) -> list[int]:
    """The set-up, and the plies that stand; where they are too many some of them, evenly, with the last one."""
    standing = _standing(table)
    count = min(MOST - 1, len(standing))
    return [SETUP, *(standing[-(-(at + 1) * len(standing) // count) - 1] for at in range(count))]


def _standing(table: Table) -> list[int]:
    """The moves and leavers that were not taken back."""
    log = _log(table)
    spans = taken_back((ply, back_to or 0) for ply, kind, back_to in log if kind == MoveRecord.Kind.UNDO)
    played = (ply for ply, kind, _back_to in log if kind in _PLAYED)
    return [ply for ply in played if not any(ply in span for span in spans)]


def _log(table: Table) -> Sequence[tuple[int, str, int | None]]:
    if table.is_packed:
        return [(each.ply, each.kind, each.back_to) for each in packed_after(table, SETUP)]
    rows = MoveRecord.objects.filter(table=table, ply__gte=0).order_by("ply")
    return list(rows.values_list("ply", "kind", "back_to"))
