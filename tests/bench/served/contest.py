"""Contestants take turns, round after round, so that other load on the machine affects all of them."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.bench.served.processes import Loader
from tests.bench.served.scripts import Request

Measure = Callable[[], tuple[list[float], float]]
More = Callable[[int], list[Request]]
FASTEST = 400  # requests per second, of all clients, that are prepared


@dataclass
class Tally:
    """Results of one contestant so far."""

    spent: list[float] = field(default_factory=list)
    seconds: float = 0
    rates: list[float] = field(default_factory=list)  # of each round

    def add(self, spent: list[float], seconds: float) -> None:
        """One more round."""
        self.spent += spent
        self.seconds += seconds
        self.rates.append(len(spent) / seconds)

    @property
    def rate(self) -> float:
        """Answers per second, over all rounds."""
        return len(self.spent) / self.seconds

    def ms(self, share: float) -> str:
        """The percentile: milliseconds within which this share of the answers came."""
        return f"{sorted(self.spent)[int(len(self.spent) * share)] * 1000:.1f}"


def in_turn(rounds: int, **contestants: Measure) -> dict[str, Tally]:
    """Run each once per round. The first round is not measured: it fills caches and opens connections."""
    tallies = {name: Tally() for name in contestants}
    order = list(contestants)
    for number in range(rounds + 1):
        for name in order if number % 2 else reversed(order):
            spent, seconds = contestants[name]()
            if number:
                tallies[name].add(spent, seconds)
    return tallies


def ratio(ours: Tally, theirs: Tally) -> str:
    """The median over the rounds of how our rate compares with theirs, in per cent."""
    return f"{100 * statistics.median(a / b for a, b in zip(ours.rates, theirs.rates, strict=True)):.0f} %"


class Clients:
    """Some clients with their requests.

    With `more`, requests are used up: before each round it gives more of them for the number of a client. Without
    it the same requests are sent again and again.
    """

    def __init__(
        self, loader: Loader, port: int, todo: list[list[Request]], more: More | None = None
    ) -> None:
        self._loader, self._port, self._todo, self._more = loader, port, todo, more

    def run(self, clients: int, seconds: float) -> tuple[list[float], float]:
        """Run the first clients for some seconds; returns the seconds of each answer, and how long all took."""
        chosen = self._todo[:clients]
        ahead = round(FASTEST * seconds / clients)
        self._refill(chosen, ahead)
        report: dict[str, Any] = self._loader.order(
            "requests", port=self._port, clients=[each[:ahead] for each in chosen], seconds=seconds,
            repeat=self._more is None,
        )  # fmt: skip
        if self._more is not None:
            for todo, spent in zip(chosen, report["spent"], strict=True):
                del todo[: len(spent)]
        return [each for spent in report["spent"] for each in spent], report["seconds"]

    def _refill(self, chosen: list[list[Request]], ahead: int) -> None:
        for number, todo in enumerate(chosen):
            while self._more is not None and len(todo) < ahead:
                todo.extend(self._more(number))
