"""What a reader knows about puzzles, and how the session stores it for readers without an account."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase

__all__ = ["Known", "Name", "Streak", "keep", "kept_forget", "kept_in", "streak_in", "streak_keep"]

Name: TypeAlias = tuple[str, str]  # title and key of a puzzle

_TRIED, _STREAK = "puzzles_tried", "puzzles_streak"  # session keys


@dataclass(frozen=True)
class Known:
    """What a reader knows about a puzzle that they tried."""

    is_found: bool = False
    shown_on: date | None = None  # the last day on which the answer was shown

    def after(self, *, found: bool, shown: date | None) -> "Known":
        """Return the knowledge after finding the move, seeing the answer on a day, or neither."""
        days = (day for day in (self.shown_on, shown) if day is not None)
        return Known(self.is_found or found, max(days, default=None))

    def and_also(self, other: "Known") -> "Known":
        """Combine the knowledge of one person who tried the puzzle both as a guest and with an account."""
        return self.after(found=other.is_found, shown=other.shown_on)


@dataclass(frozen=True)
class Streak:
    """Consecutive days on which the reader found the puzzle of the day."""

    day: date  # the latest day
    days: int = 1
    best: int = 1

    def on(self, day: date) -> int:
        """The length of the streak on this day. The day's own puzzle may still be unsolved."""
        return self.days if self.day >= day - timedelta(days=1) else 0

    def after(self, day: date) -> "Streak":
        """The streak after solving the puzzle of this day."""
        if day <= self.day:
            return self
        days = self.on(day) + 1
        return Streak(day, days, max(days, self.best))

    @property
    def start(self) -> date:
        """The first day of the streak."""
        return self.day - timedelta(days=self.days - 1)

    def and_also(self, other: "Streak") -> "Streak":
        """Combine two streaks of one person: join them if they overlap or touch, otherwise keep the later one."""
        early, late = sorted((self, other), key=lambda streak: streak.day)
        is_one = late.start <= early.day + timedelta(days=1)
        start = min(early.start, late.start) if is_one else late.start
        days = (late.day - start).days + 1
        return Streak(late.day, days, max(early.best, late.best, days))


def kept_in(session: SessionBase) -> Mapping[Name, Known]:
    """All puzzles that were tried in this session."""
    kept: dict[str, dict[str, list[Any]]] = session.get(_TRIED, {})
    return {
        (slug, key): Known(bool(is_found), date.fromisoformat(shown) if shown else None)
        for slug, tried in kept.items()
        for key, (is_found, shown) in tried.items()
    }


def keep(session: SessionBase, name: Name, known: Known) -> None:
    """Store what is known about a puzzle in the session."""
    slug, key = name
    kept: dict[str, dict[str, list[Any]]] = session.get(_TRIED, {})
    shown = known.shown_on.isoformat() if known.shown_on else ""
    session[_TRIED] = {**kept, slug: {**kept.get(slug, {}), key: [int(known.is_found), shown]}}


def streak_in(session: SessionBase) -> Streak | None:
    """The streak of this session; None before the first day."""
    kept: list[Any] | None = session.get(_STREAK)
    return None if kept is None else Streak(date.fromisoformat(kept[0]), kept[1], kept[2])


def streak_keep(session: SessionBase, streak: Streak) -> None:
    """Store the streak in the session."""
    session[_STREAK] = [streak.day.isoformat(), streak.days, streak.best]


def kept_forget(session: SessionBase) -> None:
    """Remove puzzles and streak from the session, because the account has them now."""
    session.pop(_TRIED, None)
    session.pop(_STREAK, None)
