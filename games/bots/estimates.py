"""Estimates for finished games: a bot's winning chances on each seat, ply by ply, from what the seat saw.

They are made in the background, a few plies at a time, only when no bot must move. Finished plies are saved, so
that the next worker continues there. A game has at most `MOST` estimates. After tries without a result the pauses
get longer, and after `MOST_TRIES` of them the game is given up.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.bots.processes import EstimateRequest, estimates_of
from games.bots.thinking import seats_due
from games.engine.chance import SETUP
from games.engine.codec import dump_state
from games.engine.contract import EngineError
from games.engine.replay import ReplayError, taken_back
from games.errors import RulesMissing
from games.history.position import position_at
from games.models import MOST_TRIES, Estimates, MoveRecord, Table
from games.tables.packed import packed_after
from games.upkeep.services import failure_note

log = logging.getLogger(__name__)

MOST = 40  # positions per game
MS = 300  # of CPU time, per seat and position
SPAN = 0.5  # seconds after which a worker lets other work go first
LEASE = timedelta(seconds=60)  # after this time, another worker may take over
LATER = timedelta(seconds=10)  # pause if no core was free; doubled after each try without an estimate,
LATEST = timedelta(hours=1)  # up to this
_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


def estimates_claim(now: datetime) -> Iterator[tuple[int, datetime]]:
    """Claim the game that has waited longest; yields it with the claim's stamp, or nothing while a bot must move."""
    if seats_due(now).exists():
        return
    due = Estimates.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", "due_at", "tries")
    for found, since, tries in due[:1]:
        row = Estimates.objects.filter(pk=found, due_at=since)
        if tries >= MOST_TRIES:
            row.update(due_at=None)
        elif row.update(due_at=now + LEASE):
            yield found, now + LEASE


def estimates_release(estimates_id: int, stamp: datetime) -> None:
    """Release an unused claim, so that it is retried soon."""
    Estimates.objects.filter(pk=estimates_id, due_at=stamp).update(due_at=timezone.now() + LATER)


def estimates_continue(estimates_id: int, stamp: datetime) -> bool:
    """Estimate more positions of a game, as the holder of a claim; returns whether the row was saved."""
    row = Estimates.objects.filter(pk=estimates_id, due_at=stamp).select_related("table")
    found = row.first()
    if found is None:
        return False
    if _has_closed_secrets(found.table):
        row.update(due_at=timezone.now() + LATEST)
        return False
    row.update(tries=F("tries") + 1)  # saved before the try, because the worker may crash
    found.tries += 1
    kept = len(found.points)
    due_at: datetime | None = None
    try:
        if _estimate(found):
            found.tries = 0
        else:
            due_at = timezone.now()
    except TimeoutError:  # no core was free, or this position takes too long
        due_at = timezone.now() + _pause_after(found.tries)
    except (
        EngineError,
        ReplayError,
        RulesMissing,
    ):  # the log can't be replayed further: keep the points so far
        found.tries = MOST_TRIES
    except Exception as error:
        log.exception("the estimates of table %s failed", found.table_id)
        failure_note("estimates_continue", str(found.table_id), error)
        found.tries = MOST_TRIES
    if due_at is not None and len(found.points) > kept:
        found.tries = 0
    return bool(_save(found, stamp, due_at))


def _has_closed_secrets(table: Table) -> bool:
    """Whether the game is over but its original has resumed. Then it is estimated once the original has ended."""
    return table.is_finished and not table.has_open_secrets


def _pause_after(tries: int) -> timedelta:
    return min(LATEST, LATER * (1 << max(0, tries - 1)))


def _save(found: Estimates, stamp: datetime, due_at: datetime | None) -> int:
    """Save the points, unless the game has resumed or another worker has taken over."""
    with transaction.atomic():
        row = Estimates.objects.filter(pk=found.pk, due_at=stamp)
        return row.update(points=found.points, due_at=due_at, tries=found.tries)


def _estimate(found: Estimates) -> bool:
    """Add points for up to `SPAN` seconds; returns whether all are done."""
    table, end = found.table, time.monotonic() + SPAN
    if not table.has_open_secrets:
        return True
    last = found.points[-1][0] if found.points else SETUP - 1
    for ply in plies_to_estimate(table):
        if ply <= last:
            continue
        if time.monotonic() > end:
            return False
        past = position_at(table, ply)
        request = EstimateRequest(
            table.title, past.game.rules_version, dump_state(past.state), table.seat_count, MS, ply
        )
        found.points.append([ply, *estimates_of(request)])
    return True


def plies_to_estimate(table: Table) -> list[int]:
    """The setup and the plies not taken back; if there are too many, an even selection that includes the last."""
    standing = _plies_played(table)
    count = min(MOST - 1, len(standing))
    return [SETUP, *(standing[-(-(at + 1) * len(standing) // count) - 1] for at in range(count))]


def _plies_played(table: Table) -> list[int]:
    """The moves and leaves that were not taken back."""
    log = _log(table)
    spans = taken_back((ply, back_to or 0) for ply, kind, back_to in log if kind == MoveRecord.Kind.UNDO)
    played = (ply for ply, kind, _back_to in log if kind in _PLAYED)
    return [ply for ply in played if not any(ply in span for span in spans)]


def _log(table: Table) -> Sequence[tuple[int, str, int | None]]:
    if table.is_packed:
        return [(each.ply, each.kind, each.back_to) for each in packed_after(table, SETUP)]
    rows = MoveRecord.objects.filter(table=table, ply__gte=0).order_by("ply")
    return list(rows.values_list("ply", "kind", "back_to"))
