"""What a reader knows of puzzles, and how it stands in the session of who has no account."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase

__all__ = ["Known", "Name", "Streak", "keep", "kept_forget", "kept_in", "streak_in", "streak_keep"]

Name: TypeAlias = tuple[str, str]  # of a puzzle: its title and key

_TRIED, _STREAK = "puzzles_tried", "puzzles_streak"  # in the session


@dataclass(frozen=True)
class Known:
    """What a reader has made of one puzzle that was tried."""

    is_found: bool = False
    shown_on: date | None = None  # the day on which the answer was last shown

    def after(self, *, found: bool, shown: date | None) -> "Known":
        """What is known once it was found, or the answer shown on some day, or neither."""
        days = (day for day in (self.shown_on, shown) if day is not None)
        return Known(self.is_found or found, max(days, default=None))

    def and_also(self, other: "Known") -> "Known":
        """What one person knows of it who has tried it in two places."""
        return self.after(found=other.is_found, shown=other.shown_on)


@dataclass(frozen=True)
class Streak:
    """Days in a row on which the move of the day was found."""

    day: date  # the latest
    days: int = 1
    best: int = 1

    def on(self, day: date) -> int:
        """How many days in a row it is on this day, on which the move may still be found."""
        return self.days if self.day >= day - timedelta(days=1) else 0

    def after(self, day: date) -> "Streak":
        """The streak once the move of this day is found, too."""
        if day <= self.day:
            return self
        days = self.on(day) + 1
        return Streak(day, days, max(days, self.best))

    @property
    def start(self) -> date:
        """The first of these days."""
        return self.day - timedelta(days=self.days - 1)

    def and_also(self, other: "Streak") -> "Streak":
        """The streak of one person who has two: one longer one if they overlap or touch, otherwise the later one."""
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
    """Note one puzzle in the session."""
    slug, key = name
    kept: dict[str, dict[str, list[Any]]] = session.get(_TRIED, {})
    shown = known.shown_on.isoformat() if known.shown_on else ""
    session[_TRIED] = {**kept, slug: {**kept.get(slug, {}), key: [int(known.is_found), shown]}}


def streak_in(session: SessionBase) -> Streak | None:
    """The days in a row of this session; None before the first."""
    kept: list[Any] | None = session.get(_STREAK)
    return None if kept is None else Streak(date.fromisoformat(kept[0]), kept[1], kept[2])


def streak_keep(session: SessionBase, streak: Streak) -> None:
    """Note the days in a row."""
    session[_STREAK] = [streak.day.isoformat(), streak.days, streak.best]


def kept_forget(session: SessionBase) -> None:
    """Forget all of it, for it stands somewhere else now."""
    session.pop(_TRIED, None)
    session.pop(_STREAK, None)
