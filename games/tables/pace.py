"""How fast a table is to be played: chosen when it is opened, the same for all its seats."""

from dataclasses import dataclass

from games.clock.clocks import DAY, Clock, Fixed
from games.models import Table

__all__ = ["USUAL", "Pace"]


@dataclass(frozen=True)
class Pace:
    """The clock, and what is done when it has run out."""

    clock: Clock
    on_timeout: str = Table.OnTimeout.DEFAULT
    offers_seats: bool = False  # whether others may take over a seat that was given up


USUAL = Pace(Fixed(3 * DAY))
