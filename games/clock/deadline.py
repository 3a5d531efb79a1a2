"""Deadlines: the moment of the question plus the time that the clock grants, moved out of the player's hours of rest.

A player who has rested since the question still gets a margin of waking time before the deadline: two hours, or a
quarter of the clock's time if that is less.

Nights and days off move a deadline only as far as the seat's rest budget allows. Every decision refills the budget, but
only a little, so that nobody can stall with a calendar. Vacations do not use the budget: their days are counted when
they are announced.
"""

from datetime import datetime, timedelta

import msgspec

from games.clock.clocks import DAY, HOUR, LEAST
from games.clock.rest import Calendar, rest_at, woken_at

MARGIN = 2 * HOUR  # the maximum between the end of rest and a deadline

REST_CAP = 4 * DAY  # a long weekend between two nights
REST_REFILL = 12 * HOUR  # after each decision; free weekends and nights cost about eight hours on average


class Reckoned(msgspec.Struct, frozen=True):
    """One step on the way to a deadline."""

    reason: (
        str  # "clock", then "sleep", "day-off", "vacation" or "margin"; "budget" if it ran out during rest
    )
    until: datetime


class Deadline(msgspec.Struct, frozen=True):
    """A deadline and the steps that led to it."""

    at: datetime
    steps: tuple[Reckoned, ...]
    spent: int  # seconds of the rest budget


def margin_of(allowance: int) -> int:
    """The seconds between the end of rest and a deadline, for a clock that grants `allowance`; at least 15 minutes."""
    return min(MARGIN, max(allowance, LEAST) // 4)


def deadline(
    asked_at: datetime, allowance: int, calendar: Calendar, budget: int, *, margin: int | None = None
) -> Deadline:
    """The deadline for a decision asked for at `asked_at`; all durations are in seconds.

    It is never during rest, nor within the margin after rest that ended after the question, unless the budget ran out
    during rest. The margin uses no budget; its length is `margin`, or follows from the allowance.
    """
    at, left = asked_at + timedelta(seconds=allowance), timedelta(seconds=max(0, budget))
    least = timedelta(seconds=margin_of(allowance) if margin is None else margin)
    steps = [Reckoned("clock", at)]
    while steps[-1].reason != "budget":
        if (rest := rest_at(calendar, at)) is not None:
            until = rest.until if rest.reason == "vacation" else min(rest.until, at + left)
            left -= timedelta() if rest.reason == "vacation" else until - at
            steps.append(Reckoned(rest.reason if until == rest.until else "budget", until))
        elif (woken := woken_at(calendar, at)) is not None and asked_at < woken and at < woken + least:
            steps.append(Reckoned("margin", woken + least))
        else:
            break
        at = steps[-1].until
    return Deadline(at, tuple(steps), max(0, budget) - round(left.total_seconds()))


def rest_after(left: int, used: int) -> int:
    """The rest budget after a decision that used `used` seconds of it."""
    return min(REST_CAP, max(0, left - used) + REST_REFILL)
