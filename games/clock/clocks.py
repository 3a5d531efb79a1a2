"""How long a seat has for a decision: a fixed time, the time in its bank, or no limit."""

from typing import Any, TypeAlias

import msgspec

HOUR = 3600
DAY = 24 * HOUR
LEAST = HOUR  # of every duration of a clock, like MOST
MOST = 60 * DAY
ANSWER = 12 * HOUR  # long, because a seat cannot foresee that it will be asked out of turn


class Fixed(msgspec.Struct, frozen=True, tag="fixed", forbid_unknown_fields=True):
    """The same time for every decision."""

    move: int  # seconds
    answer: int = ANSWER  # seconds; never less for an answer out of turn

    def __post_init__(self) -> None:
        _expect_spans(self.move, self.answer)


class Bank(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """Time that is saved up and spent, with an increment after every decision (a Fischer clock)."""

    start: int  # seconds
    increment: int  # seconds, after each decision
    cap: int  # seconds; the bank never holds more
    answer: int = ANSWER  # seconds; never less for an answer out of turn

    def __post_init__(self) -> None:
        _expect_spans(self.start, self.increment, self.cap, self.answer)
        if self.cap < max(self.start, self.increment):
            raise ValueError(
                f"Expected a cap of at least {max(self.start, self.increment)}, but got {self.cap}"
            )


class NoClock(msgspec.Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No deadline."""


Clock: TypeAlias = Fixed | Bank | NoClock


def _expect_spans(*spans: int) -> None:
    for span in spans:
        if not LEAST <= span <= MOST:
            raise ValueError(f"Expected {LEAST} to {MOST} seconds, but got {span}")


def load_clock(raw: Any) -> Clock:
    """A clock from parsed JSON; raises ValueError."""
    clock: Clock = msgspec.convert(raw, Clock)
    return clock


def dump_clock(clock: Clock) -> dict[str, Any]:
    """The clock as parsed JSON."""
    dumped: dict[str, Any] = msgspec.to_builtins(clock)
    return dumped


def first_bank(clock: Clock) -> int | None:
    """The seconds in a seat's bank when the game begins; None for clocks without a bank."""
    return clock.start if isinstance(clock, Bank) else None


def allowance(clock: Clock, bank: int | None, *, is_answer: bool) -> int | None:
    """The seconds for the current decision; None without a limit."""
    match clock:
        case Fixed(move, answer):
            return max(move, answer) if is_answer else move
        case Bank(start, _, _, answer):
            held = start if bank is None else bank
            return max(held, answer if is_answer else 0)
        case _:
            return None


def bank_left(bank: int | None, spent: int) -> int | None:
    """The seconds left in the bank during a decision."""
    return None if bank is None else max(0, bank - max(0, spent))


def bank_after(clock: Clock, bank: int | None, spent: int) -> int | None:
    """The seconds in the bank after a decision that took `spent` seconds."""
    if not isinstance(clock, Bank):
        return None
    left = bank_left(clock.start if bank is None else bank, spent) or 0
    return min(clock.cap, left + clock.increment)
