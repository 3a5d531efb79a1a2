"""Deadlines: the moment of asking plus the time that the clock grants, moved out of the player's hours of rest.

Nights and days off move a deadline only as far as the seat's rest budget goes. Every decision refills the budget, but
only a little, so that nobody can stall with a calendar. Vacations do not use the budget: their days are counted where
they are announced.
"""

from datetime import datetime, timedelta

import msgspec

from games.clock.clocks import DAY, HOUR
from games.clock.rest import Calendar, rest_at

__all__ = ["REST_CAP", "REST_REFILL", "Deadline", "Reckoned", "deadline", "rest_after"]

REST_CAP = 4 * DAY  # a long weekend between two nights
REST_REFILL = 12 * HOUR  # after each decision; free weekends and nights cost about eight hours on average


class Reckoned(msgspec.Struct, frozen=True):
    """One step on the way to a deadline."""

    reason: str  # "clock", then "sleep", "day-off" or "vacation"; "budget" if the budget ended in the middle of rest
    until: datetime


class Deadline(msgspec.Struct, frozen=True):
    """A deadline and how it came about."""

    at: datetime
    steps: tuple[Reckoned, ...]
    spent: int  # seconds of the rest budget


def deadline(asked_at: datetime, allowance: int, calendar: Calendar, budget: int) -> Deadline:
    """The deadline of a decision that is asked at `asked_at`; `allowance` and `budget` are in seconds."""
    at, left = asked_at + timedelta(seconds=allowance), timedelta(seconds=max(0, budget))
    steps = [Reckoned("clock", at)]
    while (rest := rest_at(calendar, at)) is not None:
        until = rest.until
        if rest.reason != "vacation":
            until = min(until, at + left)
            left -= until - at
        steps.append(Reckoned(rest.reason if until == rest.until else "budget", until))
        at = until
        if until != rest.until:
            break
    return Deadline(at, tuple(steps), max(0, budget) - round(left.total_seconds()))


def rest_after(left: int, used: int) -> int:
    """The rest budget after a decision that used `used` seconds of it."""
    return min(REST_CAP, max(0, left - used) + REST_REFILL)
