"""What this process has counted and timed since it started. Stored in memory, and written by its heartbeat.

Names and labels come from our code and never from a request, so their number is small and they contain no personal
data.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds; upper bounds of the buckets

_lock = Lock()
_counts: Counter[tuple[str, ...]] = Counter()
# By name and label: counts per bucket, then the sum in seconds.
_times: dict[tuple[str, ...], list[float]] = {}
_measures: dict[str, Callable[[], int]] = {}


def figure_count(name: str, *labels: str, by: int = 1) -> None:
    """Count an event, such as `("notices", "mail", "sent")`."""
    with _lock:
        _counts[(name, *labels)] += by


def figure_time(name: str, label: str, seconds: float) -> None:
    """Record how long something took."""
    with _lock:
        kept = _times.setdefault((name, label), [0.0] * (len(BOUNDS) + 2))
        kept[bisect_left(BOUNDS, seconds)] += 1
        kept[-1] += seconds


def figure_measure(name: str, measure: Callable[[], int]) -> None:
    """Register a gauge that each heartbeat reads, such as the number of open sockets."""
    _measures[name] = measure


def figures_now() -> dict[str, Any]:
    """All figures as JSON: `counts` as [[name, label, ...], number], `times` as [[name, label], [buckets, sum]]."""
    with _lock:
        counts = [[list(key), number] for key, number in sorted(_counts.items())]
        times = [[list(key), list(kept)] for key, kept in sorted(_times.items())]
    return {"counts": counts, "times": times, "measures": {name: ask() for name, ask in _measures.items()}}
