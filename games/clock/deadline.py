"""Deadlines: the moment of asking, the time that the clock grants, and the way out of the player's hours of rest.

Nights and days off move a deadline only as far as the seat's rest budget goes. The budget fills up again with every
decision that is made, by less than such rest can matter, so that nobody can stall with a calendar. Vacations do not
draw on it: their days are counted where they are announced.
"""

from datetime import datetime, timedelta

import msgspec

from games.clock.clocks import DAY, HOUR
from games.clock.rest import Calendar, rest_at

__all__ = ["REST_CAP", "REST_REFILL", "Deadline", "Reckoned", "deadline", "rest_after"]

REST_CAP = 4 * DAY  # a long weekend between two nights
REST_REFILL = 12 * HOUR  # after each decision; free weekends and nights cost some eight on average


class Reckoned(msgspec.Struct, frozen=True):
    """One step on the way to a deadline."""

    reason: str  # "clock", then "sleep", "day-off", "vacation", and "budget" where rest would have gone on
    until: datetime


class Deadline(msgspec.Struct, frozen=True):
    """A deadline and how it came about."""

    at: datetime
    steps: tuple[Reckoned, ...]
    spent: int  # seconds of the rest budget


def deadline(asked_at: datetime, allowance: int, calendar: Calendar, budget: int) -> Deadline:
    """When a decision asked at `asked_at` has to be made, `allowance` and `budget` in seconds."""
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
    """The rest budget after a decision for which `used` seconds of it were needed."""
    return min(REST_CAP, max(0, left - used) + REST_REFILL)
