"""What a monitoring program reads: every figure costs the same however many tables, notices and plies there are."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from games.models import Heartbeat, HourlyStats, MoveRecord, Notice, Seat, Table
from games.upkeep.selectors import Watched, watched_now

__all__ = ["MOST", "Readings", "readings_at"]

MOST = 10_000  # where counting stops; each of these counts goes through an index of its own
DUE_MOST = 1000


@dataclass(frozen=True)
class Readings:
    """The site at a moment."""

    now: datetime
    watched: list[Watched]
    hearts: list[Heartbeat]
    plies: int  # that were ever made, as ids count them
    tables: dict[str, int]  # by state, counted up to MOST
    due: int  # notices, counted up to DUE_MOST
    overdue_since: datetime | None  # the oldest deadline that has passed at a seat that is still asked


def readings_at(now: datetime) -> Readings:
    """Read all of it, in a fixed number of queries."""
    seats = Seat.objects.filter(is_awaited=True, deadline__lte=now).order_by("deadline")
    due = Notice.objects.filter(status=Notice.Status.DUE, due_at__lte=now)
    return Readings(
        now=now, watched=watched_now(now), hearts=list(Heartbeat.objects.order_by("role", "machine", "pid")),
        plies=_plies(), tables={state: _up_to(rows, MOST) for state, rows in _tables().items()},
        due=_up_to(due, DUE_MOST), overdue_since=seats.values_list("deadline", flat=True).first(),
    )  # fmt: skip


def _plies() -> int:
    """The latest id; of a quiet site whose logs are all packed, what the hourly stats knew of it."""
    newest = MoveRecord.objects.aggregate(newest=Max("pk"))["newest"] or 0
    known = HourlyStats.objects.order_by("-hour").values_list("plies", flat=True).first() or 0
    return max(int(newest), known)


def _tables() -> dict[str, QuerySet[Table]]:
    every = Table.objects.all()
    return {
        "open": every.filter(status=Table.Status.OPEN),
        "running": every.filter(status=Table.Status.RUNNING),
        "paused": every.filter(paused_until__isnull=False),
        "finished lately": every.filter(finished_at__isnull=False, is_packed=False),
    }


def _up_to(rows: QuerySet[Table] | QuerySet[Notice], most: int) -> int:
    """The number of rows, counted up to that many."""
    return rows.order_by()[:most].count()
