"""The site's metrics in Prometheus format at /metrics, only for OPERATOR_NETWORKS.

Any web process reports for all processes on all machines, because heartbeats contain each process's counts. So one
scrape suffices, and no files are shared. Counts are at most half a minute old.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from games.models import Heartbeat, HourlyStats, MoveRecord, Notice, Seat, Table
from games.pages.rate_limit import is_operator
from games.upkeep.figures import BOUNDS
from games.upkeep.services import Watched, watched_now

Family = CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily

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


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show all metrics. Returns 404 to anybody who is not an operator."""
    if not is_operator(request):
        return HttpResponseNotFound("not found\n", content_type="text/plain; charset=utf-8")
    try:
        readings = readings_at(timezone.now())
    except Exception:  # drivers can raise anything; the database does not respond
        return HttpResponse("no database\n", status=503, content_type="text/plain; charset=utf-8")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Site(readings))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _Site(Collector):
    """Converts readings to Prometheus metric families."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings

    def collect(self) -> Iterator[Family]:
        """Yield each family with its samples."""
        found = self._readings
        yield CounterMetricFamily("captain_plies", "Plies played.", value=found.plies)
        yield _gauge("captain_tables", "Tables, counted up to 10000.", "state", found.tables)
        yield from _waiting(found)
        yield from _at_work(found)
        yield from _metric_families(found.hearts)
        yield _times("captain_request_seconds", "Duration of requests.", found.hearts, "request")
        yield _times("captain_sweep_seconds", "Sweeps.", found.hearts, "sweep")


def _waiting(found: Readings) -> Iterator[Family]:
    by_name = {each.name: each for each in found.watched}
    ages = {
        "captain_queue_age_seconds": (
            "Seconds since the oldest unsent message was due.",
            by_name["queue"].seen_at,
        ),
        "captain_overdue_seconds": ("Seconds since the oldest missed deadline.", found.overdue_since),
        "captain_sweep_lag_seconds": ("Seconds since the last sweep.", by_name["sweep"].seen_at),
    }
    for name, (words, since) in ages.items():
        yield GaugeMetricFamily(name, words, value=_age(since, found.now))
    yield GaugeMetricFamily("captain_messages_due", "Messages due, counted up to 1000.", value=found.due)


def _age(since: datetime | None, now: datetime) -> float:
    return 0 if since is None else max(0.0, (now - since).total_seconds())


def _at_work(found: Readings) -> Iterator[Family]:
    late = {each.name: int(each.is_late) for each in found.watched}
    yield _gauge("captain_late", "1 if /readyz reports this as late.", "what", late)
    running = {each.name: each.processes for each in found.watched if each.processes is not None}
    yield _gauge("captain_processes", "Processes seen recently.", "role", running)


def _gauge(name: str, words: str, label: str, values: dict[str, int]) -> Family:
    family = GaugeMetricFamily(name, words, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family


def _metric_families(hearts: Iterable[Heartbeat]) -> Iterator[Family]:
    counters = {
        "notices": _counter("captain_notices", "Notices by channel and status.", "channel", "fate"),
        "refused": _counter("captain_refused", "Malformed or forged requests.", "kind"),
    }
    sockets = GaugeMetricFamily("captain_sockets", "Open sockets.", labels=["process"])
    for heart in hearts:
        for (name, *labels), number in heart.figures.get("counts", []):
            if name in counters:
                counters[name].add_metric([*labels, _process(heart)], number)
        measures = heart.figures.get("measures", {})
        if "sockets" in measures or (heart.role == Heartbeat.Role.WEB and heart.figures):
            sockets.add_metric([_process(heart)], measures.get("sockets", 0))
    yield from counters.values()
    yield sockets


def _counter(name: str, words: str, *labels: str) -> CounterMetricFamily:
    return CounterMetricFamily(name, words, labels=[*labels, "process"])


def _times(name: str, words: str, hearts: Iterable[Heartbeat], of: str) -> Family:
    family = HistogramMetricFamily(name, words, labels=["kind", "process"])
    for heart in hearts:
        for (measured, kind), (*buckets, seconds) in heart.figures.get("times", []):
            if measured == of:
                family.add_metric([kind, _process(heart)], _cumulative(buckets), seconds)
    return family


def _cumulative(buckets: list[Any]) -> list[tuple[str, float]]:
    """Cumulative buckets as Prometheus expects: each includes those before it."""
    ends = [*map(str, BOUNDS), "+Inf"]
    return [(end, sum(buckets[: index + 1])) for index, end in enumerate(ends)]


def _process(heart: Heartbeat) -> str:
    return f"{heart.machine}:{heart.pid}"


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
