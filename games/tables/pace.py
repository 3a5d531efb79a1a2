"""The pace of a table, chosen when it is opened, the same for all seats."""

from dataclasses import dataclass

from games.clock.clocks import DAY, Clock, Fixed
from games.models import Table

__all__ = ["USUAL", "Pace"]


@dataclass(frozen=True)
class Pace:
    """The clock, and what happens when it runs out."""

    clock: Clock
    on_timeout: str = Table.OnTimeout.DEFAULT
    offers_seats: bool = False  # whether others may take over a seat that was given up


USUAL = Pace(Fixed(3 * DAY))
