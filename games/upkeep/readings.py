"""What a monitoring program reads. Each figure costs the same for any number of tables, notices and plies."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from games.models import Heartbeat, HourlyStats, MoveRecord, Notice, Seat, Table
from games.upkeep.selectors import Watched, watched_now

__all__ = ["MOST", "Readings", "readings_at"]

MOST = 10_000  # where counting stops; each count uses its own index
DUE_MOST = 1000


@dataclass(frozen=True)
class Readings:
    """The state of the site at one time."""

    now: datetime
    watched: list[Watched]
    hearts: list[Heartbeat]
    plies: int  # number of plies ever made, from their ids
    tables: dict[str, int]  # by state, counted up to MOST
    due: int  # notices, counted up to DUE_MOST
    overdue_since: datetime | None  # the oldest passed deadline of a seat that is still to act


def readings_at(now: datetime) -> Readings:
    """Read everything, in a fixed number of queries."""
    seats = Seat.objects.filter(is_awaited=True, deadline__lte=now).order_by("deadline")
    due = Notice.objects.filter(status=Notice.Status.DUE, due_at__lte=now)
    return Readings(
        now=now, watched=watched_now(now), hearts=list(Heartbeat.objects.order_by("role", "machine", "pid")),
        plies=_plies(), tables={state: _up_to(rows, MOST) for state, rows in _tables().items()},
        due=_up_to(due, DUE_MOST), overdue_since=seats.values_list("deadline", flat=True).first(),
    )  # fmt: skip


def _plies() -> int:
    """The latest ply id. If all logs of a quiet site are packed, the value from the hourly statistics."""
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
    """The number of rows, but at most `most`."""
    return rows.order_by()[:most].count()
